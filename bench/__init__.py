"""Measurements: `make bench` prints them, `make bench ARGS=--write` updates docs/performance.md."""
