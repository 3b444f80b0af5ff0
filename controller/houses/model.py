"""The contents of a house: the rules of the game as data, each value with its article.

This module is pure: structs and enumerations only. The hand engine queries a house's values, never
its name.
"""

import hashlib
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from controller.contract.rules import BlindForm, Entry, Kind, Outcome, StepWord, Structure, Variant

T = TypeVar("T")


class Ruled(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A rule's value in a house, and the article that sets it.

    `reading` is how the house interprets an article that is unclear, or "".
    """

    value: T
    article: str
    reading: str = ""


FirstToShow = Literal["last-aggressor", "last-called", "left-of-last-caller", "left-of-button"]
BigBlinds = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=3600)]


class BettingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The amounts that may be bet, and when a player may raise again.

    `least_raise`: the minimum raise is `double-last` (to twice the highest bet), `last-raise` (by
    the last full bet or raise), `multiple-of-big-blind` (to a multiple of the big blind above the
    highest bet), or `any` amount. `short_opening`: the minimum total for a raise over an opening
    all-in below the big blind. `reopening`: the condition under which a player who has acted may
    raise again. `knock_facing_bet`: several knocks by a player who faces a bet mean a `fold`, mean
    nothing (`refused`), or mean the same as a spoken `check`. `check_facing_bet`: a check by such a
    player is `refused` and changes nothing, or leaves them a choice between a call and a fold
    (`call-or-fold`). `multi_chip`: several chips put in silently are a bet of their total (`sum`),
    or are a call if every one of them is needed for the call (`all-needed`). `prior_chips`: chips
    from an earlier bet are `bound`, or may be picked up and then count together with the new chips
    (`judged-together`). `bare_figure`: an announced figure below the smallest chip in play, such as
    "five", is taken `as-said`, or as the highest bet that it could mean within the pot
    (`highest-within-pot`).

    `most_raises`: the maximum number of bets and raises in a round of a limit game.
    `most_raises_last_two`: whether this maximum also applies when only two players are left in the
    game. `most_raises_heads_up`: whether this maximum also applies in a hand in which only two
    players were left before it was reached. `half_bet_all_in_reopens`: whether an all-in of half a
    bet or more counts as a raise in a limit game.

    `pot_said`: outside pot-limit, an announced bet of "pot" is `refused`, counts as the `least` bet
    or raise, or `binds` the player to a bet or raise whose size is set by the chips put in.
    `payment_seconds`: how long to wait for announced chips before the floor is called.
    """

    structure: Ruled[Structure]
    least_opening: Ruled[Literal["big-blind", "any"]]
    least_raise: Ruled[Literal["double-last", "last-raise", "multiple-of-big-blind", "any"]]
    short_opening: Ruled[Literal["by-least-raise", "two-big-blinds"]]
    reopening: Ruled[Literal["full-raise", "full-raise-cumulative", "own-bet-doubled"]]
    big_blind_option: Ruled[bool]
    knock_facing_bet: Ruled[Literal["fold", "refused", "check"]]
    check_facing_bet: Ruled[Literal["refused", "call-or-fold"]] = Ruled("refused", "")
    multi_chip: Ruled[Literal["sum", "all-needed"]] = Ruled("sum", "")
    prior_chips: Ruled[Literal["bound", "judged-together"]] = Ruled("bound", "")
    bare_figure: Ruled[Literal["as-said", "highest-within-pot"]] = Ruled("as-said", "")
    most_raises: Ruled[int] = Ruled(4, "")
    most_raises_last_two: Ruled[bool] = Ruled(True, "")
    most_raises_heads_up: Ruled[bool] = Ruled(True, "")
    half_bet_all_in_reopens: Ruled[bool] = Ruled(True, "")
    pot_said: Ruled[Literal["refused", "least", "binds"]] = Ruled("refused", "")
    payment_seconds: Ruled[int] = Ruled(30, "")


class GameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game played at levels that do not name one; `BettingRules` says how players bet in it.

    `variant`: `holdem`, `omaha` (four hole cards), `omaha-5` (five), `omaha-hi-lo` and
    `omaha-5-hi-lo` (half of each pot for the best low hand, eight or better), `short-deck` (36
    cards). `short_deck_trips`: whether three of a kind in short-deck ranks `above-straight` or
    `below-straight`. In a bomb pot, every player posts `bomb_pot_ante` big blinds; 0 means that the
    house has no bomb pots. Apart from requested bomb pots, every `bomb_pot_every`th hand is one (0:
    none). `bomb_pot_boards`: the number of boards dealt in a bomb pot; with two boards, the best
    hand on each wins half of each pot.

    `kill`: in limit games, the limits for one hand rise by `half`, are doubled (`full`), or never
    rise (`none`). `kill_after`: a kill follows when a player has won two pots in a row
    (`two-wins`), or the whole of a large pot (`scoop`). `blinds`: a small and a big blind (`two`),
    or a single blind that the `button` posts; the button then moves to the next player after every
    hand.
    """

    variant: Ruled[Variant] = Ruled(Variant.HOLDEM, "")
    short_deck_trips: Ruled[Literal["above-straight", "below-straight"]] = Ruled(
        "below-straight", ""
    )
    bomb_pot_ante: Ruled[Annotated[int, msgspec.Meta(ge=0, le=100)]] = Ruled(0, "")
    bomb_pot_every: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1000)]] = Ruled(0, "")
    bomb_pot_boards: Ruled[Literal[1, 2]] = Ruled(1, "")
    kill: Ruled[Literal["none", "half", "full"]] = Ruled("none", "")
    kill_after: Ruled[Literal["two-wins", "scoop"]] = Ruled("two-wins", "")
    blinds: Ruled[BlindForm] = Ruled("two", "")


class ButtonRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How the button and the blinds move.

    `movement`: with a `dead` button, the big blind always advances and the button may be at an
    empty seat; a `moving` button always moves to the next player. `small_blind_out`: if the player
    who posted the small blind has left, a dead button is placed at their `empty-seat`, or stays
    with the `same-player`. `new_player_on_button`: a new player at the button's seat `plays` with
    the button, or plays while the button `passes-left`. `vacant_seats`: empty seats `count` as
    positions for a dead button, or a dead button moves past all but the last one before the small
    blind (`moved-over`).
    """

    movement: Ruled[Literal["dead", "moving"]]
    small_blind_out: Ruled[Literal["empty-seat", "same-player"]]
    heads_up_small_blind: Ruled[Literal["button", "other"]]
    new_player_between: Ruled[Literal["waits", "plays"]]
    new_player_on_button: Ruled[Literal["plays", "passes-left"]]
    vacant_seats: Ruled[Literal["count", "moved-over"]] = Ruled("count", "")


class DealRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who is dealt in, whether a card is burned before each street, and when a misdeal is too late.

    `absent`: the hand of an absent player is `dealt-and-killed` or `not-dealt`. `too_late`: it is
    too late for a misdeal after `two-bets` (two players have put in chips in addition to the
    blinds), `two-acts` (two players after the big blind have acted), or `substantial-action` (two
    actions, one of them with chips, or any three). `absence_minutes`: how long a player may be away
    before the floor is called, or 0 for no limit. `redeal`: a void hand is dealt again `as-it-was`,
    at its level and to its players, or `anew`, like any new hand. `redeal_absent`: a player who was
    away in the void hand and has come back `plays`, or has their hand `killed` again.
    """

    absent: Ruled[Literal["dealt-and-killed", "not-dealt"]]
    vacant_dead_seat: Ruled[Literal["dealt", "skipped"]]
    burn: Ruled[bool]
    too_late: Ruled[Literal["two-bets", "two-acts", "substantial-action"]]
    absence_minutes: Ruled[int] = Ruled(0, "")
    redeal: Ruled[Literal["as-it-was", "anew"]] = Ruled("anew", "")
    redeal_absent: Ruled[Literal["plays", "killed"]] = Ruled("plays", "")


class BlindRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How short and missed blinds are treated, and what players post to join a running game.

    `big_blind_ante`: if the player in the big blind has too few chips for both, the chips first pay
    the blind (`blind-first`) or the ante for all players (`ante-first`). `ante_for_all`: the ante
    for all is posted by the `big-blind` or the `button`. `short_big_blind`: if the big blind is
    all-in for less, a preflop call must match the `full` blind, or only the largest amount that was
    `posted`. `pot`: if a blind is short or dead, the pot in preflop pot-limit is calculated with
    `full` blinds, or with the blinds that were `posted`.

    `entry`: a player who sits down in a running cash game is `dealt-in`, or enters by posting a big
    blind now (`post-now`), or by waiting for it (`wait-big-blind`). If `entry_choice` is true, the
    player may choose between `post-now` and `wait-big-blind` until they are dealt in. `missed`: a
    player who has sat out pays nothing for missed blinds (`free`), or posts them on return, the big
    one live and the small one dead (`posted`), or posts only the big one (`big-posted`), or comes
    back in when the big blind reaches their seat (`waited`).

    `straddle`: allowed for no one (`none`), for the seat `left-of-big-blind`, or for the `button`.
    A straddle is `straddle_blinds` big blinds. If `straddle_option` is true, its player may raise
    even if it has only been called.
    """

    big_blind_ante: Ruled[Literal["blind-first", "ante-first"]] = Ruled("ante-first", "")
    short_big_blind: Ruled[Literal["full", "posted"]] = Ruled("full", "")
    pot: Ruled[Literal["full", "posted"]] = Ruled("posted", "")
    entry: Ruled[Entry] = Ruled(Entry.DEALT_IN, "")
    entry_choice: Ruled[bool] = Ruled(False, "")
    missed: Ruled[Literal["free", "posted", "big-posted", "waited"]] = Ruled("free", "")
    ante_for_all: Ruled[Literal["big-blind", "button"]] = Ruled("big-blind", "")
    straddle: Ruled[Literal["none", "left-of-big-blind", "button"]] = Ruled("none", "")
    straddle_blinds: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]] = Ruled(2, "")
    straddle_option: Ruled[bool] = Ruled(True, "")


class PotRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pots are divided: who receives odd chips, and the order in which pots are awarded.

    `odd_chip`: odd chips go to the first winners to the `left-of-button`, one each, or to the
    `next-pot`. `award_order`: the pots are awarded starting with the last side pot
    (`outermost-first`), or with the main pot (`innermost-first`). `high_low_odd`: if a pot is split
    with a low hand, the odd chip goes to the `high` hand or to the `low` hand.
    """

    odd_chip: Ruled[Literal["left-of-button", "next-pot"]]
    award_order: Ruled[Literal["outermost-first", "innermost-first"]]
    high_low_odd: Ruled[Literal["high", "low"]] = Ruled("high", "")


class ShowdownRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules for the showdown: who must show, and in what order.

    `ask_to_see`: who may see a hand at the showdown on request. `nobody`: every request is refused.
    `floor`: the floor decides on each request. `caller`: the player who called the last bet of the
    last round, and kept or tabled their cards, may see the hand of the player who made that bet;
    the floor decides on any other request. `dealt-in`: any player who was dealt in may see any hand
    in the showdown.

    `all_in_shows_all`: if a player is all-in, no remaining player may muck without tabling.
    `held_face_down`: when no further betting is possible, hands stay face down while a hold delays
    the next street. `run_twice`: when no further betting is possible, the players who can still win
    may all agree to have the rest of the board dealt twice, each time for half of each pot.
    `patience_seconds`: how long a player who has pushed a hand forward may take to show or muck it
    before the floor is called.
    """

    first_to_show: Ruled[FirstToShow]
    loser_may_muck: Ruled[bool]
    all_in_may_muck: Ruled[bool]
    face_up_when_no_action: Ruled[bool]
    all_in_shows_all: Ruled[bool] = Ruled(False, "")
    ask_to_see: Ruled[Literal["nobody", "floor", "caller", "dealt-in"]] = Ruled("floor", "")
    held_face_down: Ruled[bool] = Ruled(False, "")
    run_twice: Ruled[bool] = Ruled(False, "")
    patience_seconds: Ruled[int] = Ruled(30, "")


class CardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The meaning of cards that a player has pushed forward, beyond the betting line.

    `beyond_line`: such a hand is `folded`, or stays `live`, or stays live until the floor has been
    consulted (`asked`). `ask_seconds`: how long the table waits for an announcement about such a
    hand before it is folded or, at the showdown, before its player is asked aloud.
    """

    beyond_line: Ruled[Literal["folded", "live", "asked"]]
    ask_seconds: Ruled[int] = Ruled(5, "")


class ClockRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a player has to act when the clock is called, and other time limits.

    Once the clock is called, the player has `seconds`, and then `count` seconds, which are counted
    aloud. Any player at the table may call the clock on another player. `own`: whether players may
    call it on themselves. `floor`: whether the floor may call it.

    `each_decision` is the limit in seconds for each decision, without a call (0: no limit).
    `first_decision` is the limit for a seat's first decision in a hand (0: the same). A player has
    `time_bank` cards per level, and each adds `time_bank_seconds`.
    """

    seconds: Ruled[int]
    count: Ruled[int]
    own: Ruled[bool] = Ruled(True, "")
    floor: Ruled[bool] = Ruled(True, "")
    each_decision: Ruled[Seconds] = Ruled(0, "")
    first_decision: Ruled[Seconds] = Ruled(0, "")
    time_bank: Ruled[Annotated[int, msgspec.Meta(ge=0, le=100)]] = Ruled(0, "")
    time_bank_seconds: Ruled[Seconds] = Ruled(0, "")


class PenaltyRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The house's penalties, apart from a warning and disqualification.

    `scale`: the floor may choose `any` penalty, only 1 to 4 rounds or multiples of ten minutes
    (`rounds-and-tens`), or only 5, 10 or 20 minutes (`five-ten-twenty`).
    """

    scale: Ruled[Literal["any", "rounds-and-tens", "five-ten-twenty"]] = Ruled("any", "")


class DisclosureRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the public display shows, and whether a seat may use an earphone without permission.

    `show_pot` may be limited to `pot-limit` games, and `show_stacks` to turns in which the player
    is `facing-all-in`. Hole cards are streamed at least `stream_delay` seconds late; with 0, they
    are streamed as soon as the hand in which they were dealt is over.
    """

    show_pot: Ruled[bool | Literal["pot-limit"]]
    show_stacks: Ruled[bool | Literal["facing-all-in"]]
    show_bets: Ruled[bool]
    earphones: Ruled[bool] | None = None
    stream_delay: Ruled[Annotated[int, msgspec.Meta(ge=0, le=86_400)]] = Ruled(900, "")

    @property
    def tells_stacks(self) -> bool:
        """Return whether the public may see all stacks at any time."""
        return self.show_stacks.value is True


class TournamentRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The default settings for a house's tournaments; a cash game has none.

    `chips` are the chips in the starting stack, as (count, value). `levels` are (small blind, big
    blind, minutes); a level of 0 minutes has no end, and a level with blinds of 0 is a break.
    `rebuy` is the number of chips that the house gives each remaining player at the first break, or
    0. `games` are the levels at which a different game is played, as (level number, game,
    betting structure).
    """

    starting_stack: Ruled[int]
    chips: Ruled[tuple[tuple[int, int], ...]]
    levels: Ruled[tuple[tuple[int, int, int], ...]]
    rebuy: Ruled[int]
    games: Ruled[tuple[tuple[int, Variant, Structure], ...]] = Ruled((), "")


class CashRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules of cash games; a tournament has none.

    A player buys in for `buy_in_least` to `buy_in_most` big blinds, and may top up a stack to
    `top_up_most` big blinds (0: no limit). `top_up_in_hand`: chips bought during a hand are `kept`
    for the next one, or `refused`. The house's `rake` is in per mille of a pot, rounded down to the
    smallest chip. `rake_cap` is the maximum rake from a hand in chips (0: no limit), and if
    `no_flop_no_drop` is true, a hand without a board is free. `time` is the time charge in chips
    for each player in a hand. It is taken at the end of the first hand, and then whenever a hand
    ends at least `time_minutes` after the last charge. If `time_pot` is not 0, the first pot of at
    least `time_pot` chips pays the charge for all players instead.
    """

    buy_in_least: Ruled[BigBlinds] = Ruled(0, "")
    buy_in_most: Ruled[BigBlinds] = Ruled(0, "")
    top_up_most: Ruled[BigBlinds] = Ruled(0, "")
    top_up_in_hand: Ruled[Literal["kept", "refused"]] = Ruled("kept", "")
    rake: Ruled[Annotated[int, msgspec.Meta(ge=0, le=999)]] = Ruled(0, "")
    rake_cap: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")
    no_flop_no_drop: Ruled[bool] = Ruled(False, "")
    time: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")
    time_minutes: Ruled[Annotated[int, msgspec.Meta(ge=1, le=1440)]] = Ruled(30, "")
    time_pot: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A house's remedy for one kind of irregularity, in the cases described by `when`.

    `when` contains words about the case (`flop`, `acted`, `order-known`, ...): of the remedies for
    this kind, the first one whose words all apply is used. `steps` are step words, each optionally
    with an object (`deal flop`, `burn 2`, `use_as_burn first`). `outcome` is the result that
    needs no step: how a bet counts, or whether a hand is dead.
    """

    kind: Kind
    article: str
    when: tuple[str, ...] = ()
    steps: tuple[str, ...] = ()
    outcome: Outcome = Outcome.NONE
    reading: str = ""


FLOOR_DECIDES = (StepWord.FLOOR_DECIDES.value,)
MISDEAL = (StepWord.VOID_HAND.value, StepWord.RETURN_BETS.value)


class Renumbered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A range of a parent's articles, `first` to `last`, whose numbers are shifted by `by`."""

    first: Annotated[int, msgspec.Meta(ge=1)]
    last: Annotated[int, msgspec.Meta(ge=1)]
    by: int


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that a table plays by.

    `name` is the file's name without its suffix; `prefix` comes before every article ("PPC");
    `source` is the origin of the rules. If a house `inherits`, each value or remedy that is missing
    from its file comes from its parent. An inherited value keeps the parent's article, whose number
    may have been `renumbered`.
    """

    name: str
    title: str
    prefix: str
    source: str
    betting: BettingRules
    button: ButtonRules
    deal: DealRules
    pots: PotRules
    showdown: ShowdownRules
    cards: CardRules
    clock: ClockRules
    disclosure: DisclosureRules
    penalties: PenaltyRules = PenaltyRules()
    game: GameRules = GameRules()
    blinds: BlindRules = BlindRules()
    inherits: str = ""
    renumbered: tuple[Renumbered, ...] = ()
    tournament: TournamentRules | None = None
    cash: CashRules | None = None
    remedies: tuple[Remedy, ...] = ()

    def remedy(self, kind: Kind, tags: frozenset[str]) -> Remedy:
        """Return the house's remedy for an irregularity of the given kind and circumstances.

        `tags` contains words about the circumstances, as in `Remedy.when`; they are not RFID tags.
        A case that the house does not cover is left to the floor.
        """
        for row in self.remedies:
            if row.kind == kind and tags.issuperset(row.when):
                return row
        return Remedy(kind, "", steps=FLOOR_DECIDES, outcome=Outcome.FLOOR)


def house_hash(house: House) -> str:
    """Return a hash (16 hex digits) of all values in a house file."""
    return hashlib.sha256(msgspec.json.encode(house, order="deterministic")).hexdigest()[:16]
