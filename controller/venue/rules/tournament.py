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

FirstButton = Literal["high-card", "first-drawn", "seat-one"]
ColourUp = Literal["nearest", "race", "exchange"]
HandForHandWhen = Literal["one-before-final", "one-before-prizes", "players-left"]
Ties = Literal["shared", "by-stack"]
Displayed = Literal["rules", "structure", "payouts", "break-order", "clock"]
Posted = str | dict[str, str]


class SeatingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seating at the start.

    The button: `first_button` is `high-card` (a table is drawn, and each of its players gets a
    card; the highest wins, and suits are ranked), `first-drawn` (the seat drawn first) or
    `seat-one` (the lowest occupied seat). `same_button` puts the button at the same seat number at
    all tables.

    The draw: `granted_seats` lets staff reserve a seat before the draw for a player with special
    needs. `by_cards` means that seats are drawn with cards, one suit for each table. `most_seats`
    is the number of seats used at a table (0: all seats). `cards` means that a player who is being
    moved receives a card that shows the new seat. `wrong_seat` means that a player who began in the
    wrong seat takes their stack along to the right one.

    The start: `waits_for_all` means that play starts only when all entrants are seated. Play never
    starts while two tables differ by more than `most_differ` players (0: no limit). `same_shoes`
    means that either all tables use a shoe or none does. `changed_decks` are the accepted reasons
    for a deck change.
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
    or fewer are left (0: never). The player who would be the next big blind moves. At the new
    table, they get the seat of the next big blind or the nearest free seat to its left;
    `small_blind` decides whether they may get the seat of the small blind. `giving` decides which
    of several equally full tables gives up a player. A table with `halt_gap` fewer players than the
    largest table (0: never) must stop: immediately, or as soon as an empty seat affects its blinds,
    depending on `halt_when`. `mode` is `do` (a move is made immediately) or `ask` (the floor must
    approve it).
    """

    gap: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]]
    small_blind: Ruled[bool]
    giving: Ruled[Literal["largest-then-highest-number", "largest-then-drawn"]]
    late_gap: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]] = Ruled(2, "")
    late_players: Ruled[Count] = Ruled(0, "")
    halt_gap: Ruled[Count] = Ruled(0, "")
    halt_when: Ruled[Literal["short", "blinds-touched"]] = Ruled("short", "")
    mode: Literal["ask", "do"] = "do"


class BreakingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which table breaks, and when.

    `trigger` is `free-seats` (as soon as there are enough free seats elsewhere) or
    `multiple-of-seats` (when the remaining players fill the other tables). `order` decides which
    table breaks: the one with the highest number (`highest-number-first`), the next in the posted
    list (`posted`), or that of the last player out (`last-out`). The field `posted` holds that
    list; tables not in it break after it, highest number first. A player who delays a move to dodge
    a blind must sit out `dodging_rounds` rounds (0: no rule). `redraw` lets the director redraw all
    seats during play. `redraw_cards` means that a card for each stack decides who draws first.
    `break_cards` means that a card for each player at a breaking table decides who is seated first.
    """

    trigger: Ruled[Literal["free-seats", "multiple-of-seats"]]
    order: Ruled[Literal["highest-number-first", "posted", "last-out"]]
    posted: tuple[int, ...] = ()
    dodging_rounds: Ruled[Count] = Ruled(0, "")
    redraw: Ruled[bool] = Ruled(False, "")
    redraw_cards: Ruled[bool] = Ruled(False, "")
    break_cards: Ruled[bool] = Ruled(False, "")


class FinalTableRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The final table: its size, and the draw of seats and button for it.

    `seats` is the maximum number of players. `redraw` means that all seats at the table are drawn
    again. `button` says how the table's first button is chosen; its values are those of
    `SeatingRules.first_button`. Each pair in `handed` overrides `seats`: if most tables have the
    first number of seats, the second number is the maximum at the final table.
    """

    seats: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]]
    redraw: Ruled[bool]
    button: Ruled[FirstButton]
    handed: Ruled[tuple[tuple[Seats, Seats], ...]] = Ruled((), "")


class HandForHandRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """When all tables play one hand at a time, and how busts in the same hand are ranked.

    `when` lists the situations that call for hand for hand, and `must` those in which the floor has
    no choice. `ties` decides the places of players who go out at different tables in one hand; at
    one table, the player who began the hand with fewer chips is out first. `players` is the number
    of players that `players-left` in these lists refers to. `phones_off` means that phones must
    leave the tables. `by_street` means that the floor may also make all tables wait for one another
    after each betting round. `announced` means that `ties` also applies to the hand in progress
    when hand for hand is announced. If `minutes_a_hand` is not 0, the level clock stops, and each
    hand takes that many minutes off it.
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
    """How small chips leave play when blinds no longer need them.

    `method` is rounding to the `nearest` larger chip, a `race`, or an even `exchange`. `together`
    means that all tables exchange together, at the end of a level. `found_later` decides whether
    small chips found later are `removed`, or exchanged for as many larger ones as they are worth
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

    `entries` is how often a player may enter. `late_levels` is the last level with entries (0:
    none); they close at its end, before any break. A late entrant's `late_stack` is `full`, or is
    reduced by the blinds and antes for each period of `late_minutes` begun since the start
    (`blinds-missed`). `unsold_first` means that a late entrant takes an unsold stack as it is. At
    most `alternates` players may wait for a seat.

    Nobody may enter before the desk has checked who they are (`identity`) and that they are old
    enough (`of_age`), or before they have read their receipt (`receipts`). `members` admits only
    members and applicants. `refunds` lets the director refund an entry. `tickets` from satellites
    pay for entries.

    `addon` lists the levels with an add-on, as indices (from 0) in the list of levels. `pay_first`
    means that a bet with the chips of an unpaid rebuy stops the table until it is paid. Up to the
    level `rebuy_levels` (0: never), a player without chips may rebuy before the next deal, and is
    out once their table has played on without them. `gives_up` lets a seated player enter again;
    the chips that they give up leave play. A player who is out may re-enter `reentries` times, up
    to the level `reentry_levels`, at a drawn seat; re-entries are counted separately from `entries`
    and rebuys. A player who is seated when play starts receives `early_bird` extra chips. `bonuses`
    lists (keyword, chips), such as `dealer`; each player may receive each of them once.
    """

    entries: Ruled[Annotated[int, msgspec.Meta(ge=1, le=100)]]
    late_levels: Ruled[Count]
    late_stack: Ruled[Literal["full", "blinds-missed"]]
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


