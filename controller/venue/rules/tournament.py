"""The model of a tournament file: a room's rules as data, each value with its article.

An article names the passage of the house's rule text that a value comes from. If it is "", no rule
text requires the value, and the tournament's organisers chose it. Pure: structs only.
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
    """Seating at the start.

    `first_button` is `high-card` (one card for each seat at one drawn table, suits ranked),
    `first-drawn` (the first seat in the draw) or `seat-one`. `same_button` puts the button at the
    same seat at all tables. `granted_seats` lets staff reserve a seat before the draw for a player
    with special needs. `by_cards` means that seats are drawn with cards, one suit for each table.
    `waits_for_all` means that play starts only when all entrants are seated. It never starts while
    two tables differ by more than `most_differ` players (0: no limit). `most_seats` is the number
    of seats used at a table (0: all seats). `same_shoes` means that either all tables use a shoe or
    none does. `cards` means that a player who is being moved receives a card with the new seat.
    `wrong_seat` means that a player who began in the wrong seat takes their stack along to the
    right one. `changed_decks` are the accepted reasons for a deck change.
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
    """When tables are balanced, and which player moves to which seat.

    Tables are balanced as soon as two differ by `gap` players, or by `late_gap` when `late_players`
    or fewer are left (0: never). The next big blind moves, into the big blind or the nearest free
    seat to its left. `small_blind` decides whether the small blind's seat may be given at all.
    `giving` decides which of several equally full tables gives up a player. A table that is
    `halt_gap` players short (0: never) stops at once, or as soon as its next big blind would reach
    an empty seat, as `halt_when` says. `mode` is `do` (a move is made at once) or `ask` (the floor
    must approve it).
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

    `trigger` is `free-seats` (as soon as there are enough free seats elsewhere) or
    `multiple-of-seats` (when the remaining players fill the other tables). `order` decides which
    table breaks: the one with the highest number, the next in the list `posted` (then the others,
    highest number first), or the table of the last player out. `dodging_rounds` is the number of
    rounds that a player who delays a move to dodge a blind must sit out. `redraw` lets the director
    redraw all seats before the end. `redraw_cards` means that a card for each stack decides who
    draws first. `break_cards` means that a card for each player at a breaking table decides who is
    seated first.
    """

    trigger: Ruled[BreakTrigger]
    order: Ruled[BreakOrder]
    posted: tuple[int, ...] = ()
    dodging_rounds: Ruled[Count] = Ruled(0, "")
    redraw: Ruled[bool] = Ruled(False, "")
    redraw_cards: Ruled[bool] = Ruled(False, "")
    break_cards: Ruled[bool] = Ruled(False, "")


class FinalTableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The final table: its size, and the draw of seats and button for it.

    `seats` is the maximum number of players. `redraw` means that all seats at the table are drawn
    again. `button` is how the button is found. Each pair in `handed` overrides `seats`: if most
    tables have the first number of seats, the second number is the maximum.
    """

    seats: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]]
    redraw: Ruled[bool]
    button: Ruled[FirstButton]
    handed: Ruled[tuple[tuple[Seats, Seats], ...]] = Ruled((), "")


class HandForHandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When all tables play one hand at a time, and how busts in the same hand are ranked.

    `when` lists the occasions, and `must` those that the floor can't waive. `ties` decides the
    places of players who go out at different tables in one hand; at one table, the player who began
    the hand with fewer chips is out first. `players` is the number of players for the occasion
    `players-left`. `phones_off` means that phones must leave the tables. `by_street` means that the
    floor may also make all tables wait for one another after each betting round. `announced` means
    that the hand in progress at the announcement counts too, so players who go out in it share
    places. Each hand takes `minutes_a_hand` off the clock, which is otherwise stopped (0: it runs
    on).
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
    """How small chips that no blind needs any more leave play.

    `method` is rounding to the `nearest` larger chip, a `race`, or an even `exchange`. `together`
    means that all tables exchange at once, at the end of a level. `found_later` decides whether
    small chips found later are `removed`, or exchanged as far as they make up larger ones
    (`equal-value`). `unowned` means that found chips without an owner leave play. `any_time` lets
    the director have some players' chips exchanged.
    """

    method: Ruled[ColourUp]
    together: Ruled[bool]
    found_later: Ruled[Literal["removed", "equal-value"]] = Ruled("removed", "")
    unowned: Ruled[bool] = Ruled(False, "")
    any_time: Ruled[bool] = Ruled(False, "")


class EntryRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Entries before and after the start, alternates, rebuys, add-ons and unsold stacks.

    `entries` is the maximum per player. `late_levels` is the last level with entries (0: none);
    they close at its end, before any break. `late_stack` is a `full` stack, or one less the blinds
    (and antes) for each period of `late_minutes` begun since the start (`blinds-missed`).
    `unsold_first` means that a late entrant takes an unsold stack as it is. At most `alternates`
    players may wait for a seat.

    Nobody may enter before the desk has checked who they are (`identity`) and that they are old
    enough (`of_age`), or before they have read their receipt (`receipts`). `members` admits only
    members and applicants. `refunds` lets the director refund an entry. `tickets` from satellites
    pay for entries.

    `addon` lists the levels with an add-on, as indices (from 0) in the list of levels. `pay_first`
    means that an announced rebuy must be paid for before a bet with its chips stands. Up to the
    level `rebuy_levels` (0: never) a player without chips may rebuy before the next deal, and is
    out once their table has played on without them. `gives_up` lets a seated player enter again;
    the chips that they give up leave play. A player who is out may re-enter `reentries` times, up
    to the level `reentry_levels`, at a drawn seat; re-entries are counted separately from `entries`
    and rebuys. A player who is seated when play starts receives `early_bird` extra chips. `bonuses`
    lists (keyword, chips), such as `dealer`; each player may receive each of them once.
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
    """A house's rule on one offence: whether it is penalised, and by which sanctions.

    `article` is never "", because every offence is named in a rule text. `when` is the condition
    for more than a warning, such as a repeated or a deliberate offence. `must` means that it has to
    be penalised. `least` is the mildest sanction allowed ("": any). `only` is the sole one allowed
    ("": no such limit). `excuses` are the grounds for waiving it. `both` means that the rule
    applies to all players involved. `report` is the article that requires an immediate report.
    `first` means that the floor handles it before other reports. `binds` lets the director hold the
    player to their declaration.
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
    """What must be posted before the start, in each of the official `languages`.

    `required` lists the keywords for the options that a house leaves open, and `options` the room's
    choices; play can't start while one is missing. `displayed` lists what the room's page must
    show; if it includes `rules`, `changes` explains each value that a file sets differently from
    its parent, by its name (`balancing.gap`). `announced` means that each table shows, from the
    start until the second level, which languages may be spoken there. A text is given for each
    language, or one text for all.
    """

    required: Ruled[tuple[str, ...]] = Ruled((), "")
    languages: Ruled[tuple[str, ...]] = Ruled((), "")
    displayed: Ruled[tuple[Displayed, ...]] = Ruled((), "")
    announced: Ruled[bool] = Ruled(False, "")
    options: dict[str, Posted] = {}
    changes: dict[str, Posted] = {}


class PenaltyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The penalties that a room may impose, and the powers of its staff.

    `rounds`, `minutes`, `hands` and `chips` are the sizes of penalties allowed.
    `disqualified_chips_leave` means that a disqualified player's chips leave play. `forced_bet`
    means that a bet of one big blind may be a sanction. `director_only` means that only the
    director may penalise. `appeals` is how often the same decision may be appealed. `readmission`
    means that an excluded player must report to the floor before they sit down again. `fairness`
    lets the director waive a penalty out of fairness. A player who repeatedly wastes time has only
    `shorter_time` seconds from then on (0: no reduction). `delegated_clock` lets the director
    delegate control of the clock.
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
    """The value of finishing places, in prizes and points.

    `points` are the league points by place, from the first. A `formula` takes precedence over them
    (`formula.py`). `prizes` is the number of paid places, 0 for none. `per_venue` means that each
    bar has its own ranking, and points are not added across bars. `deals` between players are not
    allowed (`none`), or allowed if all agree. `posted` means that the prize pool must be posted
    before the start. `cancel` lets the director cancel the tournament. An evening counts in the
    `season` that it names. The `best` evenings in a season count, or all if 0. `ties` lists how
    equal points in a season are broken: by the `best` evening, then the next best; by more
    `evenings`; by more `wins`. Otherwise players share places.
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
    """What it costs to enter a tournament, and how money is handled if play is for money.

    `money` is `none` by default; a currency needs a `licence`. The `entry` goes to the prizes, the
    `fee` to the house. Amounts above `second_above` (0: never) need two people's approval.
    `sessions` means that no money moves until a cashier has opened the bank.
    """

    money: Ruled[Money] = Ruled("none", "")
    licence: str = ""
    entry: Ruled[Count] = Ruled(0, "")
    fee: Ruled[Count] = Ruled(0, "")
    second_above: Ruled[Annotated[int, msgspec.Meta(ge=0)]] = Ruled(0, "")
    sessions: Ruled[bool] = Ruled(False, "")


class BountyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The bounty on each player, won by the players who knock them out.

    `kind` is `none`, `fixed`, `progressive` or `mystery`. Each entry adds `head`, in the room's
    unit of money, to its player's bounty. A `fixed` bounty is pocketed. Of a `progressive` bounty,
    `kept` percent is pocketed and the remainder is added to the winner's own bounty. A `mystery`
    bounty goes entirely into envelopes, one for each remaining player, as soon as entries are
    closed and no more than `players` are left (0: any number). The first envelopes have the weights
    in `envelopes`, and each of the others has weight 1. `rebuy_head` is the bounty that a rebuy
    buys for a player who had no chips left (0: the old bounty stays, and nobody has won it).
    `unclaimed` decides who receives bounties that nobody could win, including the winner's own.
    """

    kind: Ruled[Literal["none", "fixed", "progressive", "mystery"]] = Ruled("none", "")
    head: Ruled[Count] = Ruled(0, "")
    kept: Ruled[Annotated[int, msgspec.Meta(ge=1, le=100)]] = Ruled(50, "")
    players: Ruled[Count] = Ruled(0, "")
    envelopes: Ruled[tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], ...]] = Ruled((), "")
    rebuy_head: Ruled[Count] = Ruled(0, "")
    unclaimed: Ruled[Literal["winner", "house"]] = Ruled("winner", "")


class SatelliteRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A satellite: it awards seats in another tournament, and ends when that many players are left.

    `seats` is the number of seats; 0 means as many as the prize pool pays for once entries are
    closed. `worth` is the cash value of each; 0 means that the tournament is not a satellite.
    `target` is the tournament file in which they can be used. `ties` is the rule for players who go
    out together and tie for the last seats. They receive them `by-stack` at the start of the hand
    (equal stacks go to the floor), have their worth `shared` in money, or wait for the `floor`.
    `rest` decides whether the remainder of the pool goes to the `next` place, is `shared` by all
    winners, or belongs to the `house`.
    """

    seats: Ruled[Count] = Ruled(0, "")
    worth: Ruled[Count] = Ruled(0, "")
    target: str = ""
    ties: Ruled[Literal["by-stack", "shared", "floor"]] = Ruled("floor", "")
    rest: Ruled[Literal["next", "shared", "house"]] = Ruled("next", "")


class DayRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An event over several days, or one with several flights that lead to a later day.

    Flights and days of one event have the same `series`. The day ends after the level `last_level`,
    or on the director's decision if it is 0. `merge` is how a player with bags from several flights
    plays on: with the `best` stack, `all` of them, or their `average`, rounded down to the smallest
    chip. `differs` says which prevails if a second count also differs from the books: the `books`
    or the `count`. `recount` means that play does not start before each bag has been opened and
    counted.
    """

    series: str = ""
    last_level: Ruled[Count] = Ruled(0, "")
    merge: Ruled[Literal["best", "all", "average"]] = Ruled("best", "")
    differs: Ruled[Literal["books", "count"]] = Ruled("books", "")
    recount: Ruled[bool] = Ruled(True, "")


class MixedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mix of several games, each with its betting structure.

    `games` lists them; the first is the default. They `change` by `level` (every `levels` levels),
    when the director orders it (`by-hand`), or by the `choice` of a table's dealer, which applies
    for `hands` hands (0: until the next choice).
    """

    games: Ruled[tuple[tuple[Variant, Structure], ...]] = Ruled((), "")
    change: Ruled[Literal["level", "by-hand", "choice"]] = Ruled("level", "")
    levels: Ruled[Annotated[int, msgspec.Meta(ge=1, le=60)]] = Ruled(1, "")
    hands: Ruled[Count] = Ruled(0, "")


class CashGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a cash game that concern the room; the house file sets seat prices and the rake.

    `hands_a_day` is each player's daily limit of hands, by the player's level (from 0); above the
    last level in it there is none. `owner_unlimited` means that the owner of the house plays
    without a limit. `archive` means that every hand must be in the archive. `cash_out` has the
    article on cashing out. `transfer` is the number of big blinds that may go from one player to
    another before the floor is notified (0: never).

    Chips represent `money` (nothing, points, lots, or a currency with a `licence`), each worth
    `chip_worth` units of it. A player who is back within `return_minutes` of cashing out buys in
    for at least the chips that they left with.

    `calls` says when waiting players are called: `by-hand`, or `at-once` when a seat is free. The
    seat is reserved for `call_minutes` (0: until they come). A player who has missed `calls_missed`
    calls (0: any number) is removed from the list.
    """

    hands_a_day: Ruled[tuple[Count, ...]] = Ruled((), "")
    owner_unlimited: Ruled[bool] = Ruled(False, "")
    archive: Ruled[bool] = Ruled(False, "")
    cash_out: Ruled[bool] = Ruled(True, "")
    transfer: Ruled[Count] = Ruled(0, "")
    money: Ruled[Money] = Ruled("none", "")
    chip_worth: Ruled[Count] = Ruled(1, "")
    licence: str = ""
    return_minutes: Ruled[Count] = Ruled(0, "")
    calls: Ruled[Literal["by-hand", "at-once"]] = Ruled("by-hand", "")
    call_minutes: Ruled[Count] = Ruled(5, "")
    calls_missed: Ruled[Count] = Ruled(0, "")

    @property
    def worth(self) -> int:
        """Return the value of one chip, or 0 if the chips represent nothing."""
        return self.chip_worth.value if self.money.value != "none" else 0


class Tournament(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A tournament or cash game, as described by its file.

    `name` is the file's name, and `title` is for people. `house` is the house file whose rules the
    tables play by. `structure` has the starting stacks and the levels; if the file has none, the
    house's own apply. Values that a file leaves out come from the file that it `inherits`;
    `changed` names the values that it sets differently from that file. If `cash` is set, it is a
    cash game, played for the house's `stakes`. The other fields each hold one section of rules.
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
        """Return what is played for: the bank's money or, in a cash game, what chips represent."""
        return self.bank.money.value if self.cash is None else self.cash.money.value

    @property
    def start(self) -> TournamentRules:
        """Return the starting stacks and levels, which a tournament read from a file always has."""
        if self.structure is None:
            raise ValueError(f"the tournament {self.name} has no structure")
        return self.structure
