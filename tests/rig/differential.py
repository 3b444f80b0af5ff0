"""Differential test: random hands on our engine and on pokerkit, compared by their final stacks.

Every action is drawn from the actions that are legal on our side. Where the two rule differently
the hand is counted under the rule in `RULES`; any other difference is `unexplained`, and a fault.
"""

import random
import time
from collections.abc import Iterator
from itertools import islice
from typing import Annotated, Any, ClassVar

import msgspec
import typer
from pokerkit import (
    Automation,
    BettingStructure,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    Mode,
    NoLimitShortDeckHoldem,
    NoLimitTexasHoldem,
    OmahaEightOrBetterLowHand,
    OmahaHoldemHand,
    PotLimitOmahaHoldem,
    State,
)

from controller.contract.commands import StartHand
from controller.contract.errors import ExitCode
from controller.contract.observations import CardAt, Declared, FloorSaid, Observation
from controller.contract.private import PrivateEvent
from controller.contract.public import PublicEvent
from controller.contract.rules import Structure, Variant
from controller.houses.loader import load_house
from controller.houses.model import House
from controller.table.engine import step
from controller.table.state import (
    BOARD_CARDS,
    GAMES,
    Hand,
    Legal,
    Level,
    Played,
    Seat,
    deck_of,
    legal,
    new_table,
)
from tests.rig.payouts import Choice, Invented, PlayedHand, has_low, paid_out
from tests.rig.progress import progress

RULES = {
    "odd-chips-one-each": "several odd chips of a pot: we give one to each winner in turn from the"
    " left of the button, pokerkit gives them all to the first",
    "pots-each-by-itself": "pokerkit pools the pots that the same winners are left in before it"
    " divides them, we divide each by itself, odd chip and all",
    "a-low-that-nobody-has": "a pot whose players have no low hand, when others have: with us all"
    " of it is the best hand's, pokerkit gives half of it to all of its players alike",
    "full-big-blind": "the big blind is all-in for less: with us the others still owe the full"
    " big blind, with pokerkit what was put in",
    "open-without-blinds": "no blind could be posted at all: pokerkit lets the first player"
    " left of the button open, we the player after the big blind",
    "short-all-ins-not-added": "short all-ins one after another: pokerkit lets a player who has"
    " acted raise again, we don't",
    "completes-the-bet": "limit, over a short all-in: with us a raise completes the bet, or goes"
    " one bet beyond where half of it was there; pokerkit adds a bet to whatever was put in",
    "half-a-bet-reopens": "limit: with us an all-in of half a bet lets who has acted raise again,"
    " with pokerkit a whole one does",
    "short-all-ins-count": "limit: pokerkit counts every all-in raise towards the cap, we those"
    " that are half a bet and more",
    "the-big-blind-counts": "limit: we count the big blind as the first of four bets, pokerkit"
    " allows four raises over it",
    "raise-that-nobody-can-meet": "a raise beyond what anybody else can put in: we allow it and"
    " give back what is not called, with pokerkit it has to be a call",
}
"""The known differences between the two, in our words."""


class _PotLimitHoldem(NoLimitTexasHoldem):
    betting_structure = BettingStructure.POT_LIMIT


class _FiveCardOmaha(PotLimitOmahaHoldem):
    hole_dealing_count = 5


class _PotLimitHighLow(PotLimitOmahaHoldem):
    hand_types: ClassVar[Any] = (OmahaHoldemHand, OmahaEightOrBetterLowHand)


THEIRS: dict[tuple[Variant, Structure], Any] = {
    (Variant.HOLDEM, "no-limit"): NoLimitTexasHoldem,
    (Variant.HOLDEM, "limit"): FixedLimitTexasHoldem,
    (Variant.OMAHA, "pot-limit"): PotLimitOmahaHoldem,
    (Variant.OMAHA_HI_LO, "limit"): FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    (Variant.HOLDEM, "pot-limit"): _PotLimitHoldem,
    (Variant.OMAHA_5, "pot-limit"): _FiveCardOmaha,
    (Variant.OMAHA_HI_LO, "pot-limit"): _PotLimitHighLow,
    (Variant.SHORT_DECK, "no-limit"): NoLimitShortDeckHoldem,
}
"""The games that are played on both sides, with pokerkit's class for each."""
PLAYED = tuple(THEIRS)
START = msgspec.json.encode(StartHand()).decode()
LEVELS = ((50, 100), (25, 50), (1, 2), (5, 10), (3, 7), (100, 200), (1, 3), (0, 100))
AUTOMATIONS = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


class RuleDifference(msgspec.Struct, frozen=True):
    """A rule on which the two differ, the number of hands that it changed, and an example."""

    rule: str
    hands: int
    example: int


