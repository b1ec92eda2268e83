"""The slider of the softmax page under a moving mouse: what a frame costs, and who is told.

A frame's work is measured where it happens: from the frame's start to the message that the
browser hands out once scripts, style, layout and paint of that frame are through. The interval
between frames is what the eye gets; it cannot be shorter than the display allows.
"""

from __future__ import annotations

import sys
import tempfile
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.latency import link
from bench.times import Times, table
from scripts.browser import launch, settle
from scripts.server import serve

LENGTHS = (12, 64)
NAMES = ("temperature", "d_k")
# Milliseconds of a frame, by length: one frame of a 60 Hz display, and two.
TARGETS = {12: 16.7, 64: 33.0}
SECONDS = 2.0
# Over the slider and back, in seconds: slow enough for every one of its many values at 12, and
# often enough over the few at 64.
PERIODS = {12: 2.0, 64: 0.5}
CHOICE = '[class*="st-key-scrub"]'
SLIDER = ".scrub input[type=range]"

# Counts what is sent, from the first script of the page on.
COUNT = """
(() => {
  window.__sent = 0;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    window.__sent++;
    return send.call(this, data);
  };
})();
"""

# One entry a frame: when it began, how long its work took, and where the slider stood.
WATCH = """
(selector) => {
  const find = (root) => {
    for (const node of root.querySelectorAll('*')) {
      const found = node.matches(selector) ? node : node.shadowRoot && find(node.shadowRoot);
      if (found) return found;
    }
  };
  const slider = find(document);
  const frames = window.__frames = [];
  const {port1, port2} = new MessageChannel();
  let moved = null;
  // What the mouse moved is dealt with before the frame's own scripts, and counts.
  addEventListener('pointermove', () => { moved ??= performance.now(); }, true);
  port1.onmessage = ({data: began}) =>
    frames.push([began, performance.now() - began, Number(slider.value)]);
  requestAnimationFrame(function tick() {
    port2.postMessage(moved ?? performance.now());
    moved = null;
    requestAnimationFrame(tick);
  });
}
"""


@dataclass(frozen=True)
class Drag:
    """One drag to and fro over the whole slider, in milliseconds a frame."""

    name: str
    n: int
    intervals: list[float]
    work: list[float]
    sent: int
    sent_after: int

    def row(self) -> list[str]:
        work, interval, target = Times.of(self.work), Times.of(self.intervals), TARGETS[self.n]
        verdicts = ("met" if time <= target else "missed" for time in (work.median, work.p95))
        return [
            self.name,
            str(self.n),
            str(len(self.work)),
            work.text(1),
            interval.text(1),
            f"≤ {target:g} ms: {' / '.join(verdicts)}",
            f"{self.sent} / {self.sent_after}",
        ]


HEAD = [
    "slider",
    "n",
    "frames with another value",
    "work of such a frame, median / p95 ms",
    "from frame to frame, median / p95 ms",
    "target, median / p95",
    "messages during / after",
]


def open_page(browser: Browser, address: str, name: str, n: int) -> Page:
    """The softmax page with the slider of that name in its view."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(COUNT)
    page.goto(address + link("/softmax", n))
    settle(page)
    page.locator(CHOICE).get_by_text(name, exact=True).click()
    page.locator(SLIDER).wait_for()
    settle(page, quiet_ms=600)
    page.evaluate(WATCH, SLIDER)
    return page


def drag(page: Page, name: str, n: int) -> Drag:
    """Hold the slider and move it to and fro, one step of the mouse a frame, for two seconds."""
    page.locator(SLIDER).scroll_into_view_if_needed()
    box = page.locator(SLIDER).bounding_box()
    assert box is not None
    y, left, width = box["y"] + box["height"] / 2, box["x"] + 8, box["width"] - 16
    start = page.evaluate("window.__sent")
    page.mouse.move(left, y)
    page.mouse.down()
    page.evaluate("window.__frames.length = 0")
    began = time.monotonic()
    while (passed := time.monotonic() - began) < SECONDS:
        turn = passed / PERIODS[n] % 1.0
        page.mouse.move(left + width * (1.0 - abs(2.0 * turn - 1.0)), y)
    frames = page.evaluate("window.__frames")
    sent = page.evaluate("window.__sent") - start
    page.mouse.up()
    settle(page, quiet_ms=800)
    after = page.evaluate("window.__sent") - start - sent
    pairs = list(pairwise(frames))
    return Drag(
        name,
        n,
        intervals=[later[0] - earlier[0] for earlier, later in pairs],
        work=[later[1] for earlier, later in pairs if later[2] != earlier[2]],
        sent=sent,
        sent_after=after,
    )


def measure() -> list[Drag]:
    """Every slider at every length."""
    drags = []
    with (
        tempfile.TemporaryDirectory() as logs,
        serve(log=Path(logs) / "app.log") as address,
        sync_playwright() as playwright,
    ):
        browser = launch(playwright)
        for name in NAMES:
            for n in LENGTHS:
                page = open_page(browser, address, name, n)
                drag(page, name, n)
                drags.append(drag(page, name, n))
                print(f"{name} n = {n}: {drags[-1].row()}", file=sys.stderr, flush=True)
                page.context.close()
        browser.close()
    return drags


def report(drags: list[Drag]) -> str:
    """The drags as a Markdown table."""
    return table(HEAD, [one.row() for one in drags])


if __name__ == "__main__":
    print(report(measure()))
