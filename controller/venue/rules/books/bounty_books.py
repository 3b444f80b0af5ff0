"""The bounty books, which must balance: all bounties, won or not, sum to the money paid in."""

import hashlib
from collections.abc import Iterable, Mapping, Sequence

import msgspec

from controller.contract.venue.seats import Seat
from controller.venue.rules.calculations.seat_draw import DrawError, Numbers


class Knocked(msgspec.Struct, frozen=True):
    """A player who has been knocked out, and the players who won their bounty.

    `player` is the player knocked out. `parts` maps each winner to their part; if it is empty, the
    floor decides who won. `table`, `hand` and `seat` say where it happened. `out` is true once the
    bust is final; until then it may be reversed, or averted by a rebuy. `worth` is the bounty on
    the player.
    """

    player: str
    parts: Mapping[str, int]
    table: int = 0
    hand: int = 0
    seat: int = 0
    out: bool = False
    worth: int = 0


class Fell(msgspec.Struct, frozen=True):
    """A bounty that has been paid out.

    `player` is the player knocked out. `worth` is the amount of the bounty. `paid` holds, for each
    winner, the player, the amount pocketed and the amount added to their own bounty. `knocks` maps
    each winner to their share of the knockout, in thousandths.
    """

    player: str
    worth: int
    paid: tuple[tuple[str, int, int], ...]
    knocks: Mapping[str, int] = {}


class Heads(msgspec.Struct, frozen=True):
    """All bounties in a tournament.

    By player: `on` is the bounty on each remaining player. `won` is the amount that a player has
    pocketed. `knocks` are a player's knockouts, in thousandths. `told` is the seat and the bounty
    that the player's table now displays.
    Still to be paid out: `open` lists the knocked-out players whose bounty has not been paid out
    yet. `drawing` is true once bounties are drawn from envelopes. `pot` is the money not yet
    divided into `envelopes`.
    Sums: `put` is all money paid in. `unclaimed` is the part of it in bounties that can't be won
    until the tournament ends. `house` is the part that has gone to the house.
    `fell` maps each table to the bounties paid out in its last hand.
    """

    on: Mapping[str, int] = {}
    won: Mapping[str, int] = {}
    put: int = 0
    pot: int = 0
    envelopes: tuple[int, ...] = ()
    drawing: bool = False
    open: tuple[Knocked, ...] = ()
    fell: Mapping[int, tuple[Fell, ...]] = {}
    unclaimed: int = 0
    house: int = 0
    told: Mapping[str, tuple[Seat, int]] = {}
    knocks: Mapping[str, int] = {}


