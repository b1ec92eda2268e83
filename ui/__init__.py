"""Everything between a page and the core: frame, state, text, matrices, charts, controls."""
