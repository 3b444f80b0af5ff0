"""`python -m tests.streams`: keep the digests as they are now, and name the streams that changed.

With names of streams (`engine:ppc/18-board/18-flop`), print these instead.
"""

import logging
import os
import sys
from collections.abc import Sequence

from tests.streams.made import every
from tests.streams.written import FOLDER, digest, kept


def main(asked: Sequence[str]) -> int:
    """Print the streams asked for, or keep all digests."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    logging.lastResort = None  # What is logged is no part of what this prints.
    streams = every()
    if asked:
        for stream in streams:
            if f"{stream.kind}:{stream.name}" in asked:
                sys.stdout.writelines(f"{line}\n" for line in stream.lines())
        return 0
    for kind in dict.fromkeys(stream.kind for stream in streams):
        path = FOLDER / f"{kind}.tsv"
        before = kept(kind) if path.exists() else {}
        now = {stream.name: digest(stream.lines()) for stream in streams if stream.kind == kind}
        for name in sorted(now.keys() | before.keys()):
            if now.get(name) != before.get(name):
                print(f"{kind}:{name}")
        path.write_text("".join(f"{name}\t{now[name]}\n" for name in sorted(now)), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
