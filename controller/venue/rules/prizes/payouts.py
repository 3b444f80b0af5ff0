"""The amount paid to each player for their place, or under the deal that they agreed to."""

from controller.venue.rules.books.room import Player, Room


def prizes_of(room: Room) -> dict[str, int]:
    """Return each player's final prize.

    It is the prize for their place. For players in a deal, it is their share; if the deal left
    money to be played for, the amount for their place is added. Players who share places share
    their prizes; odd units go to the players whose ids sort first.
    """
    prizes = dict(room.deal)
    places: dict[tuple[int, int], list[Player]] = {}
    for one in room.players.values():
        if one.place is not None:
            places.setdefault(one.place, []).append(one)
    for (begins, ends), players in places.items():
        for shares, those in (
            (room.played_for, [one.id for one in players if one.id in room.deal]),
            (room.shares, [one.id for one in players if one.id not in room.deal]),
        ):
            if not those:
                continue
            each, odd = divmod(sum(shares[begins - 1 : ends]), len(players))
            for at, player in enumerate(sorted(those)):
                prizes[player] = prizes.get(player, 0) + each + (at < odd)
    return prizes
