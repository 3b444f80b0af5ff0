"""Actions out of turn: noted when they are made, honoured or not when the turn comes."""

from msgspec.structs import replace

from controller.contract.public import ActionRefused
from controller.houses.model import FLOOR_DECIDES, House
from controller.table.actions import act
from controller.table.betting import legal, to_call
from controller.table.dead import kill_now
from controller.table.irregular import found, note, open_ruling
from controller.table.rulings import stops_play
from controller.table.state import LIVE, Early, Hand, Out, Table

KIND = "bet.out-of-turn"
PASSIVE = frozenset({"fold", "check", "call"})


def acted_early(table: Table, house: House, out: Out, seat: int, what: str, to: int) -> Table:
    """Record an action out of turn; the turn stays with who was skipped (ppc 4).

    `what` is fold, check, call, bet, raise or all-in; `to` the total announced or put in, 0
    when it was not said.
    """
    hand = table.hand
    assert hand is not None
    if hand.status[seat] != LIVE or seat not in hand.to_act:
        out.say(ActionRefused(seat, what, "not-your-turn"))
        return table
    again = any(early.seat == seat for early in hand.early)
    group = "passive" if what in PASSIVE else "raise"
    others = tuple(early for early in hand.early if early.seat != seat)
    early = Early(seat, what, to, hand.level_bet, hand.turn)
    table = replace(table, hand=replace(hand, early=(*others, early)))
    if again:
        return table
    tags = frozenset({group, what})
    always = all(
        house.remedy(KIND, tags | later).steps == FLOOR_DECIDES
        for later in ({"unchanged", "skipped-checks"}, {"changed", "skipped-raises"})
    )
    if always:
        table, _ = found(table, house, out, KIND, seat=seat, tags=tags)
        return table
    article = house.remedy(KIND, tags | {"unchanged"}).article
    table = note(table, out, KIND, article, "", seat, "waits")
    return _skipped_by_three(table, house, out)


def _skipped_by_three(table: Table, house: House, out: Out) -> Table:
    """Rule on a player after whom three have acted (ppc 4; folds count)."""
    hand = table.hand
    assert hand is not None
    skipped = hand.turn
    behind = sum(early.skipped == skipped for early in hand.early)
    if behind < 3:
        return table
    opened = "opened" if hand.level_bet else "unopened"
    remedy = house.remedy(KIND, frozenset({"skipped-by-three", opened}))
    if "skipped-by-three" not in remedy.when:
        return table
    if remedy.steps == FLOOR_DECIDES:
        case = frozenset(remedy.when)
        return open_ruling(table, out, remedy, skipped, "", case, ()) if behind == 3 else table
    if remedy.outcome == "dead":
        return kill_now(table, house, out, skipped, "skipped", remedy.article)
    fresh = tuple(s for s in hand.fresh if s != skipped)
    return replace(table, hand=replace(hand, fresh=fresh))


def honour(table: Table, house: House, out: Out) -> Table:
    """Let what was done out of turn count now that the turn has come, as the house says."""
    while (hand := table.hand) is not None and hand.early:
        if hand.phase != "betting" or stops_play(table):
            return table
        early = next((e for e in hand.early if e.seat == hand.turn), None)
        if early is None:
            return table
        rest = tuple(e for e in hand.early if e is not early)
        table = replace(table, hand=replace(hand, early=rest))
        table = _count(table, house, out, early)
    return table


def _count(table: Table, house: House, out: Out, early: Early) -> Table:
    hand = table.hand
    assert hand is not None
    remedy_tags = early_tags(hand, early)
    remedy = house.remedy(KIND, remedy_tags)
    if remedy.steps:
        return open_ruling(table, out, remedy, early.seat, "", remedy_tags, ())
    if remedy.outcome == "check" and not to_call(table, hand, early.seat):
        return act(table, house, out, early.seat, "check")
    if remedy.outcome == "binds":
        return _bind(table, hand, house, out, early)
    return table


def early_tags(hand: Hand, early: Early) -> frozenset[str]:
    """Describe an action out of turn, now that the turn has come, in the words of the house."""
    done = hand.last[early.skipped][0] if early.skipped else ""
    skipped = {"check": "checks", "call": "calls", "fold": "folds"}.get(done, "raises")
    if hand.status[early.skipped] != LIVE and done not in {"bet", "raise", "call"}:
        skipped = "folds"
    return frozenset(
        {
            "passive" if early.what in PASSIVE else "raise",
            early.what,
            "unchanged" if hand.level_bet == early.level else "changed",
            f"skipped-{skipped}",
        }
    )


def _bind(table: Table, hand: Hand, house: House, out: Out, early: Early) -> Table:
    from controller.table.bets import put_in, read_wrong

    seat = early.seat
    may = legal(table, hand, house, seat)
    match early.what:
        case "fold":
            return act(table, house, out, seat, "fold")
        case "check" | "call" if may.check:
            return act(table, house, out, seat, "check")
        case "call":
            return act(table, house, out, seat, "call", may.call or 0)
        case "check":
            return table
    to = may.whole if early.what == "all-in" else early.to
    raising = "bet" if may.opens else "raise"
    if not to:
        return replace(table, hand=replace(hand, announced=raising))
    if may.call is not None and to < may.call:
        # What he announced does not cover the bet: he folds, calls or raises (ppc 4).
        return table
    legal_to = put_in(may, min(to, may.whole))
    if legal_to is None:
        return read_wrong(table, hand, may, house, out, seat, min(to, may.whole))
    action = "call" if legal_to == may.call else raising
    return act(table, house, out, seat, action, legal_to)
