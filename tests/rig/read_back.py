"""Exported hands read back by third parties: pokerkit, and a model of Open Hand History.

Each reader returns a `Story`, which is compared with the hand that was written.
"""

import json
import warnings
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

import msgspec
from open_hh_models.models import OpenHandHistory
from pokerkit import HandHistory

from controller.play.records.hand_record import HandRecord


class Story(msgspec.Struct, frozen=True):
    """A hand as read back: the seated players and stacks, each action, the final stacks.

    `said` is the PHH actions, without unknown cards and without the showdown; `shown` is the cards
    that were tabled, by seat.
    """

    seats: tuple[int, ...]
    names: tuple[str, ...]
    stacks: tuple[int, ...]
    said: tuple[str, ...]
    shown: tuple[tuple[int, str], ...]
    finish: tuple[int, ...]


def written(record: HandRecord) -> Story:
    """Return the story of a hand record, which each reader must reproduce."""
    said = [word for word in record.actions if "?" not in word]
    if record.bomb:
        flop = next((n for n, word in enumerate(said) if word.startswith("d db")), len(said))
        said = [word for word in said[:flop] if word.startswith("d")] + said[flop:]
    return Story(
        record.seats, record.names, record.starting_stacks, *_apart(said, record.seats),
        record.finishing_stacks,
    )  # fmt: skip


def _apart(
    said: Iterable[str], seats: tuple[int, ...]
) -> tuple[tuple[str, ...], tuple[tuple[int, str], ...]]:
    """Return the actions without the showdown's, and the cards tabled in it."""
    words, shown = [], {}
    for word in said:
        parts = word.split()
        if len(parts) > 1 and parts[1] == "sm":
            if len(parts) > 2 and parts[2] != "-":
                shown[seats[int(parts[0][1:]) - 1]] = "".join(sorted(_cards(parts[2])))
        else:
            words.append(word)
    return tuple(words), tuple(sorted(shown.items()))


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def by_pokerkit_phh(text: str) -> list[Story]:
    """Return the hands of a .phhs file as pokerkit reads and replays them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [_of_history(one, list(one.actions)) for one in HandHistory.loads_all(text)]


def by_pokerkit_text(text: str) -> list[Story]:
    """Return hands in PokerStars' format as pokerkit reads and replays them: no-limit hold'em."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = list(HandHistory.from_pokerstars(text, error_status=True))
        return [_of_history(one, list(one.actions)) for one in found]


def _of_history(history: HandHistory, said: list[str]) -> Story:
    seats, names = history.seats, history.players
    assert seats is not None
    assert names is not None
    *_, last = history
    words, shown = _apart([word for word in said if "?" not in word], tuple(seats))
    stacks = tuple(map(int, history.starting_stacks))
    finish = tuple(map(int, last.stacks))
    return Story(tuple(seats), tuple(names), stacks, words, shown, finish)


def by_their_ohh(text: str) -> list[Story]:
    """Return the hands of an .ohh file as the public model reads them; raises `ValidationError`."""
    parts = [json.loads(part)["ohh"] for part in text.split("\n\n") if part]
    for part in parts:
        # Their model requires a member that the specification does not have.
        part["bet_limit"]["action"] = "PotLimit"
    return [_of_ohh(OpenHandHistory.model_validate(part)) for part in parts]


def _of_ohh(hand: OpenHandHistory) -> Story:
    """Return a hand with its players in order from the left of the button, as in other readers."""
    seated = {player.seat: player for player in hand.players}
    order = sorted(seated, key=lambda seat: (seat <= hand.dealer_seat, seat))
    place = {seated[seat].id: f"p{n}" for n, seat in enumerate(order, 1)}
    seat_of = {player.id: player.seat for player in hand.players}
    left: dict[int, int] = {one.id: int(one.starting_stack) for one in hand.players}
    said: list[str] = []
    shown: dict[int, str] = {}
    for street in hand.rounds:
        bets: dict[int, int] = defaultdict(int)
        if street.cards:
            said.append("d db " + "".join(street.cards))
        for act in street.actions:
            assert act.player_id is not None
            amount = int(act.amount or 0)
            left[act.player_id] -= amount
            if act.action != "Post Ante":
                bets[act.player_id] += amount
            cards = "".join(act.cards or ())
            if word := _word(act.action, place[act.player_id], cards, bets[act.player_id]):
                said.append(word)
            if act.action == "Shows Cards":
                shown[seat_of[act.player_id]] = "".join(sorted(_cards(cards)))
    for pot in hand.pots:
        for win in pot.player_wins or ():
            left[win.player_id] += int(win.win_amount)
    pots = sum(int(pot.amount) - int(pot.rake or 0) for pot in hand.pots)
    won = sum(int(win.win_amount) for pot in hand.pots for win in pot.player_wins or ())
    if pots != won:
        raise ValueError(f"the pots hold {pots} and give {won}")
    players = [seated[seat] for seat in order]
    return Story(
        tuple(order),
        tuple(one.name for one in players),
        tuple(int(one.starting_stack) for one in players),
        tuple(said),
        tuple(sorted(shown.items())),
        tuple(left[one.id] for one in players),
    )


def _word(action: str, who: str, cards: str, to: int) -> str:
    """Return the PHH word for an Open Hand History action, empty for a post."""
    match action:
        case "Dealt Cards":
            return f"d dh {who} {cards}"
        case "Fold":
            return f"{who} f"
        case "Check" | "Call":
            return f"{who} cc"
        case "Bet" | "Raise":
            return f"{who} cbr {to}"
    return ""


def _only_checks_more(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Return whether a reader has our actions, plus checks by players whom nobody can bet against.

    pokerkit has the big blind act before it deals the board to all-in players.
    """
    left = list(ours)
    for word in theirs:
        if left and word == left[0]:
            left.pop(0)
        elif not word.endswith(" cc"):
            return False
    return not left


def differences(wanted: Story, found: Story, *, names: bool = True) -> list[str]:
    """Return how a reader's result differs from the written hand; empty if it does not."""
    told = []
    for field in Story.__struct_fields__:
        ours: Any = getattr(wanted, field)
        theirs: Any = getattr(found, field)
        if field == "said" and _only_checks_more(ours, theirs):
            continue
        if ours != theirs and (names or field != "names"):
            told.append(f"{field}: {theirs}, and {ours} was written")
    return told
