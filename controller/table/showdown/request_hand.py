"""Requests to see a hand at the showdown, granted or refused by the house rules (tda 18)."""

from msgspec.structs import replace

from controller.contract.public import ActionRefused, CardsSeen, FloorCalled, HandAsked
from controller.table.state import LOST_CARD, Over, Play, Showdown, put


def ask_to_see(play: Play, by: int, seat: int) -> None:
    """Handle the request of the player in seat `by` to see the hand of `seat`.

    The request is granted, referred to the floor, or refused.
    """
    rule = play.house.showdown.ask_to_see
    why = _why_not(play, by, seat)
    if why:
        play.say(ActionRefused(by, "see", why))
        return
    hand = play.hand
    # A caller has paid to see the hand that made the last bet on the last street.
    called = hand.street == hand.game.last_street and hand.round.aggressor == seat
    caller = rule.value == "caller" and called and hand.can_win(by)
    granted = rule.value == "dealt-in" or caller
    play.say(HandAsked(seat, by, granted, rule.article))
    if not granted:
        play.say(FloorCalled(by, "see", rule.article))
    elif type(hand.stage) is Showdown and hand.can_win(seat):
        asked = tuple({*hand.stage.asked, seat})
        play.hand = replace(hand, stage=replace(hand.stage, asked=asked))
    else:
        tell(play, seat)


def tell(play: Play, seat: int) -> None:
    """Reveal an untabled hand that a player is entitled to see.

    If its cards are not known to the table, call the floor instead.
    """
    cards = play.hand.holes[seat]
    if cards and LOST_CARD not in cards:
        article = play.house.showdown.ask_to_see.article
        play.say(CardsSeen(seat, cards, article=article))
        play.hand = replace(play.hand, shown=put(play.hand.shown, seat, cards))
    else:
        # If no antenna has read the cards, the floor has to look them up.
        play.say(FloorCalled(seat, "see", play.house.showdown.ask_to_see.article))


def _why_not(play: Play, by: int, seat: int) -> str:
    """Return why the player in seat `by` may not ask to see the hand of `seat`, or "" if they may.

    The reason is an id, such as `hand-shown`.
    """
    hand, value = play.hand, play.house.showdown.ask_to_see.value
    if not 1 <= seat < len(hand.stacks) or not hand.stacks[seat] or seat == by:
        return "no-such-hand"
    shown_down = {*hand.live(), *hand.mucked}
    over = type(hand.stage) is Over and not hand.voided
    if not (over or type(hand.stage) is Showdown) or len(shown_down) < 2:
        return "no-showdown"
    if seat not in shown_down:
        return "no-such-hand"
    if hand.shown[seat]:
        return "hand-shown"
    if value == "nobody":
        return "may-not-see"
    if value == "dealt-in":
        return "" if hand.stacks[by] else "may-not-see"
    # A player who has given up their cards can't ask (tda 18-A).
    return "" if hand.can_win(by) or hand.shown[by] else "may-not-see"
