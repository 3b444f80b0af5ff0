"""Open rulings: which one is next, which of its steps are done, and which cards are stray."""

from itertools import takewhile

from msgspec.structs import replace

from controller.contract.public import RulingClosed, RulingStep, RulingWrong
from controller.contract.rules import MIXED, Closing, Kind, Subject
from controller.table.rulings.irregularities import OVER, announce, put_ruling
from controller.table.rulings.steps import goal_of, goals_of, next_goal
from controller.table.rulings.steps.burns_read import BURN, burns_unread
from controller.table.rulings.steps.cards_dealt import Burn, Deal
from controller.table.rulings.steps.cards_returned import SetAside, TakeBack
from controller.table.rulings.steps.goal import BOARD, Goal
from controller.table.rulings.steps.hands import blinds_left, cards_cleared
from controller.table.rulings.void_hands import void_hand, voids
from controller.table.state import HAND_ZONES, IN_A_HAND, PLACE, Play, Ruling, Step, Table

_OF_THE_HAND = frozenset({"lacking", "surplus"})
"""The words of `Remedy.when` for a pot that is wrong during the current hand."""

_OF_A_LIVE_HAND = frozenset({Kind.BET_SHORT_CALL, Kind.BET_NOT_MULTIPLE, Kind.BET_OUT_OF_TURN})
"""The kinds of irregularity about which only a player with a live hand can be asked."""


def active(table: Table) -> Ruling | None:
    """Return the ruling whose step must be done next, or None if no ruling is open.

    Rulings that stop play take precedence over a ruling whose next step is completed by playing on.
    """
    for ruling in table.rulings:
        if not waits_for_players(ruling):
            return ruling
    return table.rulings[0] if table.rulings else None


def in_hand(table: Table) -> Ruling | None:
    """Return the ruling whose next step people can carry out now, or None if no ruling is open.

    It is the active ruling, unless that one is waiting for a decision. In that case, it is another
    ruling that stops play and is not waiting for a decision, if there is one.
    """
    first = active(table)
    if not waits_for_decision(first):
        return first
    others = (r for r in table.rulings if not (waits_for_decision(r) or waits_for_players(r)))
    return next(others, first)


def waits_for_players(ruling: Ruling) -> bool:
    """Return whether a ruling's next step is completed by playing on."""
    goal = next_goal(ruling)
    return goal is not None and goal.played


def waits_for_decision(ruling: Ruling | None) -> bool:
    """Return whether a ruling's next step is a decision by the floor or by all players."""
    goal = next_goal(ruling)
    return goal is not None and goal.decides


def stops_play(table: Table) -> bool:
    """Return whether the table is stopped.

    The cause may be a ruling, a hold, or cards or chips that were moved while the table was off.
    """
    return (table.paused and held_at_once(table)) or ruling_stops(table)


def ruling_stops(table: Table) -> bool:
    """Return whether a ruling stops the table, or cards or chips were moved while it was off."""
    if table.devices.moved:
        return True
    rulings = table.rulings
    return bool(rulings) and not all(waits_for_players(ruling) for ruling in rulings)


def asked_back(table: Table) -> tuple[int, ...]:
    """Return the amount that each seat must now put into the pot because of a ruling.

    The result is indexed by seat number; most amounts are 0.
    """
    asked = [0] * len(table.seats)
    for ruling in table.rulings:
        goal = next_goal(ruling)
        if goal is not None and goal.step.seat:
            asked[goal.step.seat] = max(asked[goal.step.seat], goal.to_come(table))
    return tuple(asked)


def held_at_once(table: Table) -> bool:
    """Return whether a hold stops all action in the current hand."""
    return any(one.at_once and not one.one_hand for one in table.at_rest.holds)


def is_moot(play: Play, ruling: Ruling) -> bool:
    """Return whether a ruling no longer matters, because its hand has already ended.

    A ruling that asks the floor about a bet no longer matters once the player's hand is dead.
    """
    pot_pushed = ruling.kind is Kind.POT_WRONG and _OF_THE_HAND.isdisjoint(ruling.tags)
    if pot_pushed or OVER in ruling.tags:
        # It concerns the finished hand.
        return False
    if ruling.kind in _OF_A_LIVE_HAND and waits_for_decision(ruling):
        return not play.hand.can_win(ruling.seat)
    return not play.hand.running and not voids(ruling)


def something_moved(play: Play, card: str, zone: str) -> None:
    """Mark a ruling's last completed step as undone if the move of a card has reversed it.

    If the next step is to void the hand, it is void once all its cards have been collected. `zone`
    is where the card is now, or "" if it is in no zone.
    """
    for ruling in play.table.rulings:
        if not ruling.done:
            continue
        last = goal_of(ruling, ruling.steps[ruling.done - 1])
        if last.stays_done(zone):
            continue
        if last.moves_cards and card in last.step.cards and not reached(play, last):
            undone = replace(ruling, done=ruling.done - 1)
            play.say(RulingStep(undone.id, undone.done, last.step.said, done=False))
            put_ruling(play, undone)
    goal = None if zone else next_goal(active(play.table))
    if goal is not None and goal.voids and play.hand.running and cards_cleared(play):
        void_hand(play, goal.ruling.kind, goal.ruling.article)


