"""Random hands end as they do on pokerkit, but where a rule of ours says otherwise."""

import json
from collections import Counter

import msgspec
import pytest
from typer.testing import CliRunner

from controller.houses.loader import load_house
from tests.rig.differential import (
    PLAYED,
    RULES,
    chance,
    compare,
    invent,
    play_ours,
    run,
)
from tests.rig.payouts import Invented, paid_out

HANDS = 250
HOUSE = load_house("fidpa")


def test_payouts_are_those_of_pokerkit_but_for_the_rules_that_differ() -> None:
    report = run(HANDS)
    assert report.unexplained == ()
    # The rest is explained, but a rule that explains everything would prove nothing.
    assert report.equal > 0.8 * HANDS
    assert sum(found.hands for found in report.ruled_differently) == HANDS - report.equal
    assert {found.rule for found in report.ruled_differently} <= set(RULES)


def test_the_random_hands_go_where_rules_are_hard() -> None:
    """All of what the generator promises is there: table sizes, antes, short stacks, side pots."""
    sizes: Counter[int] = Counter()
    games: Counter[object] = Counter()
    antes: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    for number in range(300):
        rng = chance(number, 5)
        invented = invent(rng)
        played = play_ours(invented, HOUSE, rng)
        sizes[len(played.order)] += 1
        level = invented.level
        games[level.game, level.structure] += 1
        antes["ante" if level.ante else "big" if level.big_blind_ante else "none"] += 1
        events = [event for public, _ in played.steps for event in public]
        seen.update({event.type for event in events})
        seen["side pot"] += any(getattr(event, "pot", 0) > 0 for event in events)
        seen["short"] += any(getattr(event, "short", False) for event in events)
    assert set(sizes) == set(range(2, 11))
    assert set(antes) == {"none", "ante", "big"}
    assert set(games) == set(PLAYED)
    assert min(seen["side pot"], seen["short"], seen["bet.returned"], seen["cards.tabled"]) > 20


def test_a_wrong_payout_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """One chip that goes to the wrong winner is no rule of ours: the comparison says so."""
    from tests.rig import differential

    def one_chip_wrong(invented: Invented, *others: object) -> object:
        played = play_ours(invented, *others)  # type: ignore[arg-type]
        seats = list(played.table.seats)
        first, second = (seats[seat] for seat in played.order[:2])
        seats[played.order[0]] = msgspec.structs.replace(first, stack=first.stack + 1)
        seats[played.order[1]] = msgspec.structs.replace(second, stack=second.stack - 1)
        table = msgspec.structs.replace(played.table, seats=tuple(seats))
        return played._replace(table=table)

    alike = [number for number in range(20) if not compare(number, 0, HOUSE)[0]]
    monkeypatch.setattr(differential, "play_ours", one_chip_wrong)
    for number in alike:
        found, _ = compare(number, 0, HOUSE)
        assert found.startswith("ours [")


def test_odd_chips_are_moved_only_between_the_winners_of_a_pot() -> None:
    """What explains a difference keeps the chips in the hands of those who have won."""
    for number in range(200):
        rng = chance(number, 3)
        invented = invent(rng)
        played = play_ours(invented, HOUSE, rng)
        ours = [played.table.seats[seat].stack for seat in played.order]
        assert ours == paid_out(invented, played, one_each=True)
        hand = played.table.hand
        winners = {award.seat for award in hand.awards}
        for merged in (False, True):
            theirs = paid_out(invented, played, one_each=False, merged=merged)
            assert sum(theirs) == sum(ours)
            changed = zip(played.order, ours, theirs, strict=True)
            assert all(a == b or seat in winners for seat, a, b in changed)


def test_the_command_prints_the_report_for_machines() -> None:
    import typer

    from tests.rig.differential import differential

    app = typer.Typer()
    app.command()(differential)
    result = CliRunner().invoke(app, ["--hands", "30", "--seed", "2", "--json"])
    assert result.exit_code == 0
    report = json.loads(result.stdout)
    assert (report["hands"], report["seed"], report["unexplained"]) == (30, 2, [])
