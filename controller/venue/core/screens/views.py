"""A room's views, built from its books; only players who have agreed to it are shown by name."""

from collections.abc import Callable, Container, Iterator, Mapping
from operator import attrgetter
from typing import Any

import msgspec

from controller.contract.venue.tournament_formats.games import GameLine
from controller.contract.venue.views import (
    BonusLine,
    ClockView,
    LevelLine,
    NoticeKind,
    NoticeLine,
    NoticesView,
    PlaceLine,
    PlacesView,
    PostedLine,
    PostingView,
    RoomPhase,
    SeatLine,
    SeatsView,
    SignInAsks,
    StakeLine,
    StructureView,
    TableLine,
    VenueState,
)
from controller.houses.model import CashRules
from controller.venue.core.config import VenueConfig
from controller.venue.core.screens.event_views import Shown, event_notices
from controller.venue.core.take_input import Core, Evening
from controller.venue.rules.books.room import Moving, Player, Room
from controller.venue.rules.calculations import levels
from controller.venue.rules.calculations.breaking import break_order
from controller.venue.rules.calculations.entries import closed
from controller.venue.rules.calculations.levels import Level
from controller.venue.rules.evening.satellite import seats_of
from controller.venue.rules.prizes.league_points import placed
from controller.venue.rules.prizes.league_points import scored as evening_scored
from controller.venue.rules.prizes.wall_postings import OF_EVENTS, text_in
from controller.venue.rules.seating.moving import MOVED_SHOWN
from controller.venue.rules.tournament import CashGame, Posted, Tournament


def phase_of(room: Room) -> RoomPhase:
    """Return the phase that a room is in, such as before the start or in play."""
    if room.day.ending:
        return RoomPhase.BAGGED if room.day.over else RoomPhase.BAGGING
    if room.ended:
        return RoomPhase.ENDED
    if not room.started:
        return RoomPhase.ENTERING
    if room.clock.holds:
        return RoomPhase.HELD
    return RoomPhase.BREAK if room.levels[room.clock.at].is_break else RoomPhase.PLAYING


def venue_state(
    core: Core, config: VenueConfig, waiting: Callable[[int], int], shown: int
) -> VenueState:
    """Return the view of the room as a whole.

    `waiting` returns the number of orders that a table has not answered. `shown` is the number of
    the last log row that all other views include.
    """
    evening, room, head = core.evening, core.room, core.head
    if evening is None:
        return VenueState(head.n, config.name, head.wall, head=head.hash.hex(), shown=shown)
    places = room.players.values() if room.ended else ()
    winner = next((one.id for one in places if one.place == (1, 1)), "")
    return VenueState(
        seq=head.n, venue=config.name, at=head.wall, tournament=evening.id, title=evening.title,
        house=evening.rules.house, phase=phase_of(room), players=len(room.players),
        left_players=len(room.left), issued=room.issued, removed=room.removed,
        in_transit=sum(room.players[move.player].stack for move in room.moves if move.left),
        round=room.synchronised.number if room.synchronised is not None else None,
        final_table=room.final, winner=winner, head=head.hash.hex(), shown=shown,
        tables=tuple(
            TableLine(
                number, config.table_name(number), table.seats, room.crowd(number),
                not table.silent, table.hand, _holds(room, number), waiting(number),
            )
            for number, table in room.tables.items()
        ),
    )  # fmt: skip


def clock_view(evening: Evening, at: int, wall: int) -> ClockView:
    """Return the view of the clock at room time `at` and wall time `wall`."""
    room = evening.room
    now = levels.read(room.clock, room.levels, at)
    later = room.levels[now.at + 1 : now.at + 2]
    left, deed = len(room.left), room.undo
    return ClockView(
        evening.id, wall, running=room.clock.since is not None and not room.ended, index=now.at,
        level=_level(room.levels[now.at]), next_level=_level(later[0]) if later else None,
        left=now.left, to_break=now.to_break, holds=room.clock.holds, players=len(room.players),
        left_players=left, tables=len(room.occupied), chips=room.chips, phase=phase_of(room),
        average=room.chips // left if left and evening.tells_stacks else None,
        entries=None if room.ended else levels.until(
            room.clock, room.levels, at, evening.rules.entries.late_levels.value
        ),
        rebuys=room.rebuys,
        undo=deed.deed if deed is not None and deed.holds == room.clock.holds else "",
        choice=evening.rules.mixed.change.value == "choice",
        seats=seats_of(evening.rules, room), field=room.day.field + len(room.players)
        if room.day.brought else 0,
    )  # fmt: skip


