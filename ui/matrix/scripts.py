"""The view's style and scripts, made ready to be sent to the browser."""

from __future__ import annotations

import base64
import json
import zlib
from pathlib import Path

_HERE = Path(__file__).parent
# One sheet in this order: later rules may override earlier ones.
_STYLES = (
    "view.css",
    "slider.css",
    "compare.css",
    "layout.css",
    "cells.css",
    "marks.css",
    "legend.css",
    "strip.css",
    "bars.css",
    "arrows.css",
    "screens.css",
)
# One module in reading order; each file may use the ones before it.
_SCRIPTS = (
    "elements.js",
    "numbers.js",
    "addends.js",
    "colours.js",
    "view.js",
    "names.js",
    "compare.js",
    "layout.js",
    "fitting.js",
    "arithmetic.js",
    "labels.js",
    "cut.js",
    "sums.js",
    "matrices.js",
    "canvas.js",
    "marks.js",
    "strip.js",
    "follow.js",
    "edit.js",
    "sketch.js",
    "bars.js",
    "arrows.js",
    "moving.js",
    "scrub.js",
    "build.js",
    "sight.js",
    "cursor.js",
    "ahead.js",
    "main.js",
)


def script(name: str) -> str:
    """A file of the browser's, as it is sent."""
    return _source(f"browser/{name}")


def waiting_script(name: str) -> str:
    """The same, for what needs the scripts to have arrived."""
    return f"{script('ready.js')}\n{script(name)}"


def _source(name: str) -> str:
    """A file without indentation and comment lines."""
    lines = (line.strip() for line in (_HERE / name).read_text(encoding="utf-8").splitlines())
    return "\n".join(line for line in lines if line and not line.startswith(("//", "/*")))


def scripts() -> str:
    """One module of style and scripts, compressed to a third."""
    style = "\n".join(_source(f"style/{name}") for name in _STYLES)
    module = "\n".join([f"const STYLE = {json.dumps(style)};", *map(script, _SCRIPTS)])
    packed = base64.b64encode(zlib.compress(module.encode(), 9)).decode()
    return script("load.js").replace('PACKED = ""', f'PACKED = "{packed}"')
