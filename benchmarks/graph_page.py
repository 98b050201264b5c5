"""The time that the page of the proof graph takes to draw all statements again, beside an empty loop.

Run: uv run --group browser python benchmarks/graph_page.py

Two views are drawn in Chromium: every use is shown, then one statement with what it rests on and what rests on it. The
loop of 10^8 square roots says how fast the machine is and how busy; the views should take less than ten such loops.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from proofs import library
from proofs.export.site.pages import pages

LOOP = """() => {
  const t = performance.now();
  let sum = 0;
  for (let k = 0; k < 1e8; k++) sum += Math.sqrt(k);
  return sum > 0 ? performance.now() - t : 0;
}"""
TWO_VIEWS = """() => {
  const t = performance.now(), click = new MouseEvent('click', {bubbles: true, cancelable: true});
  document.querySelector('[name="every"]').click();
  document.querySelector('#nodes a[data-id="KS:lemma-6"]').dispatchEvent(click);
  return performance.now() - t;
}"""


def write_graph(folder: Path) -> int:
    """Write the graph's page of the library, and the files that it needs; return the number of statements."""
    report = library.check()
    for page in pages(report):
        if page.url == "graph.html" or page.url.startswith("static/"):
            made = page.render()
            (folder / page.url).parent.mkdir(exist_ok=True)
            (folder / page.url).write_bytes(made.encode() if isinstance(made, str) else made)
    return len(report.items)


def main() -> None:
    """Print the times of an empty loop and of two views."""
    browser = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        count = write_graph(Path(name))
        running = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox", "--disable-gpu"])
        page = running.new_page()
        page.goto(f"{Path(name).as_uri()}/graph.html#displays=1")
        empty, views = page.evaluate(LOOP), page.evaluate(TWO_VIEWS)
        print(f"{count} statements: two views in {views:.0f} ms, {views / empty:.1f} empty loops of {empty:.0f} ms")
        running.close()


if __name__ == "__main__":
    main()
