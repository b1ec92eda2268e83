"""Runs all measurements; with --write they replace those in docs/performance.md."""

from __future__ import annotations

import argparse
import os
import platform
import subprocess
import sys
from importlib.metadata import version
from pathlib import Path

from bench import classroom, core, latency, scrub

PAGE = Path(__file__).resolve().parent.parent / "docs" / "performance.md"
START, END = "<!-- measured by make bench: start -->", "<!-- measured by make bench: end -->"
PACKAGES = ("streamlit", "numpy", "pandas", "plotly", "playwright")


def processor() -> str:
    """The model of the CPU, as far as the system tells."""
    cpus = Path("/proc/cpuinfo")
    if cpus.is_file():
        lines = cpus.read_text(encoding="utf-8").splitlines()
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
        if names:
            return names[0]
    if sys.platform == "darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return platform.processor() or platform.machine()


def machine(chromium: str, load: float) -> str:
    """What was measured on, and how busy it was with other things before."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    return (
        f"{processor()}, {os.cpu_count()} cores, {platform.system()}, "
        f"Python {platform.python_version()}, {packages}, Chromium {chromium} (headless). "
        f"Load average before the run: {load:.1f}."
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description=__doc__)
    parser.add_argument("--write", action="store_true", help=f"update docs/{PAGE.name}")
    write = parser.parse_args().write
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else float("nan")
    arithmetic = core.report()
    results, chromium = latency.measure()
    parts = [
        machine(chromium, load),
        "### The core",
        arithmetic,
        "### A slider",
        latency.report(results),
        "### The slider in the view",
        scrub.report(scrub.measure()),
        "### A class",
        classroom.report(*classroom.measure()),
    ]
    measured = "\n\n".join(parts)
    print(measured)
    if write:
        before, rest = PAGE.read_text(encoding="utf-8").split(START)
        after = rest.split(END)[1]
        PAGE.write_text(f"{before}{START}\n\n{measured}\n\n{END}{after}", encoding="utf-8")


if __name__ == "__main__":
    main()
