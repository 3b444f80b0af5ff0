"""The streams of words: what each function of `display.words` says, in every language it speaks.

Each function is asked with all that can be asked for: each status, each kind, none and several.
"""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from typing import Final

from msgspec import to_builtins
from msgspec.structs import replace

from controller.contract import public as p
from controller.contract.readings.legal_actions import CallCost
from controller.contract.rules import (
    Action,
    CardsMeant,
    HandStatus,
    HoldReason,
    Kind,
    NoticeText,
    Outcome,
    Phase,
    StepWord,
    Street,
    Task,
    WaitsFor,
)
from controller.contract.state import BoardHand, NextStep, StepView, TimePaid
from controller.contract.venue.outputs import NoBreak
from controller.contract.venue.views import NoticeKind, NoticeLine
from display.words import levels, room, ruling_steps, sentences
from display.words.cards import hand_names, kickers
from display.words.irregularities import HAPPENED, RULINGS
from display.words.names import Words, won_by, words
from display.words.venue import conduct, evening
from display.words.vocabulary import ACTIONS, DEAD, PENALTIES, ZONES
from tests.rig.pictures.golden import GOLDEN

LANGUAGES: Final = ("en", "fr")
FIGURES: Final = (0, 1, 2, 52, 999, 1_000, 1_234, 99_999, 999_999, 1_234_567, 12_345_678_901)
TABLE: Final = p.PublicState(
    1, "7", "fidpa", 17,
    seats=tuple(p.SeatView(n, HandStatus.IN, ("", "Anne", "Bo", "Chloé")[n]) for n in range(4)),
)  # fmt: skip
HELD: Final = (
    ("high-card", "As Kd 9h 7c 5s"), ("high-card", "Ah Kc 9s 7d 4s"), ("pair", "Ks Kd 9h 7c 5s"),
    ("pair", "2s 2d Ah 7c 5s"), ("two-pair", "Ks Kd 7h 7c 5s"), ("two-pair", "Ks Kd 7h 7c As"),
    ("three-of-a-kind", "9s 9d 9h 7c 5s"), ("straight", "5s 4d 3h 2c As"),
    ("straight", "9s 8d 7h 6c As"), ("straight", "As Kd Qh Jc Ts"), ("flush", "As Ks 9s 7s 5s"),
    ("flush", "As Ks 9s 7s 4s"), ("full-house", "Ks Kd Kh 7c 7s"),
    ("four-of-a-kind", "9s 9d 9h 9c 5s"), ("four-of-a-kind", "9s 9d 9h 9c As"),
    ("straight-flush", "5s 4s 3s 2s As"), ("royal-flush", "As Ks Qs Js Ts"),
    ("pair", "Ks Kd 9h 7c"), ("pair", "Ks Kd ? 7c 5s"), ("eight-low", "As 2d 3h 7c 8s"), ("", ""),
)  # fmt: skip


def seats() -> Iterator[p.SeatView]:
    """Yield a seat in each state that has words of its own."""
    plain = p.SeatView(1, HandStatus.IN, "Anne", 500)
    deeds = [*ACTIONS, ""]
    for status, absent in product(HandStatus, (False, True)):
        seat = replace(plain, status=status, absent=absent)
        yield from (replace(seat, penalty=penalty) for penalty in ("10m", "warning"))
        yield from (replace(seat, dead_reason=why) for why in (*DEAD, "new"))
        yield replace(seat, stack=0, rank=7)
        for deed, amount in product(deeds, (0, 12_345)):
            yield replace(seat, last_action=deed, last_amount=amount)
        for (name, best), shown in product(HELD, (("As", "Kd"), ())):
            cards = tuple(best.split())
            ranks = kickers.ranks_of(cards)[:2]
            yield replace(seat, hand_name=name, best=cards, hand_ranks=ranks, shown=shown)
        first = BoardHand("pair", ("K",), ("Ks", "Kd", "9h", "7c", "5s"))
        yield replace(seat, hand_name="flush", hand_ranks=("A",), shown=("As",), first=first)


def stages() -> Iterator[p.PublicState]:
    """Yield a table at each stage of a hand."""
    for phase, street, paused, voided, rest in product(
        Phase, (None, Street.FLOP), (False, True), (False, True), (False, True)
    ):
        level = p.LevelView(100, 200, on_break=rest, next_in=61_000 if voided else None)
        yield replace(
            TABLE, phase=phase, street=street, paused=paused, voided=voided, level=level,
            next_dealer=2 if voided else 0, deaf=(1, 3),
        )  # fmt: skip