def structure_view(evening: Evening) -> StructureView:
    """Return the view of all levels and breaks."""
    sheet = tuple(map(_level, evening.room.levels))
    return StructureView(evening.id, evening.title, evening.rules.house, sheet)


def posting_view(evening: Evening) -> PostingView:
    """Return the view of everything posted on the wall, with the questions of the sign-in form.

    In a tournament, these are the chosen options, rule changes, prizes, bonuses, and the order in
    which tables break. In a cash game, these are the options, rule changes and stakes.
    """
    rules, room = evening.rules, evening.room
    posting = rules.posting
    languages = posting.languages.value

    def lines(texts: Mapping[str, Posted]) -> tuple[PostedLine, ...]:
        return tuple(
            PostedLine(word, {one: text_in(text, one) for one in languages})
            for word, text in texts.items()
        )

    if rules.cash is not None:
        options = {word: text for word, text in posting.options.items() if word not in OF_EVENTS}
        return PostingView(
            evening.id, evening.title, rules.house, languages, lines(options),
            lines(posting.changes), stakes=(*_stakes(rules.stakes), *_desk(rules.cash)),
            asks=tuple(_asks(rules)), money=rules.money, **_games(rules),
        )  # fmt: skip
    return PostingView(
        evening.id, evening.title, rules.house, languages, lines(posting.options),
        lines(posting.changes), room.pool, room.shares, break_order(rules.breaking, room.tables),
        asks=tuple(_asks(rules)), money=rules.money,
        bounties=rules.bounties.kind.value, head=rules.bounties.head.value,
        seats=rules.satellite.seats.value, seat_worth=rules.satellite.worth.value,
        target=rules.satellite.target, days=bool(rules.days.series), **_games(rules),
        rest=rules.satellite.rest.value if rules.satellite.worth.value else "",
        early_bird=rules.entries.early_bird.value, addons=bool(rules.entries.addon.value),
        bonuses=tuple(BonusLine(*one) for one in rules.entries.bonuses.value),
    )  # fmt: skip


def _games(rules: Tournament) -> dict[str, Any]:
    """Return the posting's fields on mixed games: which games, and when they change.

    The result is {} if only one game is played.
    """
    mixed = rules.mixed
    if not mixed.games.value:
        return {}
    games = tuple(GameLine(*one) for one in mixed.games.value)
    return {"games": games, "change": mixed.change.value}


def _stakes(stakes: CashRules) -> Iterator[StakeLine]:
    """Yield the house's stakes for a cash game; a stake that is not set is left out.

    If there is no rake, a line says so.
    """
    for word in ("buy_in_least", "buy_in_most", "top_up_most"):
        rule = getattr(stakes, word)
        if rule.value:
            yield StakeLine(word, rule.value, rule.article)
    when = stakes.top_up_in_hand
    yield StakeLine(f"top_up_{when.value}", article=when.article)
    if not stakes.rake.value:
        yield StakeLine("no_rake", article=stakes.rake.article)
    asked = (("rake", "rake_cap", "no_flop_no_drop"), ("time", "time_minutes", "time_pot"))
    for words in asked:
        if getattr(stakes, words[0]).value:
            rules = ((word, getattr(stakes, word)) for word in words)
            yield from (StakeLine(w, int(one.value), one.article) for w, one in rules if one.value)


def _desk(game: CashGame) -> Iterator[StakeLine]:
    """Yield the value of a cash game's chips, and its rules on waiting for or returning to a seat.

    These rules are the time that a called player has to come, the number of calls that they may
    miss, and the time within which a returning player must bring back all their chips. Values of 0
    are left out.
    """
    if game.worth:
        worth = game.chip_worth
        yield StakeLine(f"worth_{game.money.value}", worth.value, worth.article)
    for word in ("call_minutes", "calls_missed", "return_minutes"):
        rule = getattr(game, word)
        if rule.value:
            yield StakeLine(word, rule.value, rule.article)


def _asks(rules: Tournament) -> Iterator[SignInAsks]:
    """Yield a keyword for each question on the form that staff use to enter a player.

    Some questions are about facts that staff must confirm, such as the player's age. Others are
    about what staff may grant, such as a reserved seat.
    """
    entries, game = rules.entries, rules.cash
    asked: tuple[tuple[SignInAsks, bool], ...] = (
        ("identified", entries.identity.value),
        ("of_age", entries.of_age.value),
        ("receipt", entries.receipts.value),
        ("member", entries.members.value),
        ("granted", rules.seating.granted_seats.value),
        ("gives_up", entries.gives_up.value),
        ("ticket", entries.tickets.value),
    )
    if game is not None:
        asked = (
            ("level", bool(game.hands_a_day.value)),
            ("owner", bool(game.hands_a_day.value) and game.owner_unlimited.value),
        )
    yield from (word for word, asks in asked if asks)


