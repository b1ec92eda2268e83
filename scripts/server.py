"""A fresh Streamlit server of an entry script, for tests, benchmark and pictures."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

ROOT = Path(__file__).resolve().parent.parent
START_SECONDS = 60.0

# A proxy of the machine has nothing to say about 127.0.0.1.
_direct = build_opener(ProxyHandler({}))


@contextmanager
def serve(entry: str = "app.py", *, log: Path) -> Iterator[str]:
    """The address of a server that runs until the block ends; its output goes to `log`."""
    port = _free_port()
    command = [sys.executable, "-m", "streamlit", "run", entry]
    flags = {
        "server.port": str(port),
        "server.address": "127.0.0.1",
        "server.fileWatcherType": "none",
    }
    for name, value in flags.items():
        command += [f"--{name}", value]
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT
        )
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_until_healthy(process, address, log)
        yield address
    finally:
        _stop(process)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _wait_until_healthy(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline:
        if process.poll() is not None:
            break
        try:
            with _direct.open(f"{address}/_stcore/health", timeout=1):
                return
        except (URLError, OSError):
            time.sleep(0.1)
    shown = log.read_text(encoding="utf-8", errors="replace")
    raise RuntimeError(f"The server at {address} did not start. Its output:\n{shown}")


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
