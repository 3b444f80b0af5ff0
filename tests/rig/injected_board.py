"""Injected irregularities of burns and board cards."""

from msgspec.structs import replace

from controller.contract.public import Street
from controller.contract.rules import Kind
from controller.play.people.dealer import BURN_DUE, STREET_CARDS
from tests.rig.injections import InjectedCase, Scene, injection


def _board_tags(street: str, *, known: bool, burned: bool, laid: bool = True) -> frozenset[str]:
    return frozenset(
        {
            street,
            "order-known" if known else "order-unknown",
            "not-acted",
            "burned" if burned else "not-burned",
            "on-board" if laid else "before-board",
        }
    )


def _lay_several(scene: Scene, zone: str, count: int) -> tuple[list[int], bool]:
    """Lay cards of the stub in order or all at once; return their times, and whether in order."""
    cards = [scene.dealer.draw() for _ in range(count)]
    if count > 1 and scene.chance(0.4):
        scene.dealer.lay_all(cards, zone, together=True)
        return [scene.now], False
    return [scene.lay(card, zone) for card in cards], True


def _street_cards(scene: Scene, street: Street) -> int:
    """Return the number of cards of a street, on both boards if there are two."""
    return STREET_CARDS[street] * scene.look().boards


def _can_bet(scene: Scene) -> bool:
    return len(scene.able(scene.look())) > 1


@injection(Kind.BOARD_NO_BURN, "street")
def a_street_without_a_burn(scene: Scene) -> InjectedCase | None:
    """Deal a street without a burn; the whole flop, or only its first card."""
    if not scene.house.deal.burn.value:
        return None
    street = scene.next_street(scene.look())
    scene.dealer.gather()
    whole = _street_cards(scene, street)
    count = 1 if scene.chance(0.2) else whole
    at, known = _lay_several(scene, "board", count)
    return InjectedCase(
        Kind.BOARD_NO_BURN, "card", at[0], _board_tags(street, known=known, burned=False)
    )


@injection(Kind.BOARD_EXTRA_BURN, "street")
def two_burns(scene: Scene) -> InjectedCase | None:
    """Burn a second card, or a third."""
    if not scene.house.deal.burn.value:
        return None
    street = scene.next_street(scene.look())
    scene.dealer.gather()
    at, known = _lay_several(scene, "burn", 2)
    return InjectedCase(
        Kind.BOARD_EXTRA_BURN, "card", at[-1],
        _board_tags(street, known=known, burned=True, laid=False),
    )  # fmt: skip


@injection(Kind.BOARD_EXTRA_BURN, "street")
def two_burns_into_the_muck(scene: Scene) -> InjectedCase | None:
    """Burn two cards into the muck: the second is one too many."""
    if not scene.house.deal.burn.value:
        return None
    street = scene.next_street(scene.look())
    scene.dealer.gather()
    at, known = _lay_several(scene, "muck", 2)
    return InjectedCase(
        Kind.BOARD_EXTRA_BURN, "card", at[-1],
        _board_tags(street, known=known, burned=True, laid=False),
    )  # fmt: skip


@injection(Kind.BOARD_EXTRA_BURN, "street")
def two_burns_and_the_street(scene: Scene) -> InjectedCase | None:
    """Burn a second card and deal the street at once, before anybody notices."""
    if not scene.house.deal.burn.value:
        return None
    street = scene.next_street(scene.look())
    scene.dealer.gather()
    at, burns_known = _lay_several(scene, "burn", 2)
    _, known = _lay_several(scene, "board", _street_cards(scene, street))
    return InjectedCase(
        Kind.BOARD_EXTRA_BURN, "card", at[-1],
        _board_tags(street, known=known and burns_known, burned=True),
        at_first=_board_tags(street, known=burns_known, burned=True, laid=False),
    )  # fmt: skip


def _somebody_acts(scene: Scene, case: InjectedCase) -> InjectedCase:
    """Have the first to act check at once, as if nothing were wrong."""

    def acts() -> frozenset[str]:
        state = scene.look()
        size = len(state.seats)
        clockwise = [(state.button + step) % size + 1 for step in range(size)]
        able = scene.able(state)
        first = next(seat for seat in clockwise if seat in able)
        scene.game.sink.press(first, "check")
        return frozenset({"acted"})

    return replace(case, then=acts, at_first=case.tags)


