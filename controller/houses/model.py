"""What a house can say: the rules of the game as data, each value with the article it is from.

Pure: structs and enumerations only. The hand engine asks a house; it never asks which house.
"""

import hashlib
from typing import Annotated, Generic, Literal, TypeVar

import msgspec

from controller.contract.rules import BlindForm, Entry, Kind, Outcome, StepWord, Structure, Variant

T = TypeVar("T")


class Ruled(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """A value of the house, the article that gives it, and the reading where a text is unclear."""

    value: T
    article: str
    reading: str = ""


LeastRaise = Literal["double-last", "last-raise", "multiple-of-big-blind", "any"]
Reopening = Literal["full-raise", "full-raise-cumulative", "own-bet-doubled"]
ShortOpening = Literal["by-least-raise", "two-big-blinds"]
OddChip = Literal["left-of-button", "next-pot"]
AwardOrder = Literal["outermost-first", "innermost-first"]
FirstToShow = Literal["last-aggressor", "last-called", "left-of-last-caller", "left-of-button"]
VacantSeats = Literal["count", "moved-over"]
Absence = Literal["dealt-and-killed", "not-dealt"]
TooLate = Literal["two-bets", "two-acts", "substantial-action"]
BeyondTheLine = Literal["folded", "live", "asked"]
TopUp = Literal["kept", "refused"]
BigBlinds = Annotated[int, msgspec.Meta(ge=0, le=100_000)]
PenaltyScale = Literal["any", "rounds-and-tens", "five-ten-twenty"]
MultiChip = Literal["sum", "all-needed"]
Redeal = Literal["as-it-was", "anew"]
RedealAbsent = Literal["plays", "killed"]
PriorChips = Literal["bound", "judged-together"]
CheckFacingBet = Literal["refused", "call-or-fold"]
BareFigure = Literal["as-said", "highest-within-pot"]
PotSaid = Literal["refused", "least", "binds"]
Straddle = Literal["none", "left-of-big-blind", "button"]
AskToSee = Literal["nobody", "floor", "caller", "dealt-in"]
Seconds = Annotated[int, msgspec.Meta(ge=0, le=3600)]
StreamDelay = Annotated[int, msgspec.Meta(ge=0, le=86_400)]


class BettingRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much may be bet, and when a player may raise again.

    `least_raise`: `double-last` (to twice the highest bet), `last-raise` (by the last full bet
    or raise), `multiple-of-big-blind` (to a multiple of the big blind above the highest bet),
    `any`. `short_opening`: what a raise over an opening all-in below the big blind goes to at
    the least. `reopening`: what lets a player who has acted raise again. `knock_facing_bet`:
    what several knocks mean when there is a bet to call: a `fold`, nothing (`refused`), or a
    `check`, as one that is said there. `check_facing_bet`: a check there is `refused` and changes
    nothing, or leaves a call or a fold. `multi_chip`: several chips put in unsaid are what they
    come to (`sum`), or a call when none of them can be spared for it (`all-needed`).
    `prior_chips`: chips of an earlier bet are `bound` where they lie, or may be taken up and are
    judged together with what comes (`judged-together`). `bare_figure`: a figure that no chips in
    play make is taken `as-said`, or as the highest that it can mean and the pot covers
    (`highest-within-pot`). `most_raises_last_two`: whether the cap of limit games holds for the
    last two of a game, too, `most_raises_heads_up`: whether for the last two of a hand, who were
    that before it was reached. `pot_said`: a bet of the pot is said where the game is not
    pot-limit; it is `refused`, the `least` bet or raise, or `binds` to a proper one whose size the
    chips say. `payment_seconds`: how long chips that were said are waited for before the floor is
    called.
    """

    structure: Ruled[Structure]
    least_opening: Ruled[Literal["big-blind", "any"]]
    least_raise: Ruled[LeastRaise]
    short_opening: Ruled[ShortOpening]
    reopening: Ruled[Reopening]
    big_blind_option: Ruled[bool]
    knock_facing_bet: Ruled[Literal["fold", "refused", "check"]]
    check_facing_bet: Ruled[CheckFacingBet] = Ruled("refused", "")
    multi_chip: Ruled[MultiChip] = Ruled("sum", "")
    prior_chips: Ruled[PriorChips] = Ruled("bound", "")
    bare_figure: Ruled[BareFigure] = Ruled("as-said", "")
    most_raises: Ruled[int] = Ruled(4, "")
    most_raises_last_two: Ruled[bool] = Ruled(True, "")
    most_raises_heads_up: Ruled[bool] = Ruled(True, "")
    half_bet_all_in_reopens: Ruled[bool] = Ruled(True, "")
    pot_said: Ruled[PotSaid] = Ruled("refused", "")
    payment_seconds: Ruled[int] = Ruled(30, "")


class GameRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game is played at a level that names none; how much may be bet is `betting`'s.

    `variant`: `holdem`, `omaha` (four hole cards), `omaha-5` (five), `omaha-hi-lo` and
    `omaha-5-hi-lo` (half of each pot for the best low hand, eight or better), `short-deck` (36
    cards). `short_deck_trips`: whether three of a kind there is `above-straight` or
    `below-straight`. In a bomb pot everybody posts `bomb_pot_ante` big blinds, 0 where the house
    knows none; besides those that are asked for, each `bomb_pot_every`th hand is one (0: none).
    `bomb_pot_boards`: how many boards lie side by side in one, for half of each pot if it is two.
    `kill`: in limit games the limits rise for a hand by a `half`, or double (`full`), or never
    (`none`), after who wins has won `two-wins` in a row, or the whole of a large pot (`scoop`):
    `kill_after`. `blinds`: a small and a big one (`two`), or one that the `button` posts; the
    button then goes to the next player with every hand.
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
    """How the button and the blinds travel.

    `movement`: `dead` (the big blind always advances, the button may stand before an empty
    seat) or `moving` (to the next player). `small_blind_out`: where a dead button stands when
    who posted the small blind has left: before the `empty-seat`, or before the `same-player`.
    `new_player_on_button`: who is new `plays` on the button, or the button `passes-left`.
    `vacant_seats`: empty seats `count` as places for a dead button, or it is `moved-over` them, to
    the last one before the small blind.
    """

    movement: Ruled[Literal["dead", "moving"]]
    small_blind_out: Ruled[Literal["empty-seat", "same-player"]]
    heads_up_small_blind: Ruled[Literal["button", "other"]]
    new_player_between: Ruled[Literal["waits", "plays"]]
    new_player_on_button: Ruled[Literal["plays", "passes-left"]]
    vacant_seats: Ruled[VacantSeats] = Ruled("count", "")


class DealRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who gets cards, whether a card is burned before each street, and until when it can be void.

    `too_late` for a misdeal: `two-bets` (two players after the blinds have put chips in),
    `two-acts` (two players after the big blind have acted), `substantial-action` (two actions,
    chips in one of them, or any three). `absence_minutes` is how long a player may be away
    before the floor is called, 0 without a limit. `redeal`: a hand that was void is dealt again
    `as-it-was`, at its level and to its players, or `anew`, as any next hand. `redeal_absent`: who
    was away in the void hand and has come back `plays`, or is `killed` again.
    """

    absent: Ruled[Absence]
    vacant_dead_seat: Ruled[Literal["dealt", "skipped"]]
    burn: Ruled[bool]
    too_late: Ruled[TooLate]
    absence_minutes: Ruled[int] = Ruled(0, "")
    redeal: Ruled[Redeal] = Ruled("anew", "")
    redeal_absent: Ruled[RedealAbsent] = Ruled("plays", "")


class BlindRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What short and missing blinds come to, and what is posted by who comes to a game that runs.

    `big_blind_ante`: whether the chips of a short big blind fill the blind or the ante for all
    first; `ante_for_all`: who posts it, the `big-blind` or the `button`. `short_big_blind`: over a
    big blind that is all-in for less a call before the flop goes to the `full` blind, or to the
    most that was `posted`. `pot`: whether in pot-limit the pot before the flop counts `full` blinds
    where one is short or dead, or those that were `posted`. `entry`: how who sits down at a cash
    game that runs comes into play where nobody says: `dealt-in`, `post-now` or `wait-big-blind`.
    Where `entry_choice` is true the player may choose between the last two, until they play.
    `missed`: blinds that pass who sits out cost nothing (`free`), are `posted` when they are back,
    the big one live and the small one dead, or the big one alone (`big-posted`), or they come
    back with the big blind (`waited`).
    `straddle`: who may post one, `none`, the seat `left-of-big-blind`, or the `button`; it comes to
    `straddle_blinds` big blinds, and with `straddle_option` may raise when only called.
    """

    big_blind_ante: Ruled[Literal["blind-first", "ante-first"]] = Ruled("ante-first", "")
    short_big_blind: Ruled[Literal["full", "posted"]] = Ruled("full", "")
    pot: Ruled[Literal["full", "posted"]] = Ruled("posted", "")
    entry: Ruled[Entry] = Ruled(Entry.DEALT_IN, "")
    entry_choice: Ruled[bool] = Ruled(False, "")
    missed: Ruled[Literal["free", "posted", "big-posted", "waited"]] = Ruled("free", "")
    ante_for_all: Ruled[Literal["big-blind", "button"]] = Ruled("big-blind", "")
    straddle: Ruled[Straddle] = Ruled("none", "")
    straddle_blinds: Ruled[Annotated[int, msgspec.Meta(ge=2, le=10)]] = Ruled(2, "")
    straddle_option: Ruled[bool] = Ruled(True, "")


class PotRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How pots are divided: who gets what can't be divided, and which pot goes first.

    `high_low_odd`: where a pot is shared with a low hand, the chip that makes one half larger is
    the `high` hand's or the `low` one's.
    """

    odd_chip: Ruled[OddChip]
    award_order: Ruled[AwardOrder]
    high_low_odd: Ruled[Literal["high", "low"]] = Ruled("high", "")


class ShowdownRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who shows, when, and who need not.

    `ask_to_see`: whose wish to see a hand at the showdown is a right. `caller`: that of who has
    called the last bet of the last round and kept or tabled their cards, over who made it;
    `dealt-in`: anybody's who was dealt in, over each hand of the showdown. Any other wish is for
    the `floor`; where `nobody` may ask, it is refused.
    `all_in_shows_all`: where somebody is all-in, nobody who is left mucks untabled.
    `held_face_down`: hands that nobody can bet on any more stay closed as long as a hold lets
    nobody deal the next street. `run_twice`: where nobody can bet any more all who can win may
    agree that the rest of the board comes twice, for half of each pot. `patience_seconds`: how long
    a hand that lies forward waits for its player to show or muck it before the floor is called.
    """

    first_to_show: Ruled[FirstToShow]
    loser_may_muck: Ruled[bool]
    all_in_may_muck: Ruled[bool]
    face_up_when_no_action: Ruled[bool]
    all_in_shows_all: Ruled[bool] = Ruled(False, "")
    ask_to_see: Ruled[AskToSee] = Ruled("floor", "")
    held_face_down: Ruled[bool] = Ruled(False, "")
    run_twice: Ruled[bool] = Ruled(False, "")
    patience_seconds: Ruled[int] = Ruled(30, "")


class CardRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What cards mean where they lie.

    `ask_seconds`: how long a hand that lies forward waits for a word before it is folded, or, at
    the showdown, before its player is asked aloud.
    """

    beyond_line: Ruled[BeyondTheLine]
    ask_seconds: Ruled[int] = Ruled(5, "")


class ClockRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long a called clock runs: `seconds`, then a spoken `count` of seconds.

    Any player at the table may call it on another; `own` says whether on themselves, `floor`
    whether the floor may.

    `each_decision` are the seconds that each decision may take, without anybody's call (0: no
    such limit), `first_decision` those of a seat's first one in a hand (0: the same). A player has
    `time_bank` cards a level, and each gives `time_bank_seconds` more.
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
    """Which penalties the house knows besides a warning and being put out of the game.

    `scale`: `any`, `rounds-and-tens` (1 to 4 rounds, or minutes by tens), `five-ten-twenty`
    (minutes).
    """

    scale: Ruled[PenaltyScale] = Ruled("any", "")


class DisclosureRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the public display may show, and whether a seat may have an earphone unasked.

    `show_pot` may be for `pot-limit` games alone; `show_stacks` for as long as who is in turn is
    `facing-all-in`. Hole cards may leave for a stream `stream_delay` seconds late at the earliest,
    with 0 as soon as their hand is over.
    """

    show_pot: Ruled[bool | Literal["pot-limit"]]
    show_stacks: Ruled[bool | Literal["facing-all-in"]]
    show_bets: Ruled[bool]
    earphones: Ruled[bool] | None = None
    stream_delay: Ruled[StreamDelay] = Ruled(900, "")

    @property
    def tells_stacks(self) -> bool:
        """Return whether everybody may know all stacks at any time."""
        return self.show_stacks.value is True


class TournamentRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a tournament of the house begins with; a cash game has none.

    `chips` are pieces of the starting stack, (how many, value); `levels` are (small blind, big
    blind, minutes), 0 minutes for a level that lasts to the end and blinds of 0 for a break;
    `rebuy` is what everybody gets at the break, 0 for nothing. `games` are what is played at a
    level where that is not the house's game: (number of the level, game, structure).
    """

    starting_stack: Ruled[int]
    chips: Ruled[tuple[tuple[int, int], ...]]
    levels: Ruled[tuple[tuple[int, int, int], ...]]
    rebuy: Ruled[int]
    games: Ruled[tuple[tuple[int, Variant, Structure], ...]] = Ruled((), "")


