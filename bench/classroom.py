"""A class on one server: the time to the first picture, and forty readers who move a slider.

Forty browsers on this machine would measure themselves. So one browser is recorded, and forty
readers send what it sent, each at a moment of its own.
"""

from __future__ import annotations

import asyncio
import sys
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

import numpy as np
from playwright.sync_api import WebSocket, sync_playwright
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

from bench.latency import link
from bench.times import Times, table
from scripts.browser import launch, settle
from scripts.server import serve

PAGES = (("/scores", 4), ("/softmax", 12))
READERS = (1, 40)
KEYS = 4 * ["ArrowRight"] + 4 * ["ArrowLeft"]
STEPS = 12
# A class that follows the teacher moves its sliders within two seconds of one another.
SECONDS_A_STEP = 2.0
# What the page waits before it lets the rest of it follow.
REST = 0.15
TARGETS = {1: 0.5, 40: 1.0}
FIRST_PICTURE = 5.0


@dataclass
class Recording:
    """What a browser sent: to open the page, and for each key all that followed it."""

    opening: list[bytes] = field(default_factory=list)
    steps: list[list[bytes]] = field(default_factory=list)

    def hear(self, socket: WebSocket) -> None:
        socket.on("framesent", self._keep)

    def _keep(self, frame: bytes | str) -> None:
        if isinstance(frame, bytes):
            (self.steps[-1] if self.steps else self.opening).append(frame)


def record(address: str) -> tuple[Recording, float]:
    """What a browser sends that opens a page and moves d_k; and its seconds to the picture."""
    recording = Recording()
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.on("websocket", recording.hear)
        started = perf_counter()
        page.goto(address)
        page.get_by_role("grid").first.wait_for()
        seconds = perf_counter() - started
        settle(page, quiet_ms=400)
        slider = page.locator('.st-key-slider-d_k [data-testid="stSlider"] input')
        slider.focus()
        for key in KEYS:
            recording.steps.append([])
            page.keyboard.press(key)
            settle(page, quiet_ms=400)
        browser.close()
    return recording, seconds


@dataclass
class Class:
    """Readers of one server, and how long each waited, in seconds."""

    address: str
    recording: Recording
    opened: list[float] = field(default_factory=list)
    answered: list[float] = field(default_factory=list)

    async def meet(self, readers: int) -> None:
        """All open the page at once; then each moves its slider every two seconds."""
        await asyncio.gather(
            *(self._read(np.random.default_rng(place)) for place in range(readers))
        )

    async def _read(self, seed: int) -> None:
        chance = np.random.default_rng(seed)
        stream = self.address.replace("http", "ws", 1) + "/_stcore/stream"
        async with connect(stream, subprotocols=["streamlit"], max_size=None) as socket:  # type: ignore[list-item]
            self.opened.append(await self._wait(socket, self.recording.opening))
            await asyncio.sleep(SECONDS_A_STEP * chance.random())
            for count in range(STEPS):
                step, *rest = self.recording.steps[count % len(KEYS)]
                waited = await self._wait(socket, [step])
                self.answered.append(waited)
                await asyncio.sleep(REST)
                if rest:
                    await self._wait(socket, rest)
                await asyncio.sleep(SECONDS_A_STEP * chance.uniform(0.5, 1.5))

    async def _wait(self, socket: ClientConnection, frames: list[bytes]) -> float:
        """Send the frames, and wait until the runs they ask for have ended."""
        started = perf_counter()
        for frame in frames:
            await socket.send(frame)
        await _ended(socket)
        return perf_counter() - started


async def _ended(socket: ClientConnection) -> None:
    """Until a run has ended that is not begun again at once."""
    while True:
        message = ForwardMsg()
        message.ParseFromString(await socket.recv(decode=False))
        ended = message.WhichOneof("type") == "script_finished"
        if ended and message.script_finished != ForwardMsg.FINISHED_EARLY_FOR_RERUN:
            return


@dataclass(frozen=True)
class Result:
    """What a number of readers waited for on one page, in seconds."""

    path: str
    n: int
    readers: int
    opened: list[float]
    answered: list[float]

    def row(self) -> list[str]:
        target = TARGETS[self.readers]
        verdict = "met" if Times.of(self.answered).p95 <= target else "missed"
        return [
            f"`{self.path}`",
            str(self.n),
            str(self.readers),
            *(
                Times.of([1000 * seconds for seconds in waits]).text()
                for waits in (self.opened, self.answered)
            ),
            f"≤ {1000 * target:.0f} ms: {verdict}",
        ]


HEAD = [
    "page",
    "n",
    "readers",
    "opened by all at once, median / p95 ms",
    "a slider's step, median / p95 ms",
    "target for p95",
]


def measure() -> tuple[list[Result], list[float]]:
    """Every page with one reader and with a class; and the seconds from a server's start to the
    first picture of each."""
    results, pictures = [], []
    for path, n in PAGES:
        started = perf_counter()
        with TemporaryDirectory() as logs, serve("app.py", log=Path(logs) / "app.log") as address:
            starting = perf_counter() - started
            recording, opening = record(address + link(path, n))
            pictures.append(starting + opening)
            for readers in READERS:
                pupils = Class(address, recording)
                asyncio.run(pupils.meet(readers))
                results.append(Result(path, n, readers, pupils.opened, pupils.answered))
                print(f"{path} n = {n}, {readers} readers", file=sys.stderr, flush=True)
    return results, pictures


def report(results: list[Result], pictures: list[float]) -> str:
    """The results as a Markdown table, after the time to the first picture."""
    longest = max(pictures)
    verdict = "met" if longest <= FIRST_PICTURE else "missed"
    return (
        f"From the start of the server to the first picture: at most {longest:.1f} s "
        f"(target ≤ {FIRST_PICTURE:.0f} s: {verdict}).\n\n"
        + table(HEAD, [result.row() for result in results])
    )


if __name__ == "__main__":
    print(report(*measure()))
