"""Errors in the initial deal, and later errors with hole cards."""

from controller.contract.rules import MIXED, Action, Kind, Outcome, StepWord
from controller.houses.model import House
from controller.table.betting import POSTED, kill_now
from controller.table.dealing.dealing_order import due_seat
from controller.table.rulings import GOALS, found, goals_of, next_goal, re_rule
from controller.table.state import OUT, Dealing, Hand, Play, Ruling

_SEEN = frozenset({Kind.DEAL_EXPOSED, Kind.DEAL_OFF_TABLE})
_CHIPS = frozenset({Action.CALL, Action.BET, Action.RAISE, Action.ALL_IN})
_BLINDS = frozenset({"", *POSTED.values()})


def late(hand: Hand, house: House) -> bool:
    """Return whether it is too late for a misdeal.

    Once the flop has been dealt, it always is. Before that, depending on the house, it is too late
    once two players have put in chips beyond the blinds (ppc 13), once two players have acted
    (fidpa 79-4a), or after substantial action (tda 36): two actions, at least one with chips, or
    any three actions.
    """
    acts = hand.round.acts
    if hand.street > 0:
        return True
    if acts < 2:
        return False
    bets = sum(action in _CHIPS for action, _ in hand.last if action not in _BLINDS)
    match house.deal.too_late.value:
        case "two-bets":
            return bets >= 2
        case "substantial-action":
            return acts >= 3 or bets >= 1
        case _:
            return True


def window(play: Play) -> str:
    """Return the word `late` or `in-time`: whether it is too late for a misdeal.

    The word describes the case for `Remedy.when`.
    """
    return "late" if late(play.hand, play.house) else "in-time"


def dealing(hand: Hand) -> str:
    """Return `dealing` before the first betting round, or else `dealt`.

    The word describes the case for `Remedy.when`.
    """
    return "dealing" if hand.before_betting else "dealt"


def deal_error(hand: Hand, seat: int) -> tuple[Kind | None, int]:
    """Return the error, if any, that is made when this seat gets the next card of the initial deal.

    The result is the kind of error and the seat at fault, or None and 0 if there is no error.
    """
    due, dealt = due_seat(hand), hand.dealt
    if seat == due:
        return None, 0
    if seat not in hand.entitled:
        return Kind.DEAL_NOT_ENTITLED, seat
    if dealt == 0:
        return Kind.DEAL_WRONG_SEAT, seat
    if len(hand.holes[seat]) >= hand.game.hole_cards:
        return Kind.DEAL_TOO_MANY, seat
    if hand.cards.button_last and seat == hand.button:
        return Kind.DEAL_ORDER, seat
    count = len(hand.entitled)
    ahead = (hand.entitled.index(seat) - dealt) % count
    in_round = dealt % count + ahead < count
    if in_round and len(hand.holes[seat]) == dealt // count:
        return Kind.DEAL_SKIPPED, due
    return Kind.DEAL_ORDER, seat


def in_order_all_the_same(play: Play, kind: Kind, seat: int) -> bool:
    """Return whether a deal error may stand, because the button's cards may be dealt last.

    `kind` and `seat` are those of the error. The house must have a rule that allows this (tda
    35-B), the next card must be due to the button, and `seat` must be next in a deal that skips the
    button.
    """
    hand = play.hand
    if kind not in {Kind.DEAL_ORDER, Kind.DEAL_SKIPPED} or due_seat(hand) != hand.button:
        return False
    others = [one for one in hand.entitled if one != hand.button]
    if seat != min(others, key=lambda one: len(hand.holes[one])):
        return False
    remedy = play.house.remedy(Kind.DEAL_ORDER, frozenset({"button-owed"}))
    return remedy.outcome is Outcome.STANDS and "button-owed" in remedy.when


def wrong_deal(play: Play, kind: Kind, seat: int, card: str) -> None:
    """Rule on a card that was dealt to the wrong place in the initial deal."""
    tags = {window(play)}
    if kind is Kind.DEAL_TOO_MANY:
        tags |= {*_to(play.hand, seat), "one", dealing(play.hand)}
    _rule(play, kind, seat, tags, (card,))


