"""Build the site of the library and take pictures of its start page and of the graph, with the system's Chromium.

Run: uv run --group browser python examples/site_pictures.py [FOLDER]
"""

import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from proofs import check
from proofs.export.site import build

PICTURES = {
    "start.png": ("index.html", 1280, 800),
    "graph.png": ("graph.html", 1280, 800),
}
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]


def take(site: Path, folder: Path) -> None:
    """Take the pictures of a site that is built."""
    folder.mkdir(parents=True, exist_ok=True)
    program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
    with sync_playwright() as p:
        browser = p.chromium.launch(executable_path=program, args=FLAGS)
        for name, (address, width, height) in PICTURES.items():
            page = browser.new_page(viewport={"width": width, "height": height})
            page.goto(f"{site.absolute().as_uri()}/{address}")
            page.evaluate("document.fonts.ready")
            page.screenshot(path=folder / name)
            print(folder / name)
        browser.close()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as made:
        build(check(), Path(made) / "site")
        take(Path(made) / "site", Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