def of_names(said: Words) -> Iterator[object]:
    """Yield names and numbers."""
    for seat in seats():
        yield said.doing(seat), said.doing(replace(seat, last_amount=0)), said.doing_ways(seat)
        yield said.hand_whole(seat.hand_name, seat.hand_ranks, seat.best), kickers.standing(seat)
    for state in stages():
        yield said.stage(state), said.next_dealer(state), said.deaf(state), said.blinds(state)
        yield said.seat(state, 0), said.seat(state, 3), said.seat(state, 9)
    for n in FIGURES:
        yield said.amount(n), said.short_amount(n), said.clock(n), said.decimal(n / 7)
        yield said.percent(n / 1000), said.clock(-n)
    for penalty in (*PENALTIES, "0m", "1m", "20min", "1r", "2r", "1h", "3h", "9x", "new_one"):
        yield said.penalty(penalty), conduct.sanction_text(penalty, said)
    yield [conduct.sanction_text(one, said) for one in ("", "1bb", "500c", "10%", "out")]
    for zone in (*ZONES, "seat.3", "hand.1", "nowhere", "nowhere.2", "seat."):
        yield said.zone(zone)
    for cards, missing, extra, twice in product(
        (0, 51, 52, 53), ((), ("As",), ("As", "Kd")), (0, 1, 3), ((), ("2c",), ("2c", "3c"))
    ):
        yield said.deck_wrong(p.DeckView(cards, missing, extra, twice))
    yield said.deck_wrong(None), said.marks(), said.named("a", "b"), said.say("")
    for action, least, most, cost in product(
        Action, (0, 200), (0, 200, 12_345), (None, CallCost(100, 100), CallCost(100, 300))
    ):
        may = p.LegalView(action, least, most)
        yield said.choices([may], cost), said.choices([may], cost, short=True)
    for cost in (CallCost(100, 100), CallCost(100, 1300)):
        yield said.in_all(cost), said.to_call(cost), said.call_label(cost)
    for index, pots in product(range(3), range(1, 4)):
        yield said.pot(index), said.pot_on_felt(index, pots)
    yield [said.cards(text) for text in ("As Td", "As T", "1s", "Ax", "", "AsKd")]
    yield [(said.rank(one), said.rank_named(one)) for one in kickers.RANKS]


def of_hands(said: Words) -> Iterator[object]:
    """Yield hands, and why each beats the next."""
    for name, ranks in product((*hand_names.HANDS, "new"), ("", "A", "K", "AK", "TA", "x", "22")):
        yield hand_names.hand_named(name, tuple(ranks), said.say), said.hand(name, tuple(ranks))
    for (name, best), (other, others) in product(HELD, HELD):
        cards, against = tuple(best.split()), tuple(others.split())
        yield kickers.why(name, cards, other, against)
        yield kickers.strength(name, cards) > kickers.strength(other, against)
        first = p.SeatView(1, hand_name=name, hand_ranks=kickers.ranks_of(cards)[:2], best=cards)
        second = replace(first, hand_name=other, best=against, hand_ranks=())
        yield sentences.why_text(first, second, said)
    for name, best in HELD:
        cards = tuple(best.split())
        yield kickers.counting_order(cards[::-1]), kickers.kickers(name, cards)
        yield kickers.strength(name, cards), kickers.ranks_of(cards)


def of_levels(said: Words) -> Iterator[object]:
    """Yield levels, the next ones, and average stacks."""
    for small, ante, big_ante, next_in, rest in product(
        (50, 12_500), (0, 25), (0, 200), (None, 0, 61_000), (False, True)
    ):
        now = p.LevelView(small, 2 * small, ante, big_ante, next_in=next_in, on_break=rest)
        for coming in (
            {}, {"next_small_blind": small, "next_big_blind": 2 * small},
            {"next_small_blind": small, "next_big_blind": 2 * small, "next_ante": ante,
             "next_big_blind_ante": big_ante},
            {"next_small_blind": small, "next_big_blind": 2 * small, "next_ante": ante,
             "next_big_blind_ante": big_ante, "next_game": "omaha"},
            {"next_small_blind": small, "next_big_blind": 2 * small, "next_ante": ante,
             "next_big_blind_ante": big_ante, "next_structure": "pot-limit"},
            {"next_small_blind": 20_000, "next_big_blind": 40_000},
        ):  # fmt: skip
            level = replace(now, **coming)
            yield levels.blinds(level, said), levels.rises(level), levels.next_level(level, said)
            yield levels.next_blinds(level, said)
        for own in (False, True):
            yield levels.antes(now, said, by_button=own), said.level_notes(now, by_button=own)
    for game, structure in product(("", "holdem", "omaha", "new"), ("", "no-limit", "pot-limit")):
        yield levels.played(game, structure, said), levels.game_name(game, structure, said)
    paid = (TimePaid(0, 90), TimePaid(2, 12), TimePaid(3, 10))
    for timed, bomb, boards, kill in product((paid, paid[:1], ()), (0, 500), (1, 2), (0, 400)):
        state = replace(TABLE, timed=timed, bomb_pot=bomb, boards=boards, kill=kill)
        yield levels.special(state, said)
    for stack, bet, committed, phase in product(
        (None, 0, 1, 25_000), (None, 0), (None, 0, 500), (Phase.BETTING, Phase.OVER, Phase.SHOWDOWN)
    ):
        one = p.SeatView(1, HandStatus.IN, "A", stack, bet, committed)
        others = (replace(one, seat=2, stack=900, bet=0), p.SeatView(3))
        for sit in ((one,), (one, *others), others[1:]):
            yield levels.average(replace(TABLE, seats=sit, phase=phase), said)