def _rule(
    play: Play,
    kind: Kind,
    seat: int,
    tags: set[str],
    cards: tuple[str, ...],
    concerned: tuple[int, ...] = (),
) -> None:
    """Rule on an error in the deal at a seat, with the arguments of `found`.

    The hands of the seats `concerned` (by default `seat`) are killed if the house rules say so.
    """
    remedy = found(play, kind, seat=seat, tags=tags, cards=cards)
    for one in concerned or (seat,):
        if remedy.outcome is Outcome.DEAD and play.hand.running:
            kill_now(play, one, kind.fault, remedy.article)


def extra_card(play: Play, seat: int, card: str) -> None:
    """Rule on a card from the stub that reaches a seat after the initial deal."""
    hand = play.hand
    if seat not in hand.entitled or hand.status[seat] == OUT:
        wrong_deal(play, Kind.DEAL_NOT_ENTITLED, seat, card)
        return
    if len(hand.holes[seat]) < hand.game.hole_cards or (seat, Kind.HAND_COUNT.fault) in hand.dead:
        # The hand already has a wrong number of cards, so a spilled stub changes nothing.
        return
    too_late = late(hand, play.house)
    if too_late and (not hand.can_win(seat) or hand.shown[seat]):
        # A tabled hand is known, and a folded hand is out: the card merely reached a wrong seat.
        wrong_deal(play, Kind.DEAL_NOT_ENTITLED, seat, card)
        return
    kind = Kind.HAND_COUNT if too_late else Kind.DEAL_TOO_MANY
    _rule(play, kind, seat, _too_many(play, seat), (card,))


def _too_many(play: Play, seat: int) -> set[str]:
    """Return the words for `Remedy.when` that describe a seat with too many hole cards.

    They state whether it is too late for a misdeal, whether the seat was dealt to first or is the
    small blind, whether it has one card too many or more, and whether the deal is over.
    """
    hand = play.hand
    number = "one" if _lie(play, seat) - hand.game.hole_cards <= 1 else "more"
    return {window(play), *_to(hand, seat), number, dealing(hand)}


def _lie(play: Play, seat: int) -> int:
    """Return the number of cards in a seat's hand zone."""
    return sum(zone == f"hand.{seat}" for zone in play.table.places.values())


def voids_as_well(play: Play, ruling: Ruling, seat: int) -> bool:
    """Return whether an extra card at `seat` voids the deal during a ruling on an exposed card.

    An extra card voids the deal if the seat already has all its cards, and the house voids a deal
    with too many cards. A card that replaces the exposed card does not count as extra, even if it
    arrives before the exposed card has been taken away.
    """
    hand, goal = play.hand, next_goal(ruling)
    if ruling.kind not in _SEEN or goal is None or not goal.moves_cards:
        return False
    if _lie(play, seat) == hand.game.hole_cards + 1 and any(
        one.gives_card(seat) for one in goals_of(ruling)[ruling.done :]
    ):
        return False
    if seat not in hand.entitled or len(hand.holes[seat]) < hand.game.hole_cards:
        return False
    remedy = play.house.remedy(Kind.DEAL_TOO_MANY, frozenset(_too_many(play, seat)))
    return any(GOALS[StepWord(word)].voids for word in remedy.steps if word in set(StepWord))


def is_one_more(ruling: Ruling, seat: int) -> bool:
    """Return whether a card that reaches a seat is a further extra card under the same ruling.

    The ruling must be on extra cards after the initial deal, with none of its steps done yet.
    """
    extra = ruling.kind is Kind.DEAL_TOO_MANY and not ruling.done
    return extra and "dealt" in ruling.tags and seat > 0


def one_more(play: Play, ruling: Ruling, seat: int) -> None:
    """Amend a ruling on extra cards, because a further extra card has reached `seat`.

    The steps become those of the house's remedy for several extra cards.
    """
    tags = frozenset(ruling.tags) - {"one"} | {"more"}
    if seat != ruling.seat:
        tags = tags - {"to-first", "to-small-blind"} | {"to-other", "not-to-small-blind"}
    re_rule(play, ruling, tags, ruling.cards)


def _to(hand: Hand, seat: int) -> set[str]:
    """Return the words for `Remedy.when` that say whether a seat is dealt to first, or small blind.

    If nobody is the small blind, the first seat dealt to takes its place. If only two players are
    dealt in, the small blind may be the seat dealt to last.
    """
    first = next(s for s in hand.entitled if hand.status[s] != OUT)
    small = seat == (hand.small_blind or first)
    return {
        "to-first" if seat == first else "to-other",
        "to-small-blind" if small else "not-to-small-blind",
    }