class CashRules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What counts where chips are bought and played for; a tournament has none.

    A seat is bought with `buy_in_least` to `buy_in_most` big blinds, and a stack topped up to
    `top_up_most` of them (0: no bound). `top_up_in_hand`: chips that are bought while a hand runs
    are `kept` for the next one, or `refused`. The house's `rake` is so many of each thousand chips
    of a pot, rounded down to the smallest chip; `rake_cap` is the most chips that it takes of a
    hand (0: no bound), and with `no_flop_no_drop` it takes none before there is a board. For the
    `time` each player of a hand pays so many chips, with the first hand and then with the first
    that ends `time_minutes` later; with a `time_pot` the first pot of so many chips pays for all.
    """

    buy_in_least: Ruled[BigBlinds] = Ruled(0, "")
    buy_in_most: Ruled[BigBlinds] = Ruled(0, "")
    top_up_most: Ruled[BigBlinds] = Ruled(0, "")
    top_up_in_hand: Ruled[TopUp] = Ruled("kept", "")
    rake: Ruled[Annotated[int, msgspec.Meta(ge=0, le=999)]] = Ruled(0, "")
    rake_cap: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")
    no_flop_no_drop: Ruled[bool] = Ruled(False, "")
    time: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")
    time_minutes: Ruled[Annotated[int, msgspec.Meta(ge=1, le=1440)]] = Ruled(30, "")
    time_pot: Ruled[Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]] = Ruled(0, "")


class Remedy(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the house does about one kind of irregularity, in the cases that `when` names.

    `when` are words about the case (`flop`, `acted`, `order-known`, ...): the first row of the
    kind all of whose words hold is the one that counts. `steps` are step words, each perhaps
    with what it is about (`deal flop`, `burn 2`, `use_as_burn first`). `outcome` is for what
    needs no step: how a bet counts, whether a hand is dead.
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
    """Articles of a parent whose numbers have moved `by` so many: `first` to `last`."""

    first: Annotated[int, msgspec.Meta(ge=1)]
    last: Annotated[int, msgspec.Meta(ge=1)]
    by: int


class House(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rules that a table plays by.

    `name` is the file's name without its ending; `prefix` stands before every article
    ("PPC"); `source` says where the rules come from. What a house that `inherits` leaves out,
    a value or a remedy, is its parent's, with the parent's article, whose number may have been
    `renumbered`.
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
        """Return what the house does about an irregularity in the case that the tags describe.

        A cell that the house leaves empty is the floor's.
        """
        for row in self.remedies:
            if row.kind == kind and tags.issuperset(row.when):
                return row
        return Remedy(kind, "", steps=FLOOR_DECIDES, outcome=Outcome.FLOOR)


def house_hash(house: House) -> str:
    """Return 16 hex digits that change with every value that a house file says."""
    return hashlib.sha256(msgspec.json.encode(house, order="deterministic")).hexdigest()[:16]
