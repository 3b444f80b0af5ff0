"""The start of a hand (button, antes and blinds) and the end of the deal."""

from msgspec.structs import asdict, replace

from controller.contract.public import (
    ButtonMoved,
    HandStarted,
    LevelView,
    SeatOut,
    SeatStack,
    StackChanged,
)
from controller.contract.rules import Variant
from controller.houses.model import House
from controller.table.betting import (
    entering,
    pays_for_all,
    post_all,
    time_decisions,
    when_posted,
)
from controller.table.between_hands import (
    away_too_long,
    begin_special_pot,
    hand_for_stream,
    level_changed,
    minutes_over,
    pass_over,
    special_posts,
)
from controller.table.rulings import end_void
from controller.table.state import (
    GAMES,
    LIVE,
    OUT,
    Game,
    Hand,
    Level,
    Play,
    Positions,
    Posting,
    Prior,
    ShoeState,
    Table,
    dealing_order,
    in_front,
    next_positions,
    no_hand,
    on_button,
    put,
)


def game_of(level: Level, house: House) -> Game:
    """Return a level's game, or the house game if the level names none."""
    variant = level.game or house.game.variant.value
    game = GAMES[variant, level.structure or house.betting.structure.value]
    if variant is Variant.SHORT_DECK:
        trips = house.game.short_deck_trips.value == "above-straight"
        return replace(game, trips_beat_straight=trips)
    return game


def next_hand(play: Play) -> tuple[str, Positions | None]:
    """Return why the next hand can't start, or else its positions (button and blinds).

    The result has both parts. If the hand can start, the reason is "". If not, the reason is an id,
    such as `too-few-players`, and the positions are None.
    """
    if why := stopped(play):
        return why, None
    positions = next_positions(play.table, play.house)
    if positions is None:
        return "too-few-players", None
    return ("too-many-players", None) if _too_many(play, positions) else ("", positions)


def _too_many(play: Play, positions: Positions) -> bool:
    """Return whether the deck has too few cards for all the players who would be dealt in."""
    table, house = play.table, play.house
    most = game_of(table.next_level or table.level, house).most_players
    return len(table.seats) > most + 1 and len(dealing_order(table, house, positions)) > most


def stopped(play: Play) -> str:
    """Return why the next hand can't start (an id), or "" if it can.

    The number of players is not checked.
    """
    table = play.table
    if play.hand.running:
        return "hand-running"
    if table.rulings:
        return "ruling-open"
    if table.at_rest.closed:
        return "table-closed"
    if table.paused:
        return "paused"
    if table.level.big_blind <= 0 and table.next_level is None:
        return "no-level"
    return "deck-fouled" if table.devices.shoe.fouled else ""


def start_if_possible(play: Play) -> None:
    """Start the next hand if none is in progress and at least two players can play."""
    if play.table.rulings:
        end_void(play)
    _, positions = next_hand(play)
    if positions is not None:
        start_hand(play, positions)


def start_hand(play: Play, positions: Positions) -> None:
    """Start the next hand; rebuys and a new level take effect now (ppc 20, fidpa 46)."""
    penalties = play.table.serving
    _before_hand(play)
    table, house = play.table, play.house
    if penalties:
        # A player who has now served a penalty plays, too.
        positions = next_positions(table, house) or positions
    missed = table.at_rest.missed
    if house.blinds.missed.value != "free" and positions.small_blind != positions.big_blind:
        pass_over(play, positions)
        table = play.table
    seats, before = table.seats, table.played
    if positions.waiting or True in [seat.waits for seat in seats]:
        seats = tuple([replace(seat, waits=n in positions.waiting) for n, seat in enumerate(seats)])
    entitled = dealing_order(table, house, positions)
    stacks = tuple(
        [seat.stack if s in entitled and seat.name else 0 for s, seat in enumerate(seats)]
    )
    level, game, extras = table.level, game_of(table.level, house), None
    due = _due(level, positions, stacks, house)
    if table.at_rest.bomb or table.at_rest.streak or house.game.bomb_pot_every.value:
        level, game, extras = begin_special_pot(play, game, stacks, len(entitled))
        due = special_posts(due, level, extras, stacks)
        table = play.table
    if table.at_rest.entering:
        due = entering(due, table.level, seats, stacks, bomb=extras is not None and extras.bomb)
    hand = replace(
        no_hand(len(seats) - 1),
        number=before.hands + 1,
        game=game,
        level=level,
        extras=extras,
        button=positions.button,
        small_blind=positions.small_blind,
        big_blind=positions.big_blind,
        entitled=entitled,
        stacks=stacks,
        status=tuple([LIVE if stack else OUT for stack in stacks]),
        stage=due,
        prior=Prior(
            before.button,
            before.small_blind,
            before.big_blind,
            before.small_blind_posted,
            missed,
            table.at_rest.streak,
        ),
        kept_out=_kept_out(table, house),
        whole_deal=game.hole_cards * len(entitled),
    )
    play.hand = hand
    play.table = table = replace(
        table,
        hand=hand,
        seats=seats,
        past=(),
        base=in_front(table),
        played=replace(
            before,
            button=positions.button,
            small_blind=positions.small_blind,
            big_blind=positions.big_blind,
            small_blind_posted=(due.blinds if extras is None else stacks)[positions.small_blind]
            > 0,
            redeal=None,
        ),
    )
    shoe = table.devices.shoe
    if shoe.counted is not None:
        play.devices(shoe=ShoeState(checks=shoe.checks))
    _announce(play, hand, due)
    if table.at_rest.stream.on:
        hand_for_stream(play)
    if house.clock.each_decision.value:
        time_decisions(play)
    away_too_long(play)
    if table.fittings.keyed:
        post_all(play)
    else:
        when_posted(play)