def too_few(play: Play, card: str = "") -> None:
    """Rule on an incomplete deal: play has begun before every seat has received all its cards.

    `card` is the card on the board, the burns or the muck that revealed it, or "".
    """
    hand = play.hand
    seat = due_seat(hand)
    missing = hand.whole_deal - hand.dealt
    tags = {
        window(play),
        "button" if missing == 1 and seat == hand.button else "not-button",
        "one" if missing == 1 else "more",
    }
    _rule(play, Kind.DEAL_TOO_FEW, seat, tags, (card,) if card else ())


def lacks_cards(play: Play, seat: int, missing: int) -> None:
    """Rule on a hand that was thought complete, but is found to be `missing` cards short."""
    hand = play.hand
    tags = {
        window(play),
        "button" if seat == hand.button else "not-button",
        "one" if missing == 1 else "more",
    }
    if late(hand, play.house):
        _rule(play, Kind.HAND_COUNT, seat, tags | {dealing(hand)}, ())
    else:
        _rule(play, Kind.DEAL_TOO_FEW, seat, tags, ())


def begun_too_soon(play: Play) -> bool:
    """Return whether the first round of the initial deal is over, but the deal is not complete.

    Play that begins at that point begins too soon. Return False while a ruling is open.
    """
    hand = play.hand
    if type(hand.stage) is not Dealing or play.table.rulings:
        return False
    return hand.dealt >= len(hand.entitled) and bool(due_seat(hand))


def mixed(play: Play, seat: int, card: str, owner: int) -> None:
    """Rule on a hole card of the seat `owner` that is now among the cards of `seat`."""
    hand = play.hand
    if any(r.kind in MIXED for r in play.table.rulings):
        return
    kind = Kind.HAND_MIXED if late(hand, play.house) else Kind.DEAL_MIXED
    noted = play.table.record.noted
    known = noted is not None and (noted.found.kind, noted.hand) == (kind, hand.number)
    if kind is Kind.HAND_MIXED and ({seat, owner} <= {s for s, _ in hand.dead} or known):
        return
    tags = {window(play), dealing(hand)}
    # The cards of a shown hand are known, so the ruling concerns only the other hand.
    hidden = tuple([one for one in (seat, owner) if not hand.shown[one]])
    if hidden:
        _rule(play, kind, hidden[0], tags, (card,), concerned=hidden)


def mixed_with_dead(play: Play, seat: int, card: str) -> None:
    """Rule on a dead card that a player has put back among their own (ppc 15)."""
    if play.hand.can_win(seat) and not play.hand.shown[seat]:
        tags = {window(play), dealing(play.hand)}
        _rule(play, Kind.HAND_MIXED, seat, tags, (card,))


def exposed(play: Play, seat: int, kind: Kind, by: str, *, flashed: bool = False) -> None:
    """Rule on a hole card that was exposed or fell off the table; `by` is `dealer` or `player`.

    `flashed` means that the card was not turned up, but another player reports having seen it.
    """
    hand, known = play.hand, play.hand.cards
    cards = hand.holes[seat][-1:]
    if cards and cards[0] in known.exposed:
        return
    nth = hand.seen.index(cards[0]) + 1 if cards and cards[0] in hand.seen else 0
    if by == "dealer":
        play.cards(exposed=(*known.exposed, *cards))
    tags = {
        window(play),
        f"by-{by}",
        "first-two" if nth in {1, 2} else "later",
        "second" if known.exposed else "only-one",
        "dealer-own" if seat == hand.button else "not-dealer",
        "flashed" if flashed else "turned-up",
        "touched" if cards and cards[0] in known.touched else "untouched",
        dealing(hand),
    }
    _rule(play, kind, seat, tags, cards)


def pile_seen(play: Play, pile: str) -> None:
    """Rule on a card that somebody has seen in a pile: `stub`, `burn` or `muck`.

    A second face-up card in the stub is ruled on differently from the first. While the floor is
    deciding on one card, further reports for the same pile are ignored.
    """
    if any(r.kind is Kind.DEAL_EXPOSED and pile in r.tags for r in play.table.rulings):
        return
    again = pile == "stub" and play.hand.cards.boxed
    tags = {window(play), pile, "second" if again else "only-one"}
    if pile == "stub":
        play.cards(boxed=True)
    found(play, Kind.DEAL_EXPOSED, tags=tags)
