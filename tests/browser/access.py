"""What a test of access asks a page: axe-core's verdict, and where the focus is and shows."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import axe_playwright_python
import numpy as np
from PIL import Image
from playwright.sync_api import Page, expect

from scripts.browser import settle
from tests.browser.reading import each_page
from ui.text import prose

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
GRAVE = {"serious", "critical"}
# Rule, what its element lies in, reason. Only for elements that Streamlit alone writes.
STREAMLITS_OWN = (
    (
        "scrollable-region-focusable",
        "[data-testid='stTable']",
        "Streamlit gives the box of a wide table no tab stop; Chromium and Firefox make any box "
        "that scrolls one, which test_a_wide_table_can_be_scrolled_by_keys holds.",
    ),
)

RUN = """
async ([exceptions, contrast]) => {
  const rules = { 'color-contrast': { enabled: contrast !== 'without' } };
  const runOnly = contrast === 'alone' ? ['color-contrast'] : undefined;
  const { violations } = await axe.run(document, { resultTypes: ['violations'], rules, runOnly });
  const node = (path) => [path].flat(2).reduce(
    (root, selector) => root?.querySelector(selector)?.shadowRoot ?? root?.querySelector(selector),
    document,
  );
  return violations.flatMap(({ id, impact, nodes }) => nodes
    .filter(({ target }) => !exceptions.some(
      ([rule, box]) => rule === id && node(target)?.closest?.(box)))
    .map(({ html, failureSummary }) => ({ id, impact, html, failureSummary })));
}
"""


def grave_violations(page: Page, contrast: Literal["with", "without", "alone"]) -> list[str]:
    """What axe-core calls serious or critical, in the page and in its open shadow roots.

    contrast: whether with the contrast of colours, without it, or that alone.
    """
    if page.evaluate("!window.axe"):
        page.evaluate(AXE)
    found = page.evaluate(RUN, [[[rule, box] for rule, box, _ in STREAMLITS_OWN], contrast])
    return [
        f"{one['impact']} {one['id']}: {one['html'][:200]} {one['failureSummary']}"
        for one in found
        if one["impact"] in GRAVE
    ]


def walk(page: Page, language: str) -> Iterator[str]:
    """From the overview to the last page by the link at the end of each, all panels open."""
    title = page.get_by_role("heading", level=1)
    for stage in each_page(page):
        expect(title).to_have_text(prose(language, stage)["question"])
        open_everything(page)
        settle(page)
        yield stage


def open_everything(page: Page) -> None:
    """Open every panel of the page, without moving the focus."""
    closed = "[data-testid='stExpander'] details:not([open]) > summary"
    page.evaluate(f'document.querySelectorAll("{closed}").forEach((node) => node.click())')


FOCUSED = """
() => {
  let node = document.activeElement;
  while (node?.shadowRoot?.activeElement) node = node.shadowRoot.activeElement;
  window.__focused = node;
  if (!node || node === document.body) return null;
  const { x, y, width, height } = node.getBoundingClientRect();
  const box = node.closest('[class*="st-key-"]')?.className.match(/st-key-([\\w-]+)/)?.[1] ?? '';
  const grid = node.closest('.body')?.dataset.key;
  const name = node.getAttribute('aria-label') || node.innerText || node.value || '';
  return {
    place: grid ?? (node.className?.includes?.('power') || node.closest('.strip')
      ? `strip ${node.className}` : node.dataset.testid ?? '') + ` ${box}`,
    role: node.getAttribute('role') ?? node.tagName.toLowerCase(),
    name: name.slice(0, 60), x, y, width, height,
  };
}
"""
AROUND = 14


@dataclass(frozen=True)
class Stop:
    """Where Tab came to, and how many points of the screen tell that it is there."""

    place: str
    role: str
    name: str
    telling: int
    needed: float


def tab_stops(page: Page, most: int = 120) -> list[Stop]:
    """Every stop of Tab from the top of the page to its end."""
    stops: list[Stop] = []
    for _ in range(most):
        page.keyboard.press("Tab")
        page.wait_for_timeout(50)
        found = page.evaluate(FOCUSED)
        if found is None:
            return stops
        stops.append(_stop(page, found))
    raise AssertionError(f"after {most} stops the page has no end: {stops[-3:]}")


def _stop(page: Page, found: dict[str, Any]) -> Stop:
    size = page.viewport_size
    assert size is not None
    left, top = max(0, found["x"] - AROUND), max(0, found["y"] - AROUND)
    right = min(size["width"], found["x"] + found["width"] + AROUND)
    bottom = min(size["height"], found["y"] + found["height"] + AROUND)
    text = (found["place"], found["role"], found["name"])
    if right <= left or bottom <= top or not found["width"]:
        return Stop(*text, telling=0, needed=1)
    clip = {"x": left, "y": top, "width": right - left, "height": bottom - top}
    with_focus = luminance(page.screenshot(clip=clip))
    page.evaluate("window.__focused.blur()")
    without = luminance(page.screenshot(clip=clip))
    page.evaluate("window.__focused.focus({ focusVisible: true, preventScroll: true })")
    # Its copy button comes with the focus, a moment later.
    if found["place"].startswith("stCode"):
        page.wait_for_timeout(400)
    ratio = (np.maximum(with_focus, without) + 0.05) / (np.minimum(with_focus, without) + 0.05)
    # A line of contrast 3:1 as long as the shorter side; a switch shows it around its label.
    needed = 2 * min(found["width"], found["height"], 30)
    return Stop(*text, telling=int((ratio >= 3).sum()), needed=needed)


def luminance(png: bytes, *, haze: bool = False) -> np.ndarray:
    """Of every point of a picture; `haze` halves the contrast, as light on a projector's screen."""
    share = np.asarray(Image.open(io.BytesIO(png)).convert("RGB")) / 255
    if haze:
        share = share / 2 + 0.45
    linear = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