class DifferentialReport(msgspec.Struct, frozen=True):
    """The results of a run. `equal` hands ended with the same stacks; `unexplained` are faults.

    `ruled_differently` are hands that a rule of `RULES` changed; `legal_only` are differences in
    the actions allowed that affected no payout.
    """

    hands: int
    seed: int
    equal: int
    ruled_differently: tuple[RuleDifference, ...]
    legal_only: tuple[RuleDifference, ...]
    unexplained: tuple[str, ...]
    seconds: float


def chance(number: int, seed: int) -> random.Random:
    """Return the random number generator of one hand of a run."""
    return random.Random(f"{seed}/{number}")


def invent(rng: random.Random) -> Invented:
    """Return a random table: 2-10 players in any seats, odd stacks, short blinds, antes, a game."""
    variant, structure = rng.choice(PLAYED)
    game = GAMES[variant, structure]
    count = rng.randint(2, game.most_players)
    small, big = rng.choice(LEVELS)
    ante, big_ante = rng.choice(((0, 0), (0, 0), (max(big // 10, 1), 0), (big // 2, 0), (0, big)))
    seats = rng.sample(range(1, 11), count)
    stacks = [0] * 11
    for seat in seats:
        depth = rng.choice((1, 5, 10, 20, 20, 50, 50, 100, 100, 200))
        stacks[seat] = rng.randint(1, max(depth * big, 2))
    deck = rng.sample(deck_of(game.lowest), game.hole_cards * count + 8)
    level = Level(small, big, ante, big_ante, game=variant, structure=structure)
    return Invented(tuple(stacks), rng.choice(seats), level, tuple(deck))


def choose(rng: random.Random, may: Legal, front: int) -> Choice:
    """Draw one of the legal actions."""
    kinds = ["check"] * 3 if may.check else ["call"] * 3 + ["fold"] * 2
    if may.least is not None or may.all_in is not None:
        kinds += ["raise"] * 2
    kind = rng.choice(kinds)
    if kind == "raise":
        if may.least is None or may.most is None:
            return Choice(may.seat, kind, may.all_in or 0, may, front)
        near = min(may.most, may.least + rng.randint(0, 3 * may.least))
        to = rng.choice((may.least, near, near, may.most))
        return Choice(may.seat, kind, to, may, front)
    return Choice(may.seat, kind, (may.call or 0) if kind == "call" else front, may, front)


def play_ours(invented: Invented, house: House, rng: random.Random) -> PlayedHand:
    """Play one hand on our engine, with every action drawn from the legal ones."""
    return _Ours(invented, house).play(rng)


class _Ours:
    """Our table, fed with observations until the hand is over."""

    def __init__(self, invented: Invented, house: House) -> None:
        self.house = house
        self.deck = iter(invented.deck)
        self.at = 0
        self.steps: list[tuple[tuple[PublicEvent, ...], tuple[PrivateEvent, ...]]] = []
        seats = tuple(
            Seat(name=f"Player {number}", stack=stack) if stack else Seat()
            for number, stack in enumerate(invented.stacks)
        )
        self.table = msgspec.structs.replace(
            new_table(len(seats) - 1, keyed=True),
            seats=seats,
            level=invented.level,
            played=Played(button=invented.button),
        )

    @property
    def hand(self) -> Hand:
        return self.table.hand

    def see(self, observation: Observation) -> None:
        done = step(self.table, observation, self.house)
        self.table = done.table
        self.steps.append((done.public, done.private))

    def card(self, card: str, zone: str) -> None:
        self.at += 400
        self.see(CardAt(self.at, card, zone, self.at))

    def play(self, rng: random.Random) -> PlayedHand:
        self.see(FloorSaid(0, "bench", START))
        order = self.hand.entitled
        for _ in range(self.hand.game.hole_cards):
            for seat in order:
                self.card(next(self.deck), f"hand.{seat}")
        choices: list[Choice] = []
        # Each pass ends a round, shows a hand or acts: far fewer than this are needed.
        for _ in range(10_000):
            match self.hand.phase:
                case "betting":
                    choices.append(self.act(rng))
                case "board":
                    self.deal_street()
                case "showdown":
                    self.show()
                case _:
                    break
        hand = self.hand
        holes = {seat: hand.holes[seat] for seat in order}
        return PlayedHand(
            self.table,
            order,
            hand.big_blind,
            holes,
            hand.board,
            tuple(choices),
            tuple(self.steps),
        )

    def act(self, rng: random.Random) -> Choice:
        hand = self.hand
        may = legal(self.table, hand, self.house, hand.turn)
        choice = choose(rng, may, hand.bets[hand.turn])
        what: Any = "bet" if choice.action == "raise" and may.opens else choice.action
        amount = choice.to if choice.action == "raise" else 0
        self.at += 200
        self.see(Declared(self.at, choice.seat, what, amount=amount))
        return choice

    def deal_street(self) -> None:
        street = self.hand.street + 1
        if self.house.deal.burn.value:
            self.card(next(self.deck), "burn")
        for _ in range(BOARD_CARDS[street] - BOARD_CARDS[street - 1]):
            self.card(next(self.deck), "board")

    def show(self) -> None:
        hand = self.hand
        seat = next(s for s in hand.live() if not hand.shown[s])
        for card in hand.holes[seat]:
            self.card(card, f"bet.{seat}")
        if not self.hand.shown[seat]:
            self.see(Declared(self.at, seat, "shown"))


def pokerkit_state(invented: Invented, played: PlayedHand) -> State:
    """Return pokerkit's state of the same table, cards dealt; player 0 is left of the button."""
    order, level = played.order, invented.level
    antes, blinds = [level.ante] * len(order), [0] * len(order)
    big = order.index(played.big_blind)
    antes[big] += level.big_blind_ante
    blinds[big] = level.big_blind
    blinds[big - 1] = level.small_blind
    if len(order) == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    bets = (level.big_blind,) if level.structure != "limit" else (level.big_blind, _big_bet(level))
    state: State = THEIRS[played_in(invented)].create_state(
        AUTOMATIONS,
        not level.big_blind_ante,
        antes,
        blinds,
        *bets,
        [invented.stacks[seat] for seat in order],
        len(order),
        mode=Mode.TOURNAMENT,
    )
    for player, seat in enumerate(order):
        state.deal_hole("".join(played.holes[seat]), player)
    return state


def _big_bet(level: Level) -> int:
    return 2 * level.big_blind


def played_in(invented: Invented) -> tuple[Variant, Structure]:
    """Return the game and betting structure of an invented table."""
    level = invented.level
    return level.game or Variant.HOLDEM, level.structure or "no-limit"


class _Ruled(Exception):
    """The two rule differently here, so the hand can't go on in parallel."""


def replay(state: State, invented: Invented, played: PlayedHand, noted: set[str]) -> None:
    """Replay our actions and cards on pokerkit's state; raises `_Ruled` if it rules otherwise."""
    board, choices = iter(played.board), iter(played.choices)
    short_big_blind = _short_big_blind(invented, played)
    while state.status:
        if state.can_burn_card():
            state.burn_card("??")
        elif state.can_deal_board():
            state.deal_board("".join(islice(board, 1 if state.board_cards else 3)))
        else:
            _act_alike(state, played, choices, noted, short_big_blind)


def _short_big_blind(invented: Invented, played: PlayedHand) -> bool:
    level = invented.level
    ante = level.ante + level.big_blind_ante
    return invented.stacks[played.big_blind] - ante < level.big_blind


def _act_alike(
    state: State,
    played: PlayedHand,
    choices: Iterator[Choice],
    noted: set[str],
    short_big_blind: bool,
) -> None:
    actor = state.actor_index
    if actor is not None and _alone(state, actor):
        state.check_or_call()
        return
    choice = next(choices, None)
    if actor is None or choice is None or played.order[actor] != choice.seat:
        without_blinds = choice is not None and not state.board_cards and not any(state.bets)
        raise _Ruled("open-without-blinds" if without_blinds else "it is another's turn")
    call = state.bets[actor] + (state.checking_or_calling_amount or 0)
    ours = choice.front if choice.may.check else choice.may.call
    if choice.action == "fold" and call > choice.front:
        state.fold()
        return
    preflop_short = short_big_blind and not state.board_cards
    if call != ours and choice.action != "raise":
        raise _Ruled("full-big-blind" if preflop_short else f"a call goes to {ours}, not {call}")
    limit = played.table.hand.game.structure == "limit"
    if choice.action == "raise":
        _raise_alike(state, choice, noted, preflop_short, limit=limit)
        return
    may_raise = choice.may.least is not None or choice.may.all_in is not None
    if not may_raise and state.can_complete_bet_or_raise_to():
        counted = limit and not state.board_cards
        noted.add("the-big-blind-counts" if counted else "short-all-ins-not-added")
    state.check_or_call()


def _alone(state: State, actor: int) -> bool:
    """Return whether no other player has chips and there is no bet to call: we skip the action."""
    others = (
        state.stacks[player]
        for player in state.player_indices
        if player != actor and state.statuses[player]
    )
    return not state.checking_or_calling_amount and not any(others)


def _raise_alike(
    state: State, choice: Choice, noted: set[str], preflop_short: bool, *, limit: bool
) -> None:
    most = state.max_completion_betting_or_raising_to_amount
    if most is not None and choice.may.most not in {None, most} and not (limit or preflop_short):
        raise _Ruled(f"the most is {choice.may.most}, not {most}")
    try:
        state.complete_bet_or_raise_to(choice.to)
    except ValueError as error:
        if "every other player" in str(error):
            noted.add("raise-that-nobody-can-meet")
            state.check_or_call()
            return
        if preflop_short:
            raise _Ruled("full-big-blind") from None
        refused = f"raise refused: {error}"
        raise _Ruled(_limit_rule(str(error)) or refused if limit else refused) from None


def _limit_rule(error: str) -> str:
    """Return the rule by which only pokerkit refuses a raise in limit poker, "" for none."""
    for words, rule in (
        ("already acted", "half-a-bet-reopens"),
        ("No more completion", "short-all-ins-count"),
        ("Short all-in", "completes-the-bet"),
        ("The amount", "completes-the-bet"),
    ):
        if words in error:
            return rule
    return ""


def compare(number: int, seed: int, house: House) -> tuple[str, set[str]]:
    """Play one hand on both sides.

    Return "" if all stacks are equal, else a rule of `RULES` or another difference; and the rules
    that differed without a consequence.
    """
    rng = chance(number, seed)
    invented = invent(rng)
    played = play_ours(invented, house, rng)
    noted: set[str] = set()
    ours = [played.table.seats[seat].stack for seat in played.order]
    if sum(ours) != sum(invented.stacks):
        return f"chips were {sum(invented.stacks)} and are {sum(ours)}", noted
    state = pokerkit_state(invented, played)
    try:
        replay(state, invented, played, noted)
    except _Ruled as rule:
        return str(rule), noted
    if state.stacks == ours:
        return "", noted
    if ours == paid_out(invented, played, one_each=True):
        if state.stacks == paid_out(invented, played, one_each=False):
            return "odd-chips-one-each", noted
        if state.stacks == paid_out(invented, played, one_each=False, merged=True):
            return "pots-each-by-itself", noted
        theirs = paid_out(invented, played, one_each=False, merged=True, halved=True)
        if has_low(played) and state.stacks == theirs:
            return "a-low-that-nobody-has", noted
    return f"ours {ours}, pokerkit's {state.stacks}", noted


def run(hands: int, seed: int = 0, house: str = "fidpa") -> DifferentialReport:
    """Play `hands` random hands on both sides and return the report."""
    rules = load_house(house)
    begun = time.perf_counter()
    ruled: dict[str, list[int]] = {}
    allowed: dict[str, list[int]] = {}
    unexplained: list[str] = []
    with progress("hands", hands) as advance:
        for number in range(hands):
            found, noted = compare(number, seed, rules)
            for rule in noted:
                allowed.setdefault(rule, []).append(number)
            if found in RULES:
                ruled.setdefault(found, []).append(number)
            elif found:
                unexplained.append(f"hand {number}: {found}")
            advance(1)
    listed = [
        tuple(RuleDifference(rule, len(at), at[0]) for rule, at in sorted(of.items()))
        for of in (ruled, allowed)
    ]
    changed = sum(map(len, ruled.values()))
    return DifferentialReport(
        hands,
        seed,
        hands - changed - len(unexplained),
        listed[0],
        listed[1],
        tuple(unexplained),
        round(time.perf_counter() - begun, 1),
    )


def differential(
    hands: Annotated[int, typer.Option(min=1, help="How many random hands.")] = 20_000,
    seed: Annotated[int, typer.Option(help="Seed of the hands.")] = 0,
    house: Annotated[str, typer.Option(help="The house that is played.")] = "fidpa",
    as_json: Annotated[bool, typer.Option("--json", help="The result as JSON.")] = False,
) -> None:
    """Compare random hands with pokerkit. Status 1: a difference that no rule explains."""
    report = run(hands, seed, house)
    if as_json:
        typer.echo(msgspec.json.encode(report).decode())
    else:
        typer.echo(f"{report.equal} of {report.hands} hands equal, in {report.seconds} s")
        for found in report.ruled_differently:
            typer.echo(f"{found.hands} ruled differently ({found.rule}): {RULES[found.rule]}")
        for found in report.legal_only:
            typer.echo(f"{found.hands} with another choice ({found.rule}): {RULES[found.rule]}")
        for line in report.unexplained:
            typer.echo(f"unexplained: {line}")
    if report.unexplained:
        raise typer.Exit(ExitCode.NOT_SO)


__all__ = ["RULES", "DifferentialReport", "RuleDifference", "differential", "run"]