class EnvelopeList(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The input to an envelope draw: the player whose bounty it is, and the remaining amounts."""

    tournament: str
    player: str
    envelopes: tuple[int, ...]

    def canonical(self) -> str:
        """Return the text to be hashed."""
        return msgspec.json.encode(self, order="sorted").decode()

    def hash(self) -> str:
        """Return the SHA-256 of the canonical text, in hexadecimal."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def envelope_at(listed: EnvelopeList, secret: bytes, witness: str) -> int:
    """Return the index (from 0) of the drawn envelope, using the same method as seat draws.

    >>> envelope_at(EnvelopeList("t1", "p1", (500, 100, 100)), b"secret", "7h")
    1
    """
    digest = hashlib.sha256(listed.canonical().encode()).digest()
    seed = hashlib.sha256(digest + secret + witness.encode()).digest()
    return Numbers(seed).below(len(listed.envelopes))


class EnvelopeDraw(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A published envelope draw: everything needed to repeat it.

    The hashes and the secret are hexadecimal; `list` is the text that was hashed, and `amount` the
    amount drawn.
    """

    list: str
    list_hash: str
    secret_hash: str
    secret: str
    witness: str
    amount: int


def envelope_draw(listed: EnvelopeList, secret: bytes, witness: str) -> EnvelopeDraw:
    """Return the published record of an envelope draw."""
    return EnvelopeDraw(
        listed.canonical(), listed.hash(), hashlib.sha256(secret).hexdigest(), secret.hex(),
        witness, listed.envelopes[envelope_at(listed, secret, witness)],
    )  # fmt: skip


def check_envelope(done: EnvelopeDraw) -> None:
    """Repeat an envelope draw; raises `DrawError` if the result differs."""
    try:
        listed = msgspec.json.decode(done.list, type=EnvelopeList)
        again = envelope_draw(listed, bytes.fromhex(done.secret), done.witness)
    except (ValueError, msgspec.MsgspecError) as error:
        raise DrawError(f"the draw can't be read: {error}") from None
    for what, was, now in (
        ("list", done.list_hash, again.list_hash),
        ("secret", done.secret_hash, again.secret_hash),
    ):
        if was != now:
            raise DrawError(f"the {what} is not the one whose hash was published")
    if again.list != done.list:
        raise DrawError("the list does not match its hash")
    if again.amount != done.amount:
        raise DrawError(f"{again.amount} was drawn, but the draw says {done.amount}")


def parted(amount: int, parts: Mapping[str, int]) -> dict[str, int]:
    """Split an amount into whole units in proportion to `parts`.

    A larger part never receives less than a smaller one.

    Units left over go to the largest remainders; among equal remainders, the order of ids decides.

    >>> parted(100, {"b": 1, "a": 1, "c": 1})
    {'a': 34, 'b': 33, 'c': 33}
    """
    whole = sum(parts.values())
    found = {name: divmod(amount * part, whole) for name, part in sorted(parts.items())}
    odd = amount - sum(share for share, _ in found.values())
    first = sorted(found, key=lambda name: (-found[name][1], name))[:odd]
    return {name: share + (name in first) for name, (share, _) in found.items()}


def envelopes_of(pot: int, heads: int, weights: Sequence[int]) -> tuple[int, ...]:
    """Split a pot into `heads` envelopes, the largest first.

    The first envelopes have the weights in `weights`, and each of the others has weight 1.

    >>> envelopes_of(1000, 4, (5, 3))
    (500, 300, 100, 100)
    """
    weighs = [*weights[:heads], *[1] * (heads - len(weights))]
    shares = parted(pot, {f"{at:06}": weight for at, weight in enumerate(weighs)})
    return tuple(sorted(shares.values(), reverse=True))


def split(share: int, kept: int, *, still_in: bool) -> tuple[int, int]:
    """Return the part of a bounty share that its winner pockets, and the part put on their head.

    `kept` is the percentage pocketed; the odd unit is pocketed too. A winner who is out of the
    tournament has no bounty of their own, and pockets everything.

    >>> split(25, 50, still_in=True)
    (13, 12)
    """
    head = share * (100 - kept) // 100 if still_in else 0
    return share - head, head


def last_pot(seat: int, pots: Iterable[tuple[Sequence[int], Mapping[int, int]]]) -> dict[int, int]:
    """Return the winners of the last pot that a seat could have won, as amounts by seat.

    >>> last_pot(3, [((1, 2, 3), {1: 90}), ((2, 3), {2: 30, 3: 0}), ((1, 2), {1: 5})])
    {2: 30}
    """
    found: dict[int, int] = {}
    for seats, won in pots:
        if seat in seats:
            found = {who: chips for who, chips in won.items() if chips > 0 and who != seat}
    return found


def heads_lost(heads: Heads) -> str:
    """Return a sentence about the imbalance in the bounty books, or "" if they balance."""
    there = (
        sum(heads.on.values()) + sum(heads.won.values()) + heads.pot + sum(heads.envelopes)
        + heads.unclaimed + heads.house + sum(one.worth for one in heads.open if one.out)
    )  # fmt: skip
    if there != heads.put or any(one < 0 for one in (*heads.on.values(), *heads.won.values())):
        return f"{heads.put} went into bounties, but {there} are there"
    return ""
