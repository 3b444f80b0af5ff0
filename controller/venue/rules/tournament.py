"""What a tournament can say: the room's rules as data, each value with the article it is from.

A value whose article is "" is in no text: the tournament chose it. Pure: structs only.
"""

from typing import Annotated, Literal

import msgspec

from controller.contract.rules import Structure, Variant
from controller.contract.venue.floor.conduct import Excuse, Offence
from controller.contract.venue.prizes.money import Money
from controller.houses.model import CashRules, Ruled, TournamentRules

Seats = Annotated[int, msgspec.Meta(ge=2, le=10)]
Count = Annotated[int, msgspec.Meta(ge=0, le=100_000)]

GivingTable = Literal["largest-then-highest-number", "largest-then-drawn"]
BreakTrigger = Literal["free-seats", "multiple-of-seats"]
BreakOrder = Literal["highest-number-first", "posted", "last-out"]
FirstButton = Literal["high-card", "first-drawn", "seat-one"]
ColourUp = Literal["nearest", "race", "exchange"]
HandForHandWhen = Literal["one-before-final", "one-before-prizes", "players-left"]
Ties = Literal["shared", "by-stack"]
Displayed = Literal["rules", "structure", "payouts", "break-order", "clock"]
Posted = str | dict[str, str]
HaltWhen = Literal["short", "blinds-touched"]
LateStack = Literal["full", "blinds-missed"]


class SeatingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits where at the start.

    `first_button`: `high-card` (one card a seat at one table drawn, suits ranked), `first-drawn`
    (the first seat of the draw), `seat-one`. With `granted_seats` one that somebody needs is theirs
    and not drawn. `same_button` puts it at the same seat of all tables.
    `by_cards`: seats are drawn with cards, a suit for each table. Play begins when all who have
    entered sit, where it `waits_for_all`, and no two tables differ by more than `most_differ`
    players (0: it doesn't matter). `most_seats` are those of a table (0: as many as it has).
    `same_shoes`: a shoe deals at all tables, or at none. `changed_decks`: for what a deck changes.
    `cards`: who moves gets a new seat card. Who began in a `wrong_seat` takes along what they have.
    """

    first_button: Ruled[FirstButton]
    same_button: Ruled[bool]
    granted_seats: Ruled[bool]
    by_cards: Ruled[bool] = Ruled(False, "")
    waits_for_all: Ruled[bool] = Ruled(False, "")
    most_differ: Ruled[Count] = Ruled(0, "")
    most_seats: Ruled[Count] = Ruled(0, "")
    same_shoes: Ruled[bool] = Ruled(False, "")
    cards: Ruled[bool] = Ruled(False, "")
    wrong_seat: Ruled[bool] = Ruled(False, "")
    changed_decks: Ruled[tuple[Literal["dealer", "level", "order", "player"], ...]] = Ruled(
        ("dealer", "level", "order", "player"), ""
    )


class BalancingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When tables are balanced, and who moves where.

    Tables are balanced as soon as two differ by `gap` players; with `late_players` or fewer left
    (0 never), by `late_gap`. Tables that are short by `halt_gap` players stop (0 none): at once,
    or as soon as their big blind would have come to an empty seat (`blinds-touched`). The next big
    blind moves, into the big blind or the nearest free seat to its left; `small_blind` says
    whether a seat that would be the small blind may be given at all. By the `mode` a move is done
    at once, or proposed to the floor and done when they agree.
    """

    gap: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]]
    small_blind: Ruled[bool]
    giving: Ruled[GivingTable]
    late_gap: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]] = Ruled(2, "")
    late_players: Ruled[Count] = Ruled(0, "")
    halt_gap: Ruled[Count] = Ruled(0, "")
    halt_when: Ruled[HaltWhen] = Ruled("short", "")
    mode: Literal["ask", "do"] = "do"


class BreakingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which table breaks, and when.

    `trigger`: `free-seats` (as soon as the seats that are free elsewhere suffice),
    `multiple-of-seats` (when the players left fill the other tables). `order`: the highest
    number first, the tables as `posted` (then those that the list forgot, the highest first), or
    the table of the last player out. `dodging_rounds` is the missed-hand penalty of who delays a
    move to dodge a blind. `redraw`: the director may have all seats drawn anew before the end;
    with `redraw_cards` a card for each stack says who draws first. With `break_cards` one for each
    player of a table that breaks says who gets a new seat first.
    """

    trigger: Ruled[BreakTrigger]
    order: Ruled[BreakOrder]
    posted: tuple[int, ...] = ()
    dodging_rounds: Ruled[Count] = Ruled(0, "")
    redraw: Ruled[bool] = Ruled(False, "")
    redraw_cards: Ruled[bool] = Ruled(False, "")
    break_cards: Ruled[bool] = Ruled(False, "")


class FinalTableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The final table: its players at most, and whether seats and button are drawn anew for it.

    `handed` has pairs: where most tables have so many seats, so many `seats` count instead.
    """

    seats: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]]
    redraw: Ruled[bool]
    button: Ruled[FirstButton]
    handed: Ruled[tuple[tuple[Seats, Seats], ...]] = Ruled((), "")


class HandForHandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When all tables play one hand at a time, and what it means to go out in the same one.

    `when` are the moments, `must` those that the floor can't waive; `players` is for
    `players-left`.
    `ties` of players who go out at different tables in one hand; at one table, who began the
    hand with fewer chips is out first. `phones_off`: phones leave the tables then. `by_street`:
    the floor may let all tables wait for each other after each betting round too. What is
    `announced` counts from the hand that runs on: who goes out in it shares too. Each hand takes
    `minutes_a_hand` off the clock, which stands otherwise (0: it runs as ever).
    """

    when: Ruled[tuple[HandForHandWhen, ...]]
    must: Ruled[tuple[HandForHandWhen, ...]]
    ties: Ruled[Ties]
    players: Ruled[Count] = Ruled(0, "")
    phones_off: Ruled[bool] = Ruled(False, "")
    by_street: Ruled[bool] = Ruled(False, "")
    announced: Ruled[bool] = Ruled(False, "")
    minutes_a_hand: Ruled[Annotated[int, msgspec.Meta(ge=0, le=3)]] = Ruled(0, "")


class ColourUpRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What small chips become: rounded to the `nearest` larger one, a `race`, an even `exchange`.

    `together`: at all tables at once, at the end of a level. `found_later`: chips that turn up
    later are `removed`, or changed as far as they make up larger ones (`equal-value`). `any_time`:
    the director may have some players' chips exchanged. `unowned`: chips that turn up and are
    nobody's leave play.
    """

    method: Ruled[ColourUp]
    together: Ruled[bool]
    found_later: Ruled[Literal["removed", "equal-value"]] = Ruled("removed", "")
    unowned: Ruled[bool] = Ruled(False, "")
    any_time: Ruled[bool] = Ruled(False, "")


class EntryRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Late entries, alternates, rebuys and the chips of seats that nobody bought.

    `late_levels` is the last level with entries, 0 for none: they close with it, before the break
    behind it. `late_stack`: a `full` one, or less
    the blinds (and antes) for each `late_minutes` begun since the start: `blinds-missed`. With
    `unsold_first` a late entrant takes a stack that nobody bought, as it is. `entries` are those
    that one player may buy. So many `alternates` may wait for a seat. `identity`: nobody enters
    before somebody has seen who they are, and `of_age` that they are old enough; with `receipts`
    not before they have read theirs, with `members` not before they are members or about to be.
    `refunds`: the director may give an entry back. `addon` are the places in the sheet of levels
    (from 0) in which more chips may be added. `pay_first`: a rebuy that was announced is paid
    before a bet with its chips is done. `gives_up`: who sits may enter again, and the chips that
    they give up leave play. Up to the level `rebuy_levels` (0: never) who has no chips left may buy
    some before the next deal, and is out once their table has played on without them. Who is out
    may enter again `reentries` times, up to the level `reentry_levels`, at a seat that is drawn;
    that counts apart from `entries` and rebuys. Who sits when play begins has `early_bird` more.
    `bonuses` are chips that a player may get once each, by a word for what (`dealer`). `tickets` of
    satellites pay entries.
    """

    entries: Ruled[Annotated[int, msgspec.Meta(ge=1, le=100)]]
    late_levels: Ruled[Count]
    late_stack: Ruled[LateStack]
    unsold_first: Ruled[bool] = Ruled(False, "")
    late_minutes: Ruled[Annotated[int, msgspec.Meta(ge=1, le=600)]] = Ruled(20, "")
    alternates: Ruled[Count] = Ruled(0, "")
    identity: Ruled[bool] = Ruled(False, "")
    of_age: Ruled[bool] = Ruled(False, "")
    receipts: Ruled[bool] = Ruled(False, "")
    members: Ruled[bool] = Ruled(False, "")
    refunds: Ruled[bool] = Ruled(True, "")
    addon: Ruled[tuple[Count, ...]] = Ruled((), "")
    pay_first: Ruled[bool] = Ruled(False, "")
    gives_up: Ruled[bool] = Ruled(False, "")
    rebuy_levels: Ruled[Count] = Ruled(0, "")
    reentries: Ruled[Count] = Ruled(0, "")
    reentry_levels: Ruled[Count] = Ruled(0, "")
    early_bird: Ruled[Count] = Ruled(0, "")
    bonuses: Ruled[tuple[tuple[str, Count], ...]] = Ruled((), "")
    tickets: Ruled[bool] = Ruled(False, "")


ConductWhen = Literal["any", "deliberate", "repeated", "deliberate-or-repeated"]


class ConductRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a house says of an offence: when it may be penalised, or `must` be, and with what.

    `least` is the mildest sanction that will do, "" for any; `only` the single one. `excuses` are
    those for which it may be let be. Everybody who is in it is meant where `both`. `report` is
    the article by which it has to be reported at once; with `first` the floor looks at it before
    all that is not. `binds`: the director may hold the player to what they said. `article` is never
    "": an offence that no text knows isn't one.
    """

    offence: Offence
    article: Annotated[str, msgspec.Meta(min_length=1)]
    when: ConductWhen = "any"
    must: bool = False
    least: str = ""
    only: str = ""
    excuses: tuple[Excuse, ...] = ()
    both: bool = False
    report: str = ""
    first: bool = False
    binds: bool = False


class PostingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has to be on the wall before the start, in each of the official `languages`.

    `required` are the words for the options that a house leaves open, `options` what the room
    chose; without one play can't begin. With `displayed` all of these are on the room's page, and
    `changes` says what each value means that a file has made another than the one it inherits
    (`balancing.gap`). With `announced` each table is told at the start which languages may be
    spoken there, until the second level begins. A text is one for each language, or one for all.
    """

    required: Ruled[tuple[str, ...]] = Ruled((), "")
    languages: Ruled[tuple[str, ...]] = Ruled((), "")
    displayed: Ruled[tuple[Displayed, ...]] = Ruled((), "")
    announced: Ruled[bool] = Ruled(False, "")
    options: dict[str, Posted] = {}
    changes: dict[str, Posted] = {}


class PenaltyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Penalties and staff on the room's side: rounds, hands, minutes and chips that may be given.

    `forced_bet`: a bet of one big blind may be a sanction. `director_only`: nobody else gives one.
    `appeals`: how often the same thing may be appealed against. `readmission`: who was excluded
    reports to the floor before they sit down again. `fairness`: the director may be fairer than a
    rule. Who abuses time again has `shorter_time` seconds from then on, 0 for no less than others.
    `delegated_clock`: the director may have somebody else keep the clock.
    """

    rounds: Ruled[tuple[int, ...]] = Ruled((), "")
    minutes: Ruled[tuple[int, ...]] = Ruled((), "")
    hands: Ruled[tuple[int, ...]] = Ruled((), "")
    chips: Ruled[tuple[int, ...]] = Ruled((), "")
    disqualified_chips_leave: Ruled[bool] = Ruled(True, "")
    forced_bet: Ruled[bool] = Ruled(False, "")
    director_only: Ruled[bool] = Ruled(False, "")
    appeals: Ruled[Count] = Ruled(1, "")
    readmission: Ruled[bool] = Ruled(False, "")
    fairness: Ruled[bool] = Ruled(True, "")
    shorter_time: Ruled[Count] = Ruled(0, "")
    delegated_clock: Ruled[bool] = Ruled(True, "")


class ResultRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What places are worth.

    `prizes` is how many places are worth one, 0 for none; `points` are by place, from the first.
    `per_venue`: each bar has a ranking of its own, and they don't add up. `best` evenings of a
    season count, 0 for all. `deals` between players: none, or such as all agree to. `posted`: the
    prize pool has to be posted before the start. `cancel`: the director may end it all. A `formula`
    stands before `points` (`formula.py`). Who has as many points in a season is before others by
    `ties`: the `best` evening, then the next best one, more `evenings`, more `wins`; else they
    share. An evening counts in the `season` of its name.
    """

    points: Ruled[tuple[Count, ...]]
    prizes: Ruled[Count] = Ruled(0, "")
    per_venue: Ruled[bool] = Ruled(False, "")
    deals: Ruled[Literal["none", "unanimous"]] = Ruled("unanimous", "")
    posted: Ruled[bool] = Ruled(False, "")
    cancel: Ruled[bool] = Ruled(True, "")
    best: Ruled[Count] = Ruled(0, "")
    formula: Ruled[str] = Ruled("", "")
    season: Ruled[str] = Ruled("", "")
    ties: Ruled[tuple[Literal["best", "evenings", "wins"], ...]] = Ruled((), "")


class BankRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament is played for, and how money is kept wherever there is any.

    Nothing by default; a `currency` needs a `licence`. An `entry` goes to the prizes, its `fee` to
    the house. What is more than `second_above` (0: never) is moved by two people. With `sessions`
    nothing is, until a cashier has opened the bank.
    """

    money: Ruled[Money] = Ruled("none", "")
    licence: str = ""
    entry: Ruled[Count] = Ruled(0, "")
    fee: Ruled[Count] = Ruled(0, "")
    second_above: Ruled[Annotated[int, msgspec.Meta(ge=0)]] = Ruled(0, "")
    sessions: Ruled[bool] = Ruled(False, "")


class BountyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on a player's head, and who puts them out wins it.

    Each entry puts `head` on its player, in what the room plays for. A `fixed` head is pocketed; of
    a `progressive` one `kept` percent are, and the rest is put on the winner's own head. With
    `mystery` all of it goes into envelopes, one for each player who is in, as soon as entries are
    closed and no more than `players` are left (0: any number); the first ones are as heavy as
    `envelopes` say, all others weigh 1. `rebuy_head` is what chips put on the head of who had none
    left (0: the head stays on, and nobody has won it). What nobody could win is `unclaimed`: the
    winner's own head among it.
    """

    kind: Ruled[Literal["none", "fixed", "progressive", "mystery"]] = Ruled("none", "")
    head: Ruled[Count] = Ruled(0, "")
    kept: Ruled[Annotated[int, msgspec.Meta(ge=1, le=100)]] = Ruled(50, "")
    players: Ruled[Count] = Ruled(0, "")
    envelopes: Ruled[tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], ...]] = Ruled((), "")
    rebuy_head: Ruled[Count] = Ruled(0, "")
    unclaimed: Ruled[Literal["winner", "house"]] = Ruled("winner", "")


class SatelliteRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seats in another tournament are won: play stops when no more players are left than seats.

    So many `seats` are won, each a ticket of this `worth` that the tournament file `target` takes;
    0 `seats` are as many as the prize pool pays for once entries are closed. With 0 `worth` nothing
    is won. Players who go out together and tie for the last seats get them `by-stack` with which
    the hand began (those that are equal go to the floor), have their worth `shared` in money, or
    wait for the `floor`. What the pool has besides goes to the `next` place, is `shared` by all who
    have won a seat, or is the `house`'s.
    """

    seats: Ruled[Count] = Ruled(0, "")
    worth: Ruled[Count] = Ruled(0, "")
    target: str = ""
    ties: Ruled[Literal["by-stack", "shared", "floor"]] = Ruled("floor", "")
    rest: Ruled[Literal["next", "shared", "house"]] = Ruled("next", "")


class DayRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event of several days, or flights of which one goes on.

    Flights and days of one event have one `series`. The day ends behind the level `last_level`, or
    (0) by the director. A player who has bags of several flights plays on with the `best`, with
    `all` of them, or with their `average`, rounded down to the smallest chip. Of a bag that was
    counted twice and differs, the `books` count or the `count` does. With `recount` play does not
    begin before each bag was opened and counted.
    """

    series: str = ""
    last_level: Ruled[Count] = Ruled(0, "")
    merge: Ruled[Literal["best", "all", "average"]] = Ruled("best", "")
    differs: Ruled[Literal["books", "count"]] = Ruled("books", "")
    recount: Ruled[bool] = Ruled(True, "")


class MixedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Several games, each with how much may be bet.

    They `change` with each `level` (with every `levels`th one), when the director says so
    (`by-hand`), or by the `choice` of a table's dealer, which counts for so many `hands` (0: until
    the next choice). The first one is played where nobody has said anything.
    """

    games: Ruled[tuple[tuple[Variant, Structure], ...]] = Ruled((), "")
    change: Ruled[Literal["level", "by-hand", "choice"]] = Ruled("level", "")
    levels: Ruled[Annotated[int, msgspec.Meta(ge=1, le=60)]] = Ruled(1, "")
    hands: Ruled[Count] = Ruled(0, "")


class CashGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A cash game on the room's side; what seats cost and the rake are the house's own.

    `hands_a_day` are those of a player, by level from 0 on; above the last one there is no bound.
    Who owns the house plays without one where they are `owner_unlimited`. With `archive` every hand
    has to be there. `transfer` is how many big blinds may go from one player to another before the
    floor is told (0: never). Chips stand for `money` (nothing, points, lots, or a currency with a
    `licence`), each for `chip_worth` units of it. Who waits for a seat is called `by-hand`, or
    `at-once` when one is free; the seat is theirs for `call_minutes` (0: for good), and who has
    missed so many calls (`calls_missed`, 0: any) waits no more.
    """

    hands_a_day: Ruled[tuple[Count, ...]] = Ruled((), "")
    owner_unlimited: Ruled[bool] = Ruled(False, "")
    archive: Ruled[bool] = Ruled(False, "")
    cash_out: Ruled[bool] = Ruled(True, "")
    transfer: Ruled[Count] = Ruled(0, "")
    money: Ruled[Money] = Ruled("none", "")
    chip_worth: Ruled[Count] = Ruled(1, "")
    licence: str = ""
    calls: Ruled[Literal["by-hand", "at-once"]] = Ruled("by-hand", "")
    call_minutes: Ruled[Count] = Ruled(5, "")
    calls_missed: Ruled[Count] = Ruled(0, "")

    @property
    def worth(self) -> int:
        """Return what a chip is worth: 0 where the house plays for chips alone."""
        return self.chip_worth.value if self.money.value != "none" else 0


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament of a house.

    `house` is the house file whose rules the tables play by. `structure` is what everybody begins
    with and the levels: the house's own where the file has none. With `cash` it is a cash game, for
    the `stakes` of the house. What a file that `inherits` leaves out is its parent's; `changed` are
    its values that the parent has otherwise, as they were read.
    """

    name: str
    title: str
    house: str
    seating: SeatingRules
    balancing: BalancingRules
    breaking: BreakingRules
    final_table: FinalTableRules
    hand_for_hand: HandForHandRules
    colour_up: ColourUpRules
    entries: EntryRules
    results: ResultRules
    structure: TournamentRules | None = None
    penalties: PenaltyRules = PenaltyRules()
    posting: PostingRules = PostingRules()
    conduct: tuple[ConductRule, ...] = ()
    inherits: str = ""
    cash: CashGame | None = None
    stakes: CashRules = CashRules()
    bank: BankRules = BankRules()
    bounties: BountyRules = BountyRules()
    satellite: SatelliteRules = SatelliteRules()
    days: DayRules = DayRules()
    mixed: MixedRules = MixedRules()
    changed: tuple[str, ...] = ()

    @property
    def money(self) -> Money:
        """Return what is played for: in a cash game what its chips stand for."""
        return self.bank.money.value if self.cash is None else self.cash.money.value

    @property
    def start(self) -> TournamentRules:
        """Return what everybody begins with; a tournament that was read always has it."""
        if self.structure is None:
            raise ValueError(f"the tournament {self.name} has no structure")
        return self.structure
