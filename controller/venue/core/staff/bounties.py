"""Desk requests about bounties: the bounty on each player, and verifiable envelope draws."""

import hashlib

import msgspec
from sqlalchemy import Connection

from controller.contract.venue import desk as d
from controller.contract.venue.prizes import bounties as b
from controller.venue.core.refusals import evening_of, needed, refuse_if
from controller.venue.core.take_input import Core, Evening, Turn
from controller.venue.rules.books.bounty_books import EnvelopeDraw, EnvelopeList, envelope_draw
from controller.venue.rules.prizes.bounties import knocked_out, listed
from controller.venue.store import draws


def bounties_of(core: Core, connection: Connection) -> b.Bounties:
    """Return all bounties, sorted by the amount that each player has won, largest first.

    Raises `No` if no tournament is open.
    """
    evening = evening_of(core)
    kind, heads = evening.rules.bounties.kind.value, evening.room.heads
    names = sorted(
        heads.on.keys() | heads.won.keys(),
        key=lambda one: (-heads.won.get(one, 0), -heads.on.get(one, 0), one),
    )

    def closed(player: str) -> bool:
        """Return whether the list of envelopes for a bounty is closed, so that one can be drawn."""
        return draws.closed(connection, key_of(evening.id, player), EnvelopeList) is not None

    return b.Bounties(
        kind,
        tuple(b.HeadLine(one, heads.on.get(one, 0), heads.won.get(one, 0)) for one in names),
        tuple(
            b.OpenHead(one.player, dict(one.parts), closed(one.player))
            for one in heads.open if one.out
        ),
        heads.envelopes, heads.put, heads.pot, heads.unclaimed,
    )  # fmt: skip


def close(turn: Turn, do: b.CloseEnvelopes, actor: str, source: str) -> d.ListClosed:
    """Close the list of envelopes for one player's bounty, and generate the draw's secret.

    Raises `No` if there are no envelopes, or if no bounty on this player is waiting to be paid out.
    """
    evening = evening_of(turn)
    one = _listed(evening, do.player)
    secret = turn.random_bytes(32)
    told = d.ListClosed(one.hash(), hashlib.sha256(secret).hexdigest(), len(one.envelopes))
    draws.close(turn.connection, key_of(evening.id, do.player), one, secret)
    said = {"type": "close-envelopes", "player": do.player, **msgspec.to_builtins(told)}
    turn.note(said, actor, source)
    return told


def drawn(turn: Turn, do: b.DrawEnvelope) -> b.EnvelopeDrawn:
    """Draw an envelope from a closed list of bounty envelopes; return the room input for it.

    Raises `No` if the list has not been closed, or if the envelopes have changed since it was.
    """
    evening = evening_of(turn)
    key = key_of(evening.id, do.player)
    one, secret = needed(draws.closed(turn.connection, key, EnvelopeList), "list-is-open")
    refuse_if(one != _listed(evening, do.player), "list-changed")
    draws.drawn(turn.connection, key, do.witness)
    return b.EnvelopeDrawn(player=do.player, secret=secret.hex(), witness=do.witness)


def envelope_of(core: Core, connection: Connection, player: str) -> EnvelopeDraw:
    """Return the published record of the envelope draw for a player's bounty.

    Raises `No` if there has been no such draw.
    """
    name = core.evening.id if core.evening is not None else ""
    found = draws.kept(connection, key_of(name, player), EnvelopeList)
    none = "no envelope has been drawn for this player yet"
    return envelope_draw(*needed(found, "not-drawn", none))


def key_of(evening: str, player: str) -> str:
    """Return the key under which the envelope draw for a player's bounty is stored."""
    return f"{evening} {player}"


def _listed(evening: Evening, player: str) -> EnvelopeList:
    room = evening.room
    refuse_if(not room.heads.envelopes, "no-envelopes-here")
    needed(knocked_out(room.heads, player), "no-open-head")
    return listed(evening.rules.name, room, player)
