"""Take the README's screenshots from the running app: `python -m scripts.pictures`."""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from scripts.browser import launch, settle
from scripts.server import ROOT, serve

FOLDER = ROOT / "assets" / "images"
SHOTS = (("scores", "en", "light"), ("scores", "zh", "light"))


def main() -> None:
    """Overwrite every picture the READMEs show."""
    FOLDER.mkdir(exist_ok=True)
    log = Path(tempfile.gettempdir()) / "pictures-server.log"
    with serve(log=log) as address, sync_playwright() as playwright:
        browser = launch(playwright)
        for stage, lang, theme in SHOTS:
            page = browser.new_page(
                viewport={"width": 1280, "height": 800}, color_scheme=theme, locale=lang
            )
            page.goto(f"{address}/{stage}?lang={lang}")
            settle(page)
            page.screenshot(path=FOLDER / f"{stage}-{lang}-{theme}.png")
            page.close()
        browser.close()


if __name__ == "__main__":
    main()