def of_rooms(said: Words) -> Iterator[object]:
    """Yield why a table waits, and what the room says there."""
    for reason, waited, one_hand in product(HoldReason, (0, 999, 1_000, 61_000), (False, True)):
        held = (p.HoldView("x", reason, 0, waited, one_hand=one_hand),)
        for closed, paused in product((False, True), (False, True)):
            state = replace(TABLE, holds=held, closed=closed, paused=paused)
            yield room.waits(state, said), room.until(state, said), room.since(state, said)
    for rest, next_in in product((False, True), (None, 61_000)):
        level = p.LevelView(on_break=rest, next_in=next_in)
        yield room.until(replace(TABLE, level=level), said), room.waits(TABLE, said)
    for delay, waits, spoken in product((0, 59, 60, 1800), ((), (1,), (1, 2)), ((), ("fr", "xx"))):
        state = replace(TABLE, stream=p.StreamView(delay, waits=waits), languages=spoken)
        yield room.streamed(state, said), room.spoken_here(state, said)
        yield room.announced(state, said).language
    notice = p.NoticeView("n1", NoticeText.MOVE, 1, 4, 7, name="Zoé")
    left = replace(
        TABLE, notices=(notice, replace(notice, notice="n2", seat=2, name="")), leaving=(1, 2, 3),
        languages=("en", "fr"), stream=p.StreamView(600),
    )  # fmt: skip
    for text, seat, name, own in product(
        (*NoticeText, "new"), (0, 2), ("n1", "n2", "n3"), (False, True)
    ):
        data = {"notice": name, "text": text, "seat": seat, "to_table": 4, "to_seat": 7}
        yield room.notice(data, left, said, own=own), room.notice(data, TABLE, said, own=own)
    for text in NoticeText:
        yield room.notice({"notice": "n3", "text": text}, left, said)
    yield [room.goes(one, left, said) for one in room.moves(left)]
    yield room.leaving(left, said), room.leaving(replace(left, leaving=(1, 2)), said)
    for about, why, name in product(NoticeKind, ("", "fire", "pause", *NoBreak), ("", "Zoé")):
        yield evening.notice_text(NoticeLine("n", about, 0, "p_1", name, 2, 3, 4, 5, why), said)
    for kind in ("floor.called", "penalty.given", "board.no-burn", "10m", "new"):
        yield evening.incident_name(kind, said)
    for why in (*evening.REFUSALS, "new"):
        yield evening.refusal(why, "in English", said)


def of_sentences(said: Words) -> Iterator[object]:
    """Yield what happened, the rule for it, and each event with and without its data."""
    for kind, seat, street, amount in product(
        dict.fromkeys((*RULINGS, *HAPPENED, "new")), (0, 1), ("", "flop"), (0, 50, -50)
    ):
        yield sentences.happened(kind, seat, street, TABLE, said, amount=amount)
    yield sentences.happened(Kind.POT_WRONG, 1, "", TABLE, said)
    for zones in (("board",), ("board", "seat.3"), ("board", "burn", "stub")):
        yield sentences.happened("board.no-burn", 0, "flop", TABLE, said, zones)
    for article, house in product(("", "18.4", "TDA 3", "FIDPA 18.4"), ("", "fidpa", "new")):
        yield sentences.rule(article, house, said)
        yield sentences.odd_text(p.Award(0, 1, 50, 5, article), said)
    for kind, article, outcome in product(list(Kind)[::7], ("", "FIDPA 1"), Outcome):
        yield sentences.found_lines(p.FoundView(kind, article, None, 1, outcome), TABLE, said)
        yield sentences.reason(p.RulingView(1, kind, article), said)
    whole = {
        "kind": "pot.wrong", "reason": "absent", "outcome": "dead", "about": "see",
        "granted": True, "seconds": 30, "ante": 100, "boards": 2, "seats": [1, 2], "amount": 90,
        "entry": "post-now", "settled": True, "penalty": "10m", "article": "FIDPA 1", "seat": 1,
        "called": True,
    }  # fmt: skip
    other = whole | {
        "seat": 0, "granted": False, "ante": 0, "boards": 1, "seats": [], "amount": 0,
        "entry": "wait-big-blind", "settled": False, "article": "", "called": False,
        "about": "new", "reason": "no-betting", "outcome": "", "street": "turn",
    }  # fmt: skip
    bare = {name: whole[name] for name in (
        "kind", "reason", "outcome", "granted", "seconds", "ante", "amount", "entry", "penalty",
        "seat",
    )}  # fmt: skip
    seatless = {name: value for name, value in bare.items() if name not in {"seat", "amount"}}
    for name in (*sentences.PLAYERS, *sentences.TOLD, *sentences.RULED, "new.event"):
        if name != "word.asked":
            less = bare if name in {"kill-pot.asked", "time.taken"} else seatless
            for data in (whole, other, less, whole | {"boards": 1, "outcome": "play-on"}):
                yield sentences.event_text(name, data, TABLE, said)
    for about in ruling_steps.WORD_ASKED:
        yield sentences.event_text("word.asked", {"about": about, "seat": 1}, TABLE, said)