class _Sits(msgspec.Struct, frozen=True, gc=False):
    """One line of the seating view, with the data that it was built from and its sort key."""

    made_of: tuple[Player, Moving | None, str, bool, int]
    rank: tuple[bool, int, int, str]
    line: SeatLine


class SeatLines:
    """The seating lines of all remaining players; each is rebuilt only when its data has changed.

    A room has thousands of players, and a hand changes only those at one table.
    """

    def __init__(self) -> None:
        self._known: dict[str, _Sits] = {}

    def view(self, evening: Evening, shown: Shown) -> SeatsView:
        """Return the view of all remaining players, by table and seat."""
        moves = {move.player: move for move in evening.room.moves}
        before, tells, known = self._known, evening.tells_stacks, {}
        on = evening.room.heads.on
        for name, one in evening.room.players.items():
            if one.standing in ("out", "removed"):
                continue
            made_of = one, moves.get(name), shown(name), tells, on.get(name, 0)
            was = before.get(name)
            known[name] = was if was is not None and was.made_of == made_of else _sits(*made_of)
        self._known = known
        lines = sorted(known.values(), key=attrgetter("rank"))
        return SeatsView(evening.id, tuple([one.line for one in lines]))


def _sits(one: Player, move: Moving | None, shown: str, tells: bool, head: int) -> _Sits:
    table, seat = one.seat or (0, 0)
    to_table, to_seat = move.target if move is not None else (0, 0)
    line = SeatLine(
        one.id,
        shown,
        one.standing,
        table,
        seat,
        one.stack if tells else None,
        to_table,
        to_seat,
        head,
    )
    rank = (table == 0, table, seat, one.id)
    return _Sits((one, move, shown, tells, head), rank, line)


def places_view(evening: Evening, shown: Shown) -> PlacesView:
    """Return the finishing places known so far, best first."""
    room = evening.room
    scored = evening_scored(evening.rules, room) if room.ended else {}
    lines = tuple(
        PlaceLine(
            one.player, shown(one.player), one.first, one.last, scored.get(one.player),
            room.heads.won.get(one.player, 0), one.player in room.seats_won.winners,
        )
        for one in placed(room)
    )  # fmt: skip
    return PlacesView(evening.id, lines, room.ended)


def notices_view(
    evening: Evening, wall: int, shown: Shown, twice: Container[int] = ()
) -> NoticesView:
    """Return the current notices for the floor.

    `shown` returns a player's public name. `twice` holds the tables whose name two machines are
    using.
    """
    room = evening.room
    lines = [
        *_moves(room, wall, shown), *_proposals(room, wall, shown), *_waits(room, wall),
        *_tables(room, wall, twice), *_players(room, wall), *_alternates(evening, wall),
        *_heads(room, wall, shown), *event_notices(evening, wall, shown),
    ]  # fmt: skip
    if room.ended:
        lines = [
            NoticeLine("winner", NoticeKind.WINNER, wall, one.id, shown(one.id))
            for one in room.left if one.place == (1, 1)
        ]  # fmt: skip
        lines += [*event_notices(evening, wall, shown), *_heads(room, wall, shown)]
    return NoticesView(evening.id, tuple(lines))


def _moves(room: Room, wall: int, shown: Shown) -> Iterator[NoticeLine]:
    for move in room.moves:
        yield NoticeLine(
            move.order, NoticeKind.MOVE, wall, move.player, shown(move.player), *move.source,
            *move.target, reason=move.refused or ("left" if move.left else ""), why=move.reason,
        )  # fmt: skip
    for one in reversed(room.moved):
        ago = room.at - one.at
        if ago < MOVED_SHOWN:
            yield NoticeLine(
                f"moved-{one.order}", NoticeKind.MOVED, wall - ago, one.player, shown(one.player),
                *one.source, *one.target, why=one.reason,
            )  # fmt: skip


def _proposals(room: Room, wall: int, shown: Shown) -> Iterator[NoticeLine]:
    for one in room.proposals:
        if not one.no:
            yield NoticeLine(
                f"proposed-{one.player}", NoticeKind.MOVE_PROPOSED, wall, one.player,
                shown(one.player), *one.source, *one.target, articles=one.articles,
            )  # fmt: skip