def due_with_stack(play: Play, seat: int) -> None:
    """Adapt what a seat has yet to post to its stack, which the floor has just corrected."""
    hand, level, stage = play.hand, play.table.level, play.hand.stage
    if type(stage) is not Posting:
        return
    whole = special_posts(
        _due(level, hand, hand.stacks, play.house), hand.level, hand.extras, hand.stacks
    )
    whole = entering(whole, level, play.table.seats, hand.stacks, bomb=hand.bomb)
    stack, ante, blind = play.table.seats[seat].stack, stage.antes[seat], stage.blinds[seat]
    if ante or stack == hand.stacks[seat]:
        ante = min(whole.antes[seat], stack)
    if not hand.bets[seat]:
        straddles = hand.extras is not None and hand.extras.straddle == seat
        blind = min(blind if straddles else whole.blinds[seat], stack - ante)
    due = Posting(put(stage.antes, seat, ante), put(stage.blinds, seat, blind))
    play.hand = replace(hand, stage=due)
    when_posted(play)


def _due(
    level: Level, positions: Hand | Positions, stacks: tuple[int, ...], house: House
) -> Posting:
    """Return the antes and blinds that each seat owes before the deal, limited to its stack."""
    none = (0,) * len(stacks)
    antes = tuple([min(level.ante, stack) for stack in stacks]) if level.ante else none
    if level.big_blind_ante:
        pays, kept = pays_for_all(house, positions), 0
        if house.blinds.big_blind_ante.value == "blind-first":
            blinds_of = {positions.small_blind: level.small_blind}
            blinds_of[positions.big_blind] = level.big_blind
            kept = blinds_of.get(pays, 0)
        antes = put(antes, pays, min(level.big_blind_ante, max(stacks[pays] - kept, 0)))
    blinds = none
    for place, blind in (
        (positions.small_blind, level.small_blind),
        (positions.big_blind, level.big_blind),
    ):
        if stacks[place]:
            blinds = put(blinds, place, min(blind, stacks[place] - antes[place]))
    return Posting(antes, blinds)


def _kept_out(table: Table, house: House) -> tuple[int, ...]:
    """Return the seats that were away in the voided hand; their hands are dead in the redeal, too.

    There are none if the house lets these players play the redeal.
    """
    again = table.played.redeal
    if again is None or house.deal.redeal_absent.value != "killed":
        return ()
    return again.absent


def _announce(play: Play, hand: Hand, due: Posting) -> None:
    level = hand.level
    plays = tuple([SeatStack(s, stack) for s, stack in enumerate(hand.stacks) if stack])
    posts = hand.small_blind != hand.big_blind and due.blinds[hand.small_blind]
    bomb = hand.bomb
    blinds = "button" if on_button(level, play.house) else None
    told = replace(level, big_blind=play.table.level.big_blind, blinds=blinds)
    play.say(
        HandStarted(
            button=hand.button,
            small_blind=hand.small_blind if posts else 0,
            big_blind=0 if bomb else hand.big_blind,
            stacks=plays,
            level=LevelView(**asdict(told)),
            house=play.house.name,
            game=hand.game.variant,
            structure=hand.game.structure,
            bomb=bomb,
            kill=level.big_blind if hand.extras is not None and hand.extras.kill else 0,
            boards=hand.game.boards,
        )
    )
    play.say(ButtonMoved(hand.button, dead=not hand.stacks[hand.button]))


def _before_hand(play: Play) -> None:
    table = play.table
    if table.next_level is not None and table.played.redeal is None:
        level = table.next_level
        play.table = replace(table, level=level, next_level=None)
        play.say(level_changed(level))
    if table.serving:
        minutes_over(play)
    for number, seat in enumerate(play.table.seats):
        if seat.rebuy:
            stack = seat.stack + seat.rebuy
            play.seat(number, stack=stack, rebuy=0)
            play.say(StackChanged(number, stack, "rebuy"))
        if seat.busted:
            _out(play, number)


def _out(play: Play, number: int) -> None:
    """Report that a player is out of the game after losing all chips and not rebuying.

    Nothing is reported for a seat that is empty or has chips (ppc 23, fidpa 4-3).
    """
    seat = play.table.seats[number]
    if seat.taken and not seat.stack:
        play.say(SeatOut(number, seat.busted, seat.player))
    play.seat(number, busted=0)