def of_steps(said: Words) -> Iterator[object]:
    """Yield each step of a ruling, each task, and what golden pictures ask for."""
    cards: tuple[tuple[str, ...], ...] = ((), ("As",), ("As", "Td"))
    for word, seat, named in product(StepWord, (0, 1), cards):
        for more in (
            {}, {"zone": "board"}, {"zone": "nowhere"}, {"street": Street.FLOP},
            {"street": Street.RIVER}, {"which": CardsMeant.CARD}, {"count": 1},
            {"count": 2}, {"amount": 500}, {"amount": 500, "done": True},
        ):  # fmt: skip
            step = replace(StepView(word, seat, named), **more)
            for kind in (None, Kind.BUTTON_WRONG, Kind.POT_WRONG, Kind.FLOOR, Kind.BET_STRING):
                yield ruling_steps.ruling_step(step, TABLE, said, kind)
            ruling = p.RulingView(3, Kind.FLOOR, "", steps=(step, replace(step, done=True)))
            yield ruling_steps.now(ruling, TABLE, said)
            for name, done in product(("ruling.step", "ruling.wrong"), (True, False)):
                data = {"id": 3, "done": done, "step": to_builtins(step)}
                yield ruling_steps.step_event(name, data, TABLE, said)
                yield ruling_steps.step_event(name, data, replace(TABLE, rulings=(ruling,)), said)
    for waits in WaitsFor:
        yield ruling_steps.now(p.RulingView(3, Kind.FLOOR, "", waits_for=waits), TABLE, said)
    for task, seat, amount, street in product(
        Task, (0, 1), (0, 12_345), (None, Street.FLOP, Street.RIVER)
    ):
        due = NextStep(task, seat, amount, street)
        for awards in ((), (p.Award(0, 1, 50),), (p.Award(0, 1, 50), p.Award(0, 2, 50)),
                       (p.Award(0, 1, 50), p.Award(1, 2, 50))):  # fmt: skip
            state = replace(TABLE, next_step=due, street=street, awards=awards)
            yield ruling_steps.task_text(due, state, said)
            yield ruling_steps.step_at_seat(state, said), ruling_steps.who_does(state, said)
            yield ruling_steps.next_step(state, said), ruling_steps.turns_up(state)
    for golden in GOLDEN:
        state = golden.seen()
        yield [won_by(state, one.seat) for one in state.seats]
        yield ruling_steps.due_now(state, said), ruling_steps.next_step(state, said)
        yield ruling_steps.who_does(state, said), ruling_steps.step_at_seat(state, said)
        yield [ruling_steps.asked_at_seat(state, one.seat, said) for one in state.seats]
        for one in state.rulings:
            yield sentences.ruling_lines(one, state, said), ruling_steps.acts_of(one)
            opened = {"kind": str(one.kind), "steps": to_builtins(one.steps)}
            yield ruling_steps.step_event("ruling.opened", opened, state, said)
            for strange in ("new", "floor"):
                data = opened | {"kind": strange}
                yield ruling_steps.step_event("ruling.opened", data, TABLE, said)
    unknown = {"id": 3, "done": True, "step": {"word": "new"}}
    yield ruling_steps.step_event("ruling.step", unknown, TABLE, said)


OF: Final = (of_names, of_hands, of_levels, of_rooms, of_sentences, of_steps)


def lines(of: Callable[[Words], Iterator[object]], language: str) -> Iterator[str]:
    """Yield what a language says, line by line."""
    for said in of(words(language)):
        yield repr(said)


def streams() -> Iterator[tuple[str, Callable[[], Iterator[str]]]]:
    """Yield the name of each stream of words, and what makes its lines."""
    for of, language in product(OF, LANGUAGES):
        yield f"{of.__name__.removeprefix('of_')}/{language}", partial(lines, of, language)