def _waits(room: Room, wall: int) -> Iterator[NoticeLine]:
    if room.synchronised is not None:
        yield NoticeLine("hand-for-hand", NoticeKind.HAND_FOR_HAND, wall, reason=room.why_together)
    elif room.proposed:
        kind = NoticeKind.HAND_FOR_HAND_PROPOSED
        yield NoticeLine(str(kind), kind, wall, reason=room.proposed)
    for name in room.clock.holds:
        yield NoticeLine(f"held-{name}", NoticeKind.HELD, wall, reason=name)
    if phase_of(room) == RoomPhase.BREAK:
        yield NoticeLine("break", NoticeKind.BREAK, wall)


def _tables(room: Room, wall: int, twice: Container[int]) -> Iterator[NoticeLine]:
    if room.final and not room.ended:
        yield NoticeLine("final-table", NoticeKind.FINAL_TABLE, wall, table=room.final)
    if room.stuck:
        yield NoticeLine(
            "break-waits", NoticeKind.BREAK_WAITS, wall, table=room.stuck,
            reason=room.why_stuck or "",
        )  # fmt: skip
    for number in room.halted:
        yield NoticeLine(f"halted-{number}", NoticeKind.TABLES_HALTED, wall, table=number)
    for number, table in room.tables.items():
        if table.silent:
            yield NoticeLine(f"silent-{number}", NoticeKind.TABLE_SILENT, wall, table=number)
        if table.differs:
            yield NoticeLine(f"chips-{number}", NoticeKind.CHIPS_DIFFER, wall, table=number)
        if number in twice:
            yield NoticeLine(f"twice-{number}", NoticeKind.TABLE_TWICE, wall, table=number)


def _players(room: Room, wall: int) -> Iterator[NoticeLine]:
    """Yield a notice for each seated player who needs the floor's attention.

    These players have been reported, or have bet chips from an unpaid rebuy. The notices are
    public, so they give the seat and not the name.
    """
    for kind, names in (
        (NoticeKind.REPORTED, room.reports), (NoticeKind.REBUY_DUE, room.unpaid),
    ):  # fmt: skip
        for name in names:
            seat = room.players[name].seat
            if seat is not None:
                yield NoticeLine(f"{kind}-{name}", kind, wall, table=seat.table, seat=seat.seat)


def _heads(room: Room, wall: int, shown: Shown) -> Iterator[NoticeLine]:
    """Yield a notice for each bounty waiting for the floor's decision or an envelope draw."""
    for one in room.heads.open:
        if one.out:
            kind = NoticeKind.ENVELOPE_DUE if one.parts else NoticeKind.HEAD_OPEN
            yield NoticeLine(f"{kind}-{one.player}", kind, wall, one.player, shown(one.player))


def _alternates(evening: Evening, wall: int) -> Iterator[NoticeLine]:
    """Yield a notice if entries have closed and alternates are still waiting for a seat."""
    room, kind = evening.room, NoticeKind.ALTERNATES_LEFT
    if room.alternates and closed(evening.rules.entries, room.levels, room.clock.at):
        yield NoticeLine(str(kind), kind, wall, reason=str(len(room.alternates)))


def _holds(room: Room, number: int) -> tuple[str, ...]:
    if not room.crowd(number):
        return ()
    held = [*room.clock.holds]
    held += ["hand-for-hand"] if room.synchronised is not None else []
    held += ["balance"] if number in room.halted else []
    held += ["deck"] if number in room.decks else []
    if room.started and room.levels[room.clock.at].is_break:
        held.append("break")
    return tuple(held if room.started else ["start"])


def _level(level: Level) -> LevelLine:
    return LevelLine(
        level.number, level.small_blind, level.big_blind, level.ante, level.ms // 1000, level.game,
        level.structure,
    )  # fmt: skip


def same(first: msgspec.Struct | None, second: msgspec.Struct) -> bool:
    """Return whether two views are equal apart from their time stamps; `first` may be None."""
    if first is None or type(first) is not type(second):
        return False
    if isinstance(first, ClockView) and isinstance(second, ClockView):
        return not _moved(first, second)
    return first == second


def _moved(first: ClockView, second: ClockView) -> bool:
    """Return whether two views of a clock differ by more than the time that passed between them."""
    plain = msgspec.structs.replace
    rest = plain(
        second, at=first.at, left=first.left, to_break=first.to_break, entries=first.entries
    )
    if (first.entries is None) != (second.entries is None):
        return True
    if rest != first or (first.left is None) != (second.left is None):
        return True
    if first.left is None or second.left is None:
        return False
    ran = second.at - first.at if first.running else 0
    return abs(first.left - ran - second.left) > 1_000
