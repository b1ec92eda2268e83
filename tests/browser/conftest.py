"""A real server and a real Chromium for the tests of this folder.

    def test_the_score_is_painted(visit, look):
        page = visit("/scores", d_k=3)

`visit` opens a page of the shared server in the language, theme and size of `look` and waits until
it is settled. `@pytest.mark.parametrize("look", [{"theme": "dark"}], indirect=True)` chooses
another look. `fresh_server` gives a test a server nobody has talked to, `new_tab` a second tab.

Every test also fails if a page throws an error, asks for anything that is not on this machine, or
makes the server write a traceback. A failing test leaves a screenshot, the console and the
server's output in test-results/.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal
from urllib.parse import urlencode, urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from scripts.browser import BRIEF, Missing, launch, settle
from scripts.server import ROOT, serve

HERE = Path(__file__).resolve().parent
RESULTS = ROOT / "test-results"
LOCAL = {"127.0.0.1", "localhost"}
LOCALES = {"en": "en-US", "zh": "zh-CN"}
failed = pytest.StashKey[bool]()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Everything in this folder carries the mark that `make check` leaves out, and runs last."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: HERE in item.path.parents)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Remember whether the test failed, so that its fixtures can keep the evidence."""
    report = yield
    if report.when == "call":
        item.stash[failed] = report.failed
    return report


@dataclass(frozen=True)
class Look:
    """How a browser tab is set up."""

    language: str = "en"
    theme: Literal["light", "dark"] = "light"
    width: int = 1280
    height: int = 800
    reduced_motion: bool = False
    touch: bool = False

    def of_window(self) -> dict[str, Any]:
        """What a browser window has for good, in Playwright's words."""
        return {"locale": LOCALES[self.language], "has_touch": self.touch}

    def dress(self, tab: Page) -> None:
        """Give a tab the rest."""
        tab.set_viewport_size({"width": self.width, "height": self.height})
        motion: Literal["reduce", "no-preference"] = (
            "reduce" if self.reduced_motion else "no-preference"
        )
        tab.emulate_media(color_scheme=self.theme, reduced_motion=motion)


