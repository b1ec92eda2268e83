"""A real Chromium for tests, benchmark and pictures: `python -m scripts.browser` prints its path.

Uses one that is installed, else installs one, else says what to do. Nothing is skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
MAC_APPLICATIONS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
)
DEBIAN_PACKAGES = ("chromium", "fonts-noto-cjk", "fonts-noto-color-emoji")

# What Playwright's own part needs, and a small Debian lacks.
DRIVER_PACKAGE = "libatomic1"

ASK_PLAYWRIGHT = """
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    print(playwright.chromium.executable_path)
"""

NO_DRIVER = (
    "Playwright is installed but does not start. On Debian or Ubuntu run: "
    f"sudo apt-get install {DRIVER_PACKAGE}"
)
NO_BROWSER = (
    "No Chromium was found, and none could be installed. Install Chromium or Google Chrome, "
    "or set the environment variable CHROMIUM to the path of one."
)
NO_FONT = (
    "No font with Chinese characters is installed, so the browser would draw boxes. "
    "On Debian or Ubuntu run: sudo apt-get install fonts-noto-cjk"
)

ARGUMENTS = (
    # As root, and in containers with a small /dev/shm, Chromium does not start without these.
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # It must not look for anything outside: the app works without a network, and so do its tests.
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
)

# A page that a test loads is gone before V8's optimising compilers pay: they took a fifth of the
# tests' time. Readers' browsers, and so the benchmark and the pictures, have them.
BRIEF = "--js-flags=--invocation-count-for-maglev=5000,--no-opt"


class Missing(RuntimeError):
    """Something on the machine is missing; the message says what and how to get it."""


def find_browser() -> Path | None:
    """The Chromium that the tests use: $CHROMIUM, an installed one, or Playwright's own."""
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        if not _answers(Path(chosen)):
            raise Missing(f"CHROMIUM is set to {chosen}, which is not a browser that starts.")
        return Path(chosen)
    return next(filter(_answers, _candidates()), None)


def _candidates() -> Iterator[Path]:
    for name in NAMES:
        if found := shutil.which(name):
            yield Path(found)
    for folder in (Path("/Applications"), Path.home() / "Applications"):
        yield from (folder / application for application in MAC_APPLICATIONS)
    if own := _playwrights_own():
        yield own


def _playwrights_own() -> Path | None:
    """Where Playwright would keep its browser; None if it does not even start.

    Asked in another process, because a test may have a Playwright running in this one.
    """
    answer = subprocess.run([sys.executable, "-c", ASK_PLAYWRIGHT], capture_output=True, text=True)
    return Path(answer.stdout.strip()) if answer.returncode == 0 else None


def _answers(path: Path) -> bool:
    # On some systems `chromium-browser` is a script that only says where to get the browser.
    # On Windows the flag opens a window instead, so there the file alone has to do.
    if not path.is_file() or sys.platform == "win32":
        return path.is_file()
    try:
        command = [str(path), "--version"]
        return subprocess.run(command, capture_output=True, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def require_browser() -> Path:
    """A Chromium, installed now if there is none; Missing says what to do if that fails."""
    _require_driver()
    found = find_browser()
    if found is None:
        _install_browser()
        found = find_browser()
    if found is None:
        raise Missing(NO_BROWSER)
    _require_font()
    return found


def _require_driver() -> None:
    if _playwrights_own() is None:
        if _has_apt() and _is_root():
            _apt_install(DRIVER_PACKAGE)
        if _playwrights_own() is None:
            raise Missing(NO_DRIVER)


def _install_browser() -> None:
    if _is_debian() and _is_root():
        _apt_install(*DEBIAN_PACKAGES)
        return
    _run([sys.executable, "-m", "playwright", "install", "chromium"])


def _require_font() -> None:
    if not sys.platform.startswith("linux") or _knows_chinese():
        return
    if _has_apt() and _is_root():
        _apt_install("fontconfig", *DEBIAN_PACKAGES[1:])
    if not _knows_chinese():
        raise Missing(NO_FONT)


def _knows_chinese() -> bool:
    if shutil.which("fc-list") is None:
        return False
    listed = subprocess.run(["fc-list", ":lang=zh"], capture_output=True, text=True)
    return bool(listed.stdout.strip())


def _has_apt() -> bool:
    return shutil.which("apt-get") is not None


def _is_debian() -> bool:
    # Ubuntu's package of that name only points to a snap, which containers cannot run.
    release = Path("/etc/os-release")
    lines = release.read_text(encoding="utf-8").splitlines() if release.is_file() else []
    return _has_apt() and "ID=ubuntu" not in lines


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _apt_install(*packages: str) -> None:
    wait = ["-o", "DPkg::Lock::Timeout=300"]
    _run(["apt-get", "-q", *wait, "update"])
    _run(["apt-get", "-q", *wait, "install", "-y", "--no-install-recommends", *packages])


def _run(command: list[str]) -> None:
    """Run, showing the command; whether it helped is asked afterwards, not here."""
    print("Running:", " ".join(command), file=sys.stderr, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    subprocess.run(command, stdout=sys.stderr, stdin=subprocess.DEVNULL, env=environment)


def launch(playwright: Playwright, *more: str, **options: Any) -> Browser:
    """Start the Chromium that require_browser() finds, with these arguments in addition."""
    return playwright.chromium.launch(
        executable_path=require_browser(), args=[*ARGUMENTS, *more], **options
    )


SETTLED = """
([matrix, quiet]) => {
  const app = document.querySelector('[data-testid="stApp"]');
  const hosts = [...document.querySelectorAll('[data-testid="stMain"] *')];
  const shown = () => hosts.some((host) => host.shadowRoot?.querySelector('[role="grid"]'));
  if (document.querySelector('[data-testid="stException"]')) return 'broken';
  const idle = app?.dataset.testScriptState === 'notRunning' && (!matrix || shown());
  const now = performance.now();
  window.__busy = idle ? window.__busy ?? now : now;
  return now - window.__busy >= quiet && 'settled';
}
"""


def settle(page: Page, *, matrix: bool = True, quiet_ms: int = 150) -> None:
    """Wait until the script has been idle for a moment and the matrix view is there.

    After a click or key, prefer expect(...) on what must change: it waits for the change itself.
    """
    page.evaluate("window.__busy = performance.now()")
    found = page.wait_for_function(SETTLED, arg=[matrix, quiet_ms], timeout=20_000)
    assert found.json_value() == "settled", f"{page.url} shows an error instead of the page"


def main() -> int:
    """Print the path of a Chromium, installing one if need be."""
    try:
        print(require_browser())
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