class ConductRule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house's rule on one offence: whether it is penalised, and by which sanctions.

    `article` is never "", because every offence is named in a rule text.

    The sanction: `when` says which cases may get more than a warning: `any`, only `deliberate`
    ones, only `repeated` ones, or those that are either (`deliberate-or-repeated`). `must` means
    that such a case must be penalised. `least` is the mildest sanction allowed ("": any). `only`
    is the sole sanction allowed ("": there is a choice). `excuses` are the grounds on which the
    sanction can be waived.

    Handling: `both` means that the rule applies to all players involved. `report` is the article
    that requires an immediate report. `first` means that the floor handles the offence before
    other reports. `binds` lets the director hold the player to what they declared.
    """

    offence: Offence
    article: Annotated[str, msgspec.Meta(min_length=1)]
    when: Literal["any", "deliberate", "repeated", "deliberate-or-repeated"] = "any"
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

    Posted means put up in the room and shown on its page. `required` lists the keywords of the
    options that a house leaves open. `options` maps each keyword to a text with the room's choice;
    play can't start while one is missing. `displayed` lists what the room's page must show.
    `changes` maps the names of values, such as `balancing.gap`, to texts. If `displayed` includes
    `rules`, each value that differs from the parent file's needs such a text. A text is given for
    each language, or once for all. `announced` means that each table shows, from the start until
    the second level, which languages may be spoken there.
    """

    required: Ruled[tuple[str, ...]] = Ruled((), "")
    languages: Ruled[tuple[str, ...]] = Ruled((), "")
    displayed: Ruled[tuple[Displayed, ...]] = Ruled((), "")
    announced: Ruled[bool] = Ruled(False, "")
    options: dict[str, Posted] = {}
    changes: dict[str, Posted] = {}


class PenaltyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The penalties that a room may impose, and the powers of its staff.

    Penalties: `rounds`, `minutes` and `hands` list how long a player can be sent away, each in its
    own unit. `chips` lists the numbers of chips that a player can lose. `forced_bet` allows
    a forced bet of one big blind as a penalty. `disqualified_chips_leave` means that a disqualified
    player's chips leave play. `readmission` means that a player who was sent away must report to
    the floor before they sit down again. A player who repeatedly wastes time has only
    `shorter_time` seconds to act from then on (0: no reduction).

    Powers: `director_only` means that only the director may penalise. `appeals` is how often the
    same decision may be appealed. `fairness` lets the director waive a penalty out of fairness.
    `delegated_clock` lets the director delegate control of the clock.
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

    The evening: `prizes` is the number of paid places, 0 for none. `posted` means that the prize
    pool must be posted before the start. `deals`, by which players share the prizes differently,
    are not allowed (`none`), or are allowed if all players agree (`unanimous`). `cancel` lets the
    director cancel the tournament. `points` are the league points by place, from the first; a
    `formula` (`formula.py`) replaces them.

    The league: `season` names the season that the evening counts towards. Only each player's `best`
    evenings in it count, or all if this is 0. `per_venue` means that a league which plays in
    several bars ranks the players of each bar separately. `ties` lists how equal points are
    broken: by the `best` evening, then the next best; by more `evenings`; by more `wins`. Players
    who are still equal share places.
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

    `money` is the kind of money: `none`, `points`, `lots` or a `currency`. `licence` is the text
    of the licence that a currency needs. All amounts are in units of `money`. An entrant pays
    `entry`, which goes to the prizes, and `fee`, which goes to the house. Two people must approve
    an amount above `second_above` (0: never). `sessions` means that no money moves until a cashier
    has opened the bank.
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
    closed, with re-entries and rebuys that buy a bounty, and no more than `players` are left (0:
    any number). Envelopes share the bounties in proportion to their weights: those in `envelopes`,
    and 1 for each of the rest. `rebuy_head` is
    the bounty that a rebuy buys for a player who had no chips left (0: the old bounty stays, and
    nobody has won it). `unclaimed` decides who receives bounties that nobody could win, including
    the tournament winner's own.
    """

    kind: Ruled[Literal["none", "fixed", "progressive", "mystery"]] = Ruled("none", "")
    head: Ruled[Count] = Ruled(0, "")
    kept: Ruled[Annotated[int, msgspec.Meta(ge=1, le=100)]] = Ruled(50, "")
    players: Ruled[Count] = Ruled(0, "")
    envelopes: Ruled[tuple[Annotated[int, msgspec.Meta(ge=1, le=100_000)], ...]] = Ruled((), "")
    rebuy_head: Ruled[Count] = Ruled(0, "")
    unclaimed: Ruled[Literal["winner", "house"]] = Ruled("winner", "")


class SatelliteRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A satellite: it awards seats in another tournament, and ends once every player left has one.

    `seats` is the number of seats; 0 means as many as the prize pool pays for once entries are
    closed. `worth` is the cash value of each; 0 means that the tournament is not a satellite.
    `target` is the tournament file in which the seats can be used. `ties` is the rule if players
    who go out together tie for the last seats. These seats go to the players with the larger stacks
    at the start of the hand (`by-stack`; the floor decides between equal stacks), or the tied
    players share the seats' worth in money (`shared`), or the `floor` decides. `rest` decides
    whether the money left in the prize pool goes to the `next` place, is `shared` by all seat
    winners, or belongs to the `house`.
    """

    seats: Ruled[Count] = Ruled(0, "")
    worth: Ruled[Count] = Ruled(0, "")
    target: str = ""
    ties: Ruled[Literal["by-stack", "shared", "floor"]] = Ruled("floor", "")
    rest: Ruled[Literal["next", "shared", "house"]] = Ruled("next", "")


class DayRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A multi-day event, or an event with several flights that lead to a later day.

    Flights and days of the same event share a `series`. The day ends after the level `last_level`,
    or on the director's decision if this is 0. Each player's chips are then counted and sealed in a
    bag. `merge` decides which stack a player with bags from several flights continues with: the
    `best` one, `all` of them together, or their `average`, rounded down to the smallest chip. If
    two counts of a stack both differ from the books, `differs` says which number is right: the
    `books` or the `count`. `recount` means that play does not start until each bag has been opened
    and counted.
    """

    series: str = ""
    last_level: Ruled[Count] = Ruled(0, "")
    merge: Ruled[Literal["best", "all", "average"]] = Ruled("best", "")
    differs: Ruled[Literal["books", "count"]] = Ruled("books", "")
    recount: Ruled[bool] = Ruled(True, "")


class MixedRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A mix of several games, each with its betting structure.

    `games` lists them; the first is the default. `change` is what changes the game: `level` (a new
    level, every `levels` levels), `by-hand` (an order from the director), or `choice` (the choice
    of a table's dealer, which applies for `hands` hands, or until the next choice if that is 0).
    """

    games: Ruled[tuple[tuple[Variant, Structure], ...]] = Ruled((), "")
    change: Ruled[Literal["level", "by-hand", "choice"]] = Ruled("level", "")
    levels: Ruled[Annotated[int, msgspec.Meta(ge=1, le=60)]] = Ruled(1, "")
    hands: Ruled[Count] = Ruled(0, "")


class CashGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of a cash game that concern the room; the house file sets seat prices and the rake.

    `hands_a_day` lists how many hands a day a player may play: the first number is for players of
    level 0, the next for level 1, and so on; players of higher levels have no limit. (A player's
    level is a rank, not a level of blinds.) `owner_unlimited` means that the owner of the house
    plays without a limit. `archive` means that every hand must be in the archive. `cash_out` has
    the article on cashing out. `transfer` is the number of big blinds that one player may lose to
    another before the floor is notified (0: never).

    Chips represent `money` (nothing, points, lots, or a currency with a `licence`), each worth
    `chip_worth` units of it. A player who is back within `return_minutes` of cashing out must buy
    in for at least the chips that they left with.

    `calls` says when waiting players are called: `by-hand`, or `at-once` when a seat is free. The
    seat is reserved for `call_minutes` (0: no time limit). A player who has missed
    `calls_missed` calls (0: any number) is removed from the list.
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
    `changed` names the values that it sets differently from that file. If `cash` is set, this is a
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
        """Return the kind of money that is played for, or `none`."""
        return self.bank.money.value if self.cash is None else self.cash.money.value

    @property
    def start(self) -> TournamentRules:
        """Return the starting stacks and levels, which a tournament read from a file always has."""
        if self.structure is None:
            raise ValueError(f"the tournament {self.name} has no structure")
        return self.structure
