"""Requests that nobody would make by hand: whatever is asked, no page breaks.

`python -m tests.display.web.test_fuzz 10000` asks so often; the suite as often as fits.
"""

import random
import sys
import tempfile
from collections import Counter
from pathlib import Path
from urllib.parse import quote

from display.web.app import GATED, GATED_POSTS, OPEN, POSTS
from display.web.staff.actions import ACTIONS
from tests.display.web.world import LINK, World

ROLES = ("", "director", "floor", "desk", "screen", "auditor", "nobody", "x" * 300)
WORDS = (
    "", "1", "0", "-1", "2", "99999999999999999999", "1e9", "²", "\u0661", "a", "é" * 50, "..",
    "/", "%00", "%", "'", '"><script>', "{{7*7}}", "null", "p_1", "p_3", LINK, "\r\nX: 1", "💥",
    " ", "\x00", "../../etc/passwd", "{0.__class__}", "%s%n", "\u202e", "true", "7h Ks 2d",
    "floor", "redcactus",
)  # fmt: skip
FIELDS = (
    "name", "password", "back", "table", "seat", "player", "chips", "why", "on", "clock_runs",
    "file", "witness", "once", "command", "penalty", "person", "shown_as", "needs_ear", "index",
    "ears", "q",
)  # fmt: skip
HEADERS = ("Accept-Language", "Cookie", "Sec-Fetch-Site", "Content-Type", "Last-Event-ID", "Range")
METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "TRACE")


def address(chance: random.Random) -> str:
    """Return an address, half of the time one that there is."""
    beside = ("/static/room.css", "/static/{table}", "/language/{table}")
    known = [*OPEN, *GATED, *GATED_POSTS, *POSTS, *beside]
    path = chance.choice(known) if chance.random() < 0.8 else f"/{chance.choice(WORDS)}"
    path = path.replace("{action}", chance.choice((*ACTIONS, chance.choice(WORDS))))
    while "{" in path and "}" in path and chance.random() < 0.98:
        before, _, rest = path.partition("{")
        path = before + chance.choice(WORDS) + rest.partition("}")[2]
    query = f"?{chance.choice(FIELDS)}={chance.choice(WORDS)}" if chance.random() < 0.4 else ""
    return quote("/" + (path + query).lstrip("/"), safe="/%?=&'\"(){}")


def request(world: World, chance: random.Random) -> int:
    """Ask something at random; give the status of the answer."""
    headers = {"Origin": world.url} if chance.random() < 0.9 else {}
    role = chance.choice(ROLES)
    if role:
        headers["Cookie"] = f"session=session-of-{role}; language={chance.choice(('fr', 'x'))}"
    if chance.random() < 0.2:
        word = chance.choice(WORDS).encode("ascii", "replace").decode().strip()
        headers[chance.choice(HEADERS)] = "".join(c for c in word if c.isprintable())
    form = {chance.choice(FIELDS): chance.choice(WORDS) for _ in range(chance.randrange(6))}
    method = chance.choice(METHODS)
    return world.ask(method, address(chance), headers, form if method == "POST" else None)


def fuzz(world: World, count: int, seed: int) -> Counter[int]:
    """Ask `count` times; give how often each status was answered."""
    chance = random.Random(seed)
    return Counter(request(world, chance) for _ in range(count))


def test_whatever_is_asked_no_page_breaks(world: World) -> None:
    found = fuzz(world, 1_000, 1)
    assert not [status for status in found if status >= 500], found
    # Much of it is something that there is.
    assert found[200] > 100
    assert found[303] > 20
    assert found[403] > 50
    assert world.get("/clock").status_code == 200


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder, World(Path(folder)) as evening:
        evening.fill()
        print(dict(sorted(fuzz(evening, int(sys.argv[1]), 2).items())))
