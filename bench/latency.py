"""Key press on a slider → number painted, for each page of the walk and for an empty page.

Both servers run side by side with the project's settings, and presses take turns, so that
whatever else the machine does hits both.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlencode

import numpy as np
from playwright.sync_api import Browser, Page, sync_playwright

from bench.times import Times, table
from scripts.browser import launch, settle
from scripts.server import serve

PATHS = ("/", "/input", "/projections", "/scores", "/softmax", "/output")
LENGTHS = (4, 12, 64, 128)
ROUNDS, WARM_UP = 12, 3
# To and fro over several values: Streamlit does not send again what it sent two runs ago.
SWEEP = 5 * ["ArrowRight"] + 5 * ["ArrowLeft"]
# A page that stands still has prepared three more steps; a fourth in a row goes beyond them.
WAYS = {"step": 0, "fourth step at once": 3}
# Only here the second way is measured as well.
BOTH_WAYS_AT = 12
# X does not depend on d_k; every other page does.
SLIDERS = {"/input": "d_model"}
TARGETS = {12: 1.5, 64: 2.5}

# Time stamps of what goes over the wire between a key press and the paint.
WIRE = """
(() => {
  const wire = window.__wire = {sent: 0, got: 0, bytes: 0};
  const size = (data) => data.byteLength ?? data.size ?? data.length;
  const send = WebSocket.prototype.send;
  WebSocket.prototype.send = function (data) {
    wire.sent ||= performance.now();
    return send.call(this, data);
  };
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({data}) => {
        wire.got = performance.now();
        wire.bytes += size(data);
      });
    }
  };
})();
"""

# Waits for the next key press, then for a change in the place that shows the number, then for the
# frame with it to be on the screen: the second animation frame starts after that.
ARM = """
(empty) => {
  const shows = (host) => host.shadowRoot?.querySelector('[role=grid]');
  const hosts = () => [...document.querySelectorAll('[data-testid="stMain"] *')];
  const place = empty
    ? document.querySelector('[data-testid="stText"]')
    : hosts().find(shows).shadowRoot;
  const before = place.textContent;
  const wire = window.__wire;
  const run = window.__run = {painted: 0};
  Object.assign(wire, {sent: 0, got: 0, bytes: 0});
  addEventListener('keydown', (event) => { run.pressed = event.timeStamp; },
    {capture: true, once: true});
  const observer = new MutationObserver(() => {
    if (!run.pressed || place.textContent === before) return;
    observer.disconnect();
    Object.assign(run, {sent: wire.sent, got: wire.got});
    requestAnimationFrame(() => requestAnimationFrame(() => { run.painted = performance.now(); }));
  });
  observer.observe(place,
    {subtree: true, childList: true, characterData: true, attributes: true});
}
"""

NEXT_FRAME = "() => new Promise((painted) => requestAnimationFrame(painted))"


@dataclass(frozen=True)
class Press:
    """One key press, in milliseconds; kilobytes with all that follows until the page is still.

    answered: whether the number came from the server's answer, and not from what was prepared.
    """

    total: float
    server: float
    browser: float
    kilobytes: float
    answered: bool


@dataclass
class Tab:
    """An open page with a slider under the keyboard."""

    page: Page
    slider: str
    way: str = "step"
    empty: bool = False
    count: int = 0

    def press(self) -> Press:
        """Press the next key, and wait for the paint and for silence after it."""
        key = SWEEP[self.count % len(SWEEP)]
        self.count += 1
        self.page.locator(self.slider).focus()
        for _ in range(WAYS[self.way]):
            self.page.keyboard.press(key)
            self.page.evaluate(NEXT_FRAME)
        self.page.evaluate(ARM, self.empty)
        self.page.keyboard.press(key)
        self.page.wait_for_function("window.__run.painted > 0", timeout=30_000)
        run = self.page.evaluate("window.__run")
        settle(self.page, matrix=not self.empty, quiet_ms=400)
        answered = run["got"] > 0
        return Press(
            total=run["painted"] - run["pressed"],
            server=run["got"] - run["sent"] if answered else 0.0,
            browser=run["painted"] - (run["got"] if answered else run["pressed"]),
            kilobytes=self.page.evaluate("window.__wire.bytes") / 1000,
            answered=answered,
        )


@dataclass(frozen=True)
class Result:
    """One page at one length, and the empty page in the same minute."""

    path: str
    slider: str
    way: str
    n: int
    ours: list[Press]
    empty: list[Press]

    @property
    def ratio(self) -> float:
        return float(median(self.ours, "total") / median(self.empty, "total"))

    def row(self) -> list[str]:
        target = TARGETS.get(self.n) if self.way == "step" else None
        answered = sum(press.answered for press in self.ours)
        verdict = "" if target is None else "met" if self.ratio <= target else "missed"
        return [
            f"`{self.path}`",
            f"{self.slider}, {self.way}",
            str(self.n),
            Times.of([press.total for press in self.ours]).text(),
            Times.of([press.total for press in self.empty]).text(),
            f"{self.ratio:.2f}×",
            f"≤ {target}×: {verdict}" if target else "",
            f"{answered} of {len(self.ours)}",
            f"{median(self.ours, 'server'):.0f} ({median(self.empty, 'server'):.0f})",
            f"{median(self.ours, 'browser'):.0f} ({median(self.empty, 'browser'):.0f})",
            f"{median(self.ours, 'kilobytes'):.0f}",
        ]


HEAD = [
    "page",
    "slider",
    "n",
    "key → painted, median / p95 ms",
    "empty page",
    "ratio of medians",
    "target",
    "waited for the server",
    "server ms (empty)",
    "browser ms (empty)",
    "kB",
]


def median(presses: list[Press], field: str) -> float:
    return float(np.median([getattr(press, field) for press in presses]))


def link(path: str, n: int) -> str:
    """Presets reach to 12 tokens; longer ones are a text of one's own."""
    state: dict[str, object] = {"v": 1, "lang": "en", "sentence": "study", "n": n}
    if n > 12:
        state |= {"sentence": "own", "text": " ".join(f"w{place}" for place in range(n))}
    return f"{path}?{urlencode(state)}"


