"""A wired table whose board and badges lie on PC/SC readers, in a process of its own.

It begins with a scenario: a remedy on the board, with a wrong step on the way.

libpcsclite looks for its pcscd once in the life of a process. Prints what came of it as JSON.
"""

import json
import random
from pathlib import Path

from controller.contract.observations import BadgeAt, BadgeLeft
from controller.contract.public import BoardDealt, DeviceLostSeen, IrregularityFound
from controller.houses.loader import shipped_houses
from controller.play.game import DealtGame
from controller.play.runner import Runner, set_up
from controller.play.script import language
from controller.play.sinks.wire import WireSink
from controller.play.sinks.wiring import Wiring
from hardware.twin.bank import Bank

SCENARIO = Path(__file__).parents[2] / "scenarios/ppc/18-board/18-wrong-step.scn"
AFTER = """
expect turn 2
2 checks ; 3 checks ; 1 checks
turn
expect turn 2
"""


def lay_badge_and_take_it_away(sink: WireSink, seat: int) -> None:
    """Wait each time until the table has read the change."""
    zone, uid = f"badge.{seat}", Bank(sink.registry, random.Random(1)).badge("Bruno")
    said = len(sink._said)
    sink.twin.put(uid, zone)
    sink._twin_until(sink.twin.now)
    laid, left = BadgeAt(0, seat, "Bruno"), BadgeLeft(0, seat)
    sink._wait_for(lambda: laid in sink._said[said:], "the badge is not seen")
    sink.twin.take(uid)
    sink._wait_for(lambda: left in sink._said[said:], "the badge is still seen")


def main() -> None:
    """Play the scenario, restart pcscd, deal the turn; lay a badge at a seat, take it away."""
    # pcscd comes back within a second of the wall's, which may not be longer than a card's way.
    wiring = Wiring(speed=3.0, readers="all")
    try:
        statements = language.read(SCENARIO, shipped_houses())
        game = DealtGame(set_up(statements, depth="wire", noise="typical"), wiring=wiring)
        try:
            runner, sink = Runner(game), game.sink
            assert isinstance(sink, WireSink)
            failures = list(runner.play(statements).failures)
            assert wiring.pcscd is not None
            wiring.pcscd.stop()
            wiring.pcscd.start()
            sink.wait(6_000)
            blind = game.table.devices.blind_zones
            failures += runner.play(language.parse(AFTER)).failures
            lay_badge_and_take_it_away(sink, 2)
        finally:
            game.close()
        events = game.events
        print(json.dumps({
            "failures": [failure.why for failure in failures],
            "irregular": [event.kind for event in events if isinstance(event, IrregularityFound)],
            "streets": [event.street for event in events if isinstance(event, BoardDealt)],
            "lost": sorted({event.device for event in events if isinstance(event, DeviceLostSeen)}),
            "blind": sorted(blind),
        }))  # fmt: skip
    finally:
        wiring.close()


if __name__ == "__main__":
    main()
