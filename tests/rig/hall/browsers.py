"""A hall's pages in a real Chromium, each timed when what a table said is painted."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shlex import quote
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from tests.rig.chromium import FLAGS, SHELL, NoBrowser, chromium
from tests.rig.venue_room import PASSWORD

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

OF_A_HALL = (
    "--renderer-process-limit=4", "--disable-dev-shm-usage",
    # What a browser does for itself, once for each window: nothing of it is a page.
    "--disable-features=HttpsUpgrades,PreloadTopChromeWebUI,OptimizationHints,MediaRouter,Translate",
    "--host-resolver-rules=MAP *.hall.test 127.0.0.1",
)  # fmt: skip

PATIENCE_MS = 120_000

WATCH = """
window.painted = [];
addEventListener("DOMContentLoaded", () => {
  let waits = new Map();
  const take = (element) => {
    const seq = Number(element.dataset.seq);
    const table = element.id.startsWith("tile-") ? element.id.slice(5) : location.pathname.slice(7);
    if (!waits.size) requestAnimationFrame(() => {
      const channel = new MessageChannel();
      channel.port1.onmessage = () => {
        const now = performance.timeOrigin + performance.now();
        for (const [table, seq] of waits) window.painted.push([Number(table), seq, now]);
        waits = new Map();
      };
      channel.port2.postMessage(0);  // taken behind the frame's paint
    });
    waits.set(table, seq);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") take(target);
      else for (const node of addedNodes)
        if (node.nodeType === 1) {
          if (node.dataset.seq) take(node);
          for (const inner of node.querySelectorAll("[data-seq]")) take(inner);
        }
    }
  }).observe(document.body, {
    subtree: true, childList: true, attributes: true, attributeFilter: ["data-seq"],
  });
});
"""
"""Notes of each picture its table, up to which event it goes, and when it was painted."""


def pages_of(count: int, tables: int) -> list[str]:
    """Return what so many people look at: of ten one the floor, one the clock, one the bar.

    The others look at a table each. In a hall these are the floor's tablets, the screens on the
    walls, and players and watchers of some tables; who looks at their own seat looks at less.
    """
    shared = {0: "/floor", 1: "/clock", 2: "/bar"}
    return [shared.get(nth % 10, f"/table/{nth % tables + 1}") for nth in range(count)]


class Browsers:
    """Pages that are open; `painted` tells what they showed."""

    def __init__(self, pages: "Sequence[Page]") -> None:
        self._pages = pages

    def painted(self) -> list[tuple[int, list[tuple[int, float]]]]:
        """Return for each table that each page shows the events up to which it did, and when."""
        found: list[tuple[int, list[tuple[int, float]]]] = []
        for page in self._pages:
            by_table: dict[int, list[tuple[int, float]]] = {}
            for table, seq, at in page.evaluate("window.painted"):
                by_table.setdefault(table, []).append((seq, at))
            found += by_table.items()
        return found


@contextmanager
def browsers(port: int, paths: Sequence[str]) -> Iterator[Browsers]:
    """Open pages as somebody of the staff, all of which are seen."""
    if not paths:
        yield Browsers(())
        return
    program = chromium()
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory(prefix="tapis-browser-") as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=_by_anybody(program, Path(folder)), args=FLAGS + OF_A_HALL
        )
        try:
            session = _signed_in(browser.new_context(), port)
            opened, contexts = [], _contexts(browser, apart=not program.endswith(SHELL))
            for nth, path in enumerate(paths):
                # A browser has six streams of a host at most: each page has a host of its own.
                url = f"http://page{nth}.hall.test:{port}"
                context = next(contexts)
                context.add_cookies([{"name": "session", "value": session, "url": url}])
                page = context.new_page()
                page.goto(url + path, wait_until="domcontentloaded", timeout=PATIENCE_MS)
                opened.append(page)
            yield Browsers(opened)
        finally:
            browser.close()


def _contexts(browser: "Browser", *, apart: bool) -> "Iterator[BrowserContext]":
    """Yield where each page is opened: together, or `apart`, each in a window of its own.

    A tab that is not in front paints once a second. The shell has no windows, and paints all; there
    fifty people's browsers, of which no computer has to carry two, take four processes.
    """
    while True:
        context = browser.new_context()
        context.add_init_script(WATCH)
        yield context
        while not apart:
            yield context


def _by_anybody(program: str, folder: Path) -> str:
    """Return what starts a browser as for somebody who is not root.

    Else it puts its own threads before all others of the machine (nice -8), which nobody's does.
    """
    if os.geteuid() != 0 or which("setpriv") is None:
        return program
    started = folder / "browser"
    drop = "--bounding-set -sys_nice --inh-caps -sys_nice"
    started.write_text(f'#!/bin/sh\nexec setpriv {drop} -- {quote(program)} "$@"\n')
    started.chmod(0o755)
    return str(started)


def _signed_in(context: "BrowserContext", port: int) -> str:
    """Return the session of somebody who has signed in."""
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{port}/sign-in", timeout=PATIENCE_MS)
    page.fill("[name=name]", "bench")
    page.fill("[name=password]", PASSWORD)
    page.click("main button")
    page.wait_for_load_state()
    page.close()
    for cookie in context.cookies():
        if cookie.get("name") == "session":
            return str(cookie.get("value"))
    raise NoBrowser("the pages let nobody sign in")
