"""A hall's pages in a real Chromium: the times at which they paint a table's changes."""

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
    # A browser's own overhead for each window, which is not part of a page.
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
"""Records for each picture its table, its last event, and the time at which it was painted."""


def pages_of(count: int, tables: int) -> list[str]:
    """Return the pages that `count` people view: of ten, one the floor, one the clock, one the bar.

    The others view one table each. In a hall these are the floor's tablets, the wall screens, and
    players and spectators of some tables; a player's own seat page is smaller.
    """
    shared = {0: "/floor", 1: "/clock", 2: "/bar"}
    return [shared.get(nth % 10, f"/table/{nth % tables + 1}") for nth in range(count)]


class Browsers:
    """The open pages; `painted` returns what they showed."""

    def __init__(self, pages: "Sequence[Page]") -> None:
        self._pages = pages

    def painted(self) -> list[tuple[int, list[tuple[int, float]]]]:
        """Return for each table page its last event after each paint, with the time."""
        found: list[tuple[int, list[tuple[int, float]]]] = []
        for page in self._pages:
            by_table: dict[int, list[tuple[int, float]]] = {}
            for table, seq, at in page.evaluate("window.painted"):
                by_table.setdefault(table, []).append((seq, at))
            found += by_table.items()
        return found


@contextmanager
def browsers(port: int, paths: Sequence[str]) -> Iterator[Browsers]:
    """Open pages as a signed-in staff member, all of them visible."""
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
                # A browser opens at most six streams to a host, so each page has its own host.
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
    """Yield a context for each page: shared, or `apart`, each in a window of its own.

    A background tab paints only once a second. The headless shell has no windows and paints all
    pages; there fifty people's browsers share four processes, though each has its own computer in
    reality.
    """
    while True:
        context = browser.new_context()
        context.add_init_script(WATCH)
        yield context
        while not apart:
            yield context


def _by_anybody(program: str, folder: Path) -> str:
    """Return a script that starts a browser as an unprivileged user.

    As root it would raise the priority of its own threads (nice -8), which no user's browser does.
    """
    if os.geteuid() != 0 or which("setpriv") is None:
        return program
    started = folder / "browser"
    drop = "--bounding-set -sys_nice --inh-caps -sys_nice"
    started.write_text(f'#!/bin/sh\nexec setpriv {drop} -- {quote(program)} "$@"\n')
    started.chmod(0o755)
    return str(started)


def _signed_in(context: "BrowserContext", port: int) -> str:
    """Return the session of a signed-in user."""
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