@dataclass
class Watch:
    """What one test's tabs said and did."""

    console: list[str] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def over(self, page: Page) -> None:
        """Listen to a tab from its first request on."""
        for event, listener in self._listeners.items():
            page.on(event, listener)

    def leave(self, page: Page) -> None:
        """Listen to a tab no more."""
        for event, listener in self._listeners.items():
            page.remove_listener(event, listener)

    def __post_init__(self) -> None:
        self._listeners: dict[Any, Callable[[Any], None]] = {
            "console": lambda line: self.console.append(f"{line.type}: {line.text}"),
            "pageerror": lambda error: self.errors.append(f"{error}\n{error.stack or ''}"),
            "request": lambda request: self._asked(request.url),
            "websocket": lambda socket: self._asked(socket.url),
        }

    def problems(self, server_output: str) -> list[str]:
        """Why the test fails although its own checks passed."""
        traceback = [server_output] if "Traceback" in server_output else []
        return [
            *(f"The page threw: {error}" for error in self.errors),
            *(f"Asked for something that is not on this machine: {url}" for url in self.outside),
            *(f"The server wrote a traceback:\n{text}" for text in traceback),
        ]

    def _asked(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme in {"http", "https", "ws", "wss"} and parts.hostname not in LOCAL:
            self.outside.append(url)


@dataclass
class Window:
    """Tabs that a test which is done leaves to the next: a new one would compile all of Streamlit's
    scripts again, which is half the work of a test."""

    context: BrowserContext
    free: list[Page] = field(default_factory=list)

    def open_tab(self, look: Look) -> Page:
        """A tab that is empty and as new."""
        tab = self.free.pop() if self.free else self.context.new_page()
        look.dress(tab)
        return tab

    def take_back(self, tab: Page) -> None:
        """What a test did to the tab is forgotten; one that it closed is gone.

        A test that gives its tab a script for every page closes it, for that cannot be taken back.
        """
        if tab.is_closed():
            return
        if tab.url.startswith("http"):
            tab.evaluate("localStorage.clear(); sessionStorage.clear()")
        tab.goto("about:blank")
        # A history is full at fifty entries, and then grows no more.
        session = self.context.new_cdp_session(tab)
        session.send("Page.resetNavigationHistory")
        session.detach()
        tab.mouse.move(0, 0)
        self.context.clear_cookies()
        self.context.clear_permissions()
        self.free.append(tab)


@dataclass
class Server:
    """A running server and where its output goes."""

    address: str
    log: Path

    def output(self, start: int = 0) -> str:
        """What it has written from the byte `start` on."""
        return self.log.read_bytes()[start:].decode("utf-8", "replace")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        try:
            chromium = launch(playwright, BRIEF)
        except Missing as missing:
            pytest.fail(str(missing), pytrace=False)
        yield chromium
        chromium.close()


@pytest.fixture(scope="session")
def windows(browser: Browser) -> dict[tuple[str, bool], Window]:
    """One browser window for all looks that differ only in what a tab can change."""
    return {}


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server of the app for all tests; each tab is a session of its own."""
    log = tmp_path_factory.mktemp("server") / "server.log"
    with serve(log=log) as address:
        yield Server(address, log)


@pytest.fixture
def fresh_server(tmp_path: Path, servers: list[Server]) -> Iterator[Server]:
    """A server that nobody has talked to yet."""
    log = tmp_path / "fresh-server.log"
    with serve(log=log) as address:
        servers.append(Server(address, log))
        yield servers[-1]


@pytest.fixture
def servers(server: Server) -> list[Server]:
    """The servers of this test: the shared one, and a fresh one after it if it asks for one."""
    return [server]


@pytest.fixture
def look(request: pytest.FixtureRequest) -> Look:
    """English, light, 1280×800, unless the test is parametrised otherwise."""
    return Look(**getattr(request, "param", {}))


@pytest.fixture
def watch() -> Watch:
    """What the tabs of this test said; a test that provokes an error empties a list."""
    return Watch()


@pytest.fixture
def new_tab(
    request: pytest.FixtureRequest,
    browser: Browser,
    windows: dict[tuple[str, bool], Window],
    servers: list[Server],
    watch: Watch,
    look: Look,
) -> Iterator[Callable[..., Page]]:
    """Open an empty tab: new_tab(theme="dark") differs from `look` in that."""
    tabs: list[tuple[Window, Page]] = []
    starts = {server.address: server.log.stat().st_size for server in servers}

    def open_tab(**changes: Any) -> Page:
        chosen = replace(look, **changes)
        kind = (chosen.language, chosen.touch)
        if kind not in windows:
            windows[kind] = Window(browser.new_context(**chosen.of_window()))
        window = windows[kind]
        tab = window.open_tab(chosen)
        tabs.append((window, tab))
        watch.over(tab)
        return tab

    yield open_tab

    written = "".join(server.output(starts.get(server.address, 0)) for server in servers)
    problems = watch.problems(written)
    spoilt = problems or request.node.stash.get(failed, True)
    if spoilt:
        _keep_evidence(request.node, [tab for _, tab in tabs], watch, written)
    for window, tab in tabs:
        watch.leave(tab)
        # Nobody knows in which state a test left it that stopped half-way.
        if spoilt:
            tab.close()
        window.take_back(tab)
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def page(new_tab: Callable[..., Page]) -> Page:
    """The test's tab."""
    return new_tab()


@pytest.fixture
def visit(page: Page, servers: list[Server], look: Look) -> Callable[..., Page]:
    """Go to a page of the app and wait for it: visit("/scores", d_k=3, tab=other).

    The language of `look` goes into the link; lang=None leaves that to the browser. A test with
    `fresh_server` visits that one.
    """

    def go(path: str = "/", *, tab: Page = page, matrix: bool = True, **link: Any) -> Page:
        link = {"lang": look.language, **link}
        query = urlencode({name: value for name, value in link.items() if value is not None})
        tab.goto(f"{servers[-1].address}{path}?{query}")
        settle(tab, matrix=matrix)
        return tab

    return go


def _keep_evidence(node: pytest.Item, tabs: list[Page], watch: Watch, written: str) -> None:
    RESULTS.mkdir(exist_ok=True)
    name = re.sub(r"[^\w.-]+", "-", node.name, flags=re.ASCII).strip("-")
    for count, tab in enumerate(tabs):
        tab.screenshot(path=RESULTS / f"{name}-{count}.png", full_page=True)
    lines = [*watch.console, *watch.errors, "", "Server:", written]
    (RESULTS / f"{name}.log").write_text("\n".join(lines), encoding="utf-8")
    node.add_report_section("teardown", "server", written)