# Words that a box cuts off although it does not scroll, and words beyond the window. Labels that
# end in "…" say the rest on focus, in the strip and in the tables.
LOST = """
() => {
  const lost = [];
  const nodes = [];
  const walk = (root) => root.querySelectorAll('*').forEach((node) => {
    nodes.push(node);
    if (node.shadowRoot) walk(node.shadowRoot);
  });
  walk(document.querySelector('.stMain'));
  const parent = (node) => node.parentElement ?? node.getRootNode().host ?? null;
  const known = new Map();
  const measured = (box) => {
    if (!known.has(box)) {
      const { overflowX, overflowY } = getComputedStyle(box);
      known.set(box, { overflowX, overflowY, edge: box.getBoundingClientRect() });
    }
    return known.get(box);
  };
  const cut = (value) => value === 'hidden' || value === 'clip';
  const rolls = (value) => value === 'auto' || value === 'scroll';
  for (const node of nodes) {
    const words = [...node.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE)
      .map(({ data }) => data.trim()).join('');
    if (!words || !node.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      continue;
    if (node.closest('.spoken, svg, style, .katex-mathml, .label, .bar-name, .stTooltipIcon'))
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width < 2) continue;
    let across = false;
    let down = false;
    for (let box = node; box; box = parent(box)) {
      const { edge, ...style } = measured(box);
      if (edge.width <= 1 || edge.height <= 1) { across = down = true; break; }
      across ||= rolls(style.overflowX) && box.scrollWidth > box.clientWidth;
      down ||= rolls(style.overflowY) && box.scrollHeight > box.clientHeight;
      const beside = text.right > edge.right + 1.5 || text.left < edge.left - 1.5;
      const below = text.bottom > edge.bottom + 4 || text.top < edge.top - 4;
      const lostHere =
        (!across && cut(style.overflowX) && beside) || (!down && cut(style.overflowY) && below);
      if (!lostHere) continue;
      lost.push(`${words} in ${box.className}`);
      break;
    }
    if (!across && (text.right > innerWidth + 1 || text.left < -1)) lost.push(`${words} off`);
  }
  return lost;
}
"""