def ready(play: Play, zone: str) -> Ruling | None:
    """Return a ruling that can move on, or None if there is none.

    Such a ruling is finished, has become irrelevant, or has a next step that is done. While the
    floor is asked about one ruling, people can carry out the steps of the others. `zone` is where a
    card has just arrived, or "".
    """
    first = active(play.table)
    asked = waits_for_decision(first)
    for ruling in play.table.rulings:
        goal = next_goal(ruling)
        if goal is None or is_moot(play, ruling):
            return ruling
        if ruling is not first and not goal.played and (goal.decides or not asked):
            continue
        ordered = _in_their_order(play, ruling)
        if _is_over(play, goal_of(ordered, ordered.steps[ordered.done]), zone):
            return ordered
    return None


def _in_their_order(play: Play, ruling: Ruling) -> Ruling:
    """Return a ruling with its next interchangeable steps reordered: those done come first.

    Steps are interchangeable if they move cards that the ruling does not name, because any of these
    cards may go first.
    """
    left = ruling.steps[ruling.done :]
    word = left[0].word
    alike = list(takewhile(lambda s: s.word is word and s.cards and not s.said.cards, left))
    done = sorted(alike, key=lambda step: not reached(play, goal_of(ruling, step)))
    steps = (*ruling.steps[: ruling.done], *done, *left[len(alike) :])
    return replace(ruling, steps=steps)


def step_done(play: Play, goal: Goal) -> Ruling:
    """Mark a ruling's next step, whose goal is `goal`, as done; return the updated ruling."""
    ruling = goal.ruling
    play.say(RulingStep(ruling.id, ruling.done, replace(goal.step.said, done=True), done=True))
    goal.apply(play)
    after = replace(ruling, done=ruling.done + 1)
    put_ruling(play, after)
    return after


def end_void(play: Play) -> None:
    """End the ruling on a voided hand if only the blinds are left, since they may stay in place.

    Called when the dealer starts the redeal.
    """
    ruling = active(play.table)
    if ruling is None or play.hand.running or not blinds_left(play):
        return
    if not all(goal.voids for goal in goals_of(ruling)[ruling.done :]):
        return
    while (goal := next_goal(ruling)) is not None:
        ruling = step_done(play, goal)
    others = tuple([one for one in play.table.rulings if one.id != ruling.id])
    play.table = replace(play.table, rulings=others)
    play.say(RulingClosed(ruling.id, Closing.DONE))


def reached(play: Play, goal: Goal) -> bool:
    """Return whether the cards and chips satisfy a goal; always True before the first hand."""
    return not play.hand.number or goal.reached(play)


def _is_over(play: Play, goal: Goal, zone: str) -> bool:
    if not goal.unsensed(play):
        return reached(play, goal)
    # No sensor sees this step: the first card that moves for a later step marks it as done, but
    # never the card that the ruling is about.
    later = bool(zone) and play.at > goal.ruling.since
    return later and goal.passed(play) and zone in _awaited(goal.ruling, goal.ruling.done + 1)


def _awaited(ruling: Ruling, since: int) -> set[str]:
    """Return the zones to which a ruling's steps move cards, from step number `since` on.

    A step that is completed by playing on, and the steps after it, are left out.
    """
    zones = set()
    for step in ruling.steps[since:]:
        goal = goal_of(ruling, step)
        if goal.played:
            break
        zones.add(goal.zone)
    return zones - {""}


def stray(play: Play, card: str, zone: str, *, fresh: bool) -> None:
    """Report a card that has arrived in a zone where the open ruling requires no card.

    This includes a board card dealt before the burn that the ruling requires first. `fresh` means
    that the card comes from the stub. Taking the card away becomes the next step of the same
    ruling, so this is not a new irregularity.
    """
    goal = next_goal(in_hand(play.table))
    if goal is None or play.table.places.get(card) != zone:
        return
    too_soon = fresh and zone == BOARD and _lacks_burn(play, goal.ruling)
    if not too_soon and (_is_wanted(play, goal, card, zone) or (goal.decides and not fresh)):
        return
    send_away(play, goal.ruling, card, zone)


def _lacks_burn(play: Play, ruling: Ruling) -> bool:
    """Return whether a ruling requires another burn before the street that it deals next.

    A burn that may have been made without being read is not missing.
    """
    left = goals_of(ruling)[ruling.done :]
    before = takewhile(lambda goal: not goal.played and goal.word is not Deal.word, left)
    missing = any(goal.word is Burn.word and not goal.reached(play) for goal in before)
    return missing and not burns_unread(play)