def open_tab(browser: Browser, address: str) -> Page:
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.add_init_script(WIRE)
    page.goto(address)
    return page


@contextmanager
def two_servers() -> Iterator[tuple[str, str]]:
    """The app's address and the empty page's."""
    with ExitStack() as stack:
        logs = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        app = stack.enter_context(serve("app.py", log=logs / "app.log"))
        yield app, stack.enter_context(serve("bench/empty_page.py", log=logs / "empty.log"))


def compare(ours: Tab, empty: Tab) -> tuple[list[Press], list[Press]]:
    pairs = [(ours.press(), empty.press()) for _ in range(ROUNDS + WARM_UP)][WARM_UP:]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]


def measure(
    paths: tuple[str, ...] = PATHS, lengths: tuple[int, ...] = LENGTHS
) -> tuple[list[Result], str]:
    """All pages at all lengths, and the version of the browser."""
    results = []
    with two_servers() as (app, other), sync_playwright() as playwright:
        browser = launch(playwright)
        empty = Tab(open_tab(browser, other), '[data-testid="stSlider"] input', empty=True)
        settle(empty.page, matrix=False)
        for path in paths:
            for n in lengths:
                for way in WAYS if n == BOTH_WAYS_AT else tuple(WAYS)[:1]:
                    page = open_tab(browser, app + link(path, n))
                    results.append(_result(page, path, n, way, empty))
                    page.context.close()
        version = browser.version
        browser.close()
    return results, version


def _result(page: Page, path: str, n: int, way: str, empty: Tab) -> Result:
    settle(page, quiet_ms=400)
    name = SLIDERS.get(path, "d_k")
    ours = Tab(page, f'.st-key-slider-{name} [data-testid="stSlider"] input', way)
    result = Result(path, name, way, n, *compare(ours, empty))
    print(f"{path} n = {n}, {way}: {result.ratio:.2f}×", file=sys.stderr, flush=True)
    return result


def report(results: list[Result]) -> str:
    """The results as a Markdown table."""
    return table(HEAD, [result.row() for result in results])


if __name__ == "__main__":
    print(report(measure()[0]))