@injection(Kind.BOARD_NO_BURN, "street")
def action_on_a_street_without_a_burn(scene: Scene) -> InjectedCase | None:
    """Deal a whole street without a burn, and have a player check on it."""
    if not scene.house.deal.burn.value or not _can_bet(scene):
        return None
    street = scene.next_street(scene.look())
    scene.dealer.gather()
    at, known = _lay_several(scene, "board", _street_cards(scene, street))
    tags = _board_tags(street, known=known, burned=False)
    return _somebody_acts(scene, InjectedCase(Kind.BOARD_NO_BURN, "card", at[0], tags))


@injection(Kind.BOARD_EXTRA_CARD, "street")
def action_on_a_board_card_too_many(scene: Scene) -> InjectedCase | None:
    """Deal one card too many on a street, and have a player check on it."""
    case = one_board_card_too_many(scene)
    return case and _somebody_acts(scene, case)


@injection(Kind.BOARD_PREMATURE, "act")
def a_street_before_its_time(scene: Scene) -> InjectedCase | None:
    """Deal the next street, or one card of it, during a betting round."""
    state = scene.look()
    street = scene.next_street(state)
    burn = scene.house.deal.burn.value and scene.chance(0.6)
    if state.street == "river" or (state.street != "preflop" and not (burn or scene.actions())):
        return None
    if burn:
        scene.lay(scene.dealer.draw(), "burn")
    count = 1 if scene.chance(0.3) else _street_cards(scene, street)
    at, known = _lay_several(scene, "board", count)
    return InjectedCase(
        Kind.BOARD_PREMATURE, "card", at[0], _board_tags(street, known=known, burned=burn)
    )


@injection(Kind.BOARD_EXTRA_CARD, "street")
def one_board_card_too_many(scene: Scene) -> InjectedCase | None:
    """Deal one card too many on a street."""
    state = scene.look()
    if not _can_bet(scene):
        return None
    street = scene.next_street(state)
    scene.dealer.gather()
    if scene.look().next_step == BURN_DUE:
        scene.dealer.burn()
        scene.game.sink.settle()
    at, known = _lay_several(scene, "board", _street_cards(scene, street) + 1)
    extra = scene.dealer.lying_in("board")[-1]
    return InjectedCase(
        Kind.BOARD_EXTRA_CARD, "card", at[-1],
        _board_tags(street, known=known, burned=scene.house.deal.burn.value) | {"one"},
        mend=lambda: _take_off_the_board(scene, extra),
    )  # fmt: skip


def _take_off_the_board(scene: Scene, card: str) -> None:
    """Lay a card aside if it is still on the board: it may have become a burn, or been taken up."""
    if scene.dealer.places.get(card) == "board":
        scene.dealer.lay_all([card], "aside")


@injection(Kind.BOARD_MISPLACED, "act")
def a_dead_card_on_the_board(scene: Scene) -> InjectedCase | None:
    """Lay a burn or a mucked card on the board."""
    state = scene.look()
    dead = [*scene.dealer.lying_in("burn"), *scene.dealer.lying_in("muck")]
    card = scene.pick(dead)
    if card is None:
        return None
    home = scene.dealer.places[card]
    at = scene.lay(card, "board")
    street = state.street if state.street not in {None, Street.PREFLOP} else Street.FLOP
    tags = frozenset({"to-board", str(street)})
    return InjectedCase(Kind.BOARD_MISPLACED, "card", at, tags, mend=lambda: scene.lay(card, home))


@injection(Kind.BOARD_MISPLACED, "act")
def a_board_card_among_the_dead(scene: Scene) -> InjectedCase | None:
    """Move a board card to the burns or the muck."""
    state = scene.look()
    card = scene.pick(scene.dealer.lying_in("board"))
    if card is None:
        return None
    to = "burn" if scene.house.deal.burn.value and scene.chance(0.5) else "muck"
    at = scene.lay(card, to)
    tags = frozenset({"from-board", str(state.street)})
    return InjectedCase(
        Kind.BOARD_MISPLACED, "card", at, tags, mend=lambda: scene.lay(card, "board")
    )