def send_away(play: Play, ruling: Ruling, card: str, zone: str) -> None:
    """Make it a ruling's next step to take a card out of `zone`, where it does not belong."""
    done, goal = ruling.done, next_goal(ruling)
    if goal is None:
        return
    away = _way_back(play, ruling, card, zone)
    grown = replace(ruling, steps=(*ruling.steps[:done], away, *ruling.steps[done:]))
    play.say(RulingWrong(ruling.id, done + 1, goal.step.said, zone))
    announce(play, grown)
    put_ruling(play, grown)


def _way_back(play: Play, ruling: Ruling, card: str, zone: str) -> Step:
    """Return the step that takes a stray card out of `zone`, to its proper place if it is known."""
    hand = play.hand
    owner = hand.holder(card)
    of_the_board = ruling.street is not None and card in ruling.cards
    leaves_board = zone in IN_A_HAND and _is_named(play.table, card)
    if zone != BOARD and (of_the_board or card in hand.board) and not leaves_board:
        return Deal.back(card)
    if zone not in {BOARD, BURN} or not owner or (zone == BURN and not hand.can_win(owner)):
        return TakeBack.stray(card, zone)
    return TakeBack.owned(card, zone, owner) if hand.can_win(owner) else SetAside.stray(card)


def _is_wanted(play: Play, goal: Goal, card: str, zone: str) -> bool:
    """Return whether a card may be in a zone now, under the open ruling or the rules of the hand.

    `goal` is the goal of the ruling's next step.
    """
    ruling, hand = goal.ruling, play.hand
    if goal.frees_cards or (
        goal.decides and (ruling.kind.subject is Subject.BOARD or ruling.zones)
    ):
        return True
    if zone == BOARD and keeps_out(play.table, card, zone):
        return False
    if ruling.kind in MIXED and hand.holder(card):
        # It is the other card of the same swap.
        return True
    if card in settled_board(play) and not _is_named(play.table, card):
        # Several board cards may have been dragged away together.
        return zone == BOARD
    if zone in IN_A_HAND:
        if card in hand.holes[HAND_ZONES.index(zone)]:
            return True
    elif zone not in {"board", "burn"}:
        return True
    goals = goals_of(ruling)
    # A player's card that has been taken back is not wanted again, unless it has just gone astray.
    since = max(ruling.done - 1, 0) if hand.holder(card) else 0
    if any(g.moves_cards and card in g.step.cards for g in goals[since:]):
        return zone not in IN_A_HAND or ruling.street is None
    if hand.holder(card):
        # A card dealt to a player is neither a burn nor a board card.
        return False
    return any(g.zone == zone and g.wants(play, card) for g in _around(goals, ruling.done))


def is_aside(table: Table, card: str) -> bool:
    """Return whether an open ruling has set a card aside, out of play."""
    return any(_lies_aside(ruling, card, ruling.done) for ruling in table.rulings)


def keeps_out(table: Table, card: str, zone: str) -> bool:
    """Return whether a card does not count on the board or the burns, because it is set aside.

    On the burns, a card set aside is not a burn. On the board, it is a stray card while play is
    stopped; if play continues, it is a card dealt too early, and this returns False.
    """
    if zone == BOARD and not ruling_stops(table):
        return False
    return any(
        _lies_aside(ruling, card, ruling.done + (zone == BURN))
        and not any(
            goal.zone == zone and card in goal.step.cards
            for goal in goals_of(ruling)[ruling.done :]
        )
        for ruling in table.rulings
    )


def _lies_aside(ruling: Ruling, card: str, done: int) -> bool:
    """Return whether a card is set aside once the first `done` steps of a ruling have been done.

    Taking back a stray card does not change whether it was set aside before.
    """
    words = [step.word for step in ruling.steps[:done] if card in step.cards]
    return [word for word in words if word is not TakeBack.word][-1:] == [SetAside.word]


def settled_board(play: Play) -> tuple[str, ...]:
    """Return the board cards that stay: those of opened streets that no ruling is correcting now.

    A ruling that stops play may take away the cards of its street and of later streets. A ruling on
    a single misplaced card leaves the board unchanged.
    """
    hand, ruling = play.hand, in_hand(play.table)
    streets = hand.street
    if (
        ruling is not None
        and ruling.street is not None
        and ruling.kind is not Kind.BOARD_MISPLACED
        and stops_play(play.table)
    ):
        streets = min(streets, PLACE[ruling.street] - 1)
    return hand.board[: hand.game.board[streets]]


def _is_named(table: Table, card: str) -> bool:
    """Return whether a step that is still to be done concerns a card."""
    return any(card in step.cards for one in table.rulings for step in one.steps[one.done :])


def _around(goals: tuple[Goal, ...], done: int) -> tuple[Goal, ...]:
    """Return the next goal and its neighbours, but none at or beyond one reached by playing on.

    `goals` are a ruling's goals, in order, and the first `done` of them have been reached.
    """
    begins = max((n + 1 for n, g in enumerate(goals[:done]) if g.played), default=0)
    ends = next((n for n, g in enumerate(goals) if n >= done and g.played), len(goals))
    return goals[begins:ends]
