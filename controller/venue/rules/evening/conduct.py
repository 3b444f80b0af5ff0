"""The record of players' conduct: reports and offences, sanctions, and appeals."""

import msgspec

from controller.contract.venue import inputs as i
from controller.contract.venue import outputs as o
from controller.contract.venue.floor import conduct as c
from controller.contract.venue.floor import direction as d
from controller.venue.rules.books.room import Incident, Moving, Player
from controller.venue.rules.books.work import Refused, Work, needed, refuse_if
from controller.venue.rules.evening import chips_out_of_play, results
from controller.venue.rules.seating.chips_given import give_chips
from controller.venue.rules.tournament import ConductRule, PenaltyRules

LIFTED = "0m"
"""The penalty that is sent to a table to end the penalty that a seat is serving."""
AWAY = (c.HANDS, c.MINUTES, c.ROUNDS)
"""Sanctions served away from the table."""
SERVED = (c.WARNING, *AWAY)
"""Sanctions that a player's table is told about."""


def note(work: Work, said: i.ConductNoted) -> None:
    """Record an offence by one or more players, and apply the sanction, if one is given.

    Raises `Refused` if the rules forbid this sanction, or require one and none is given.
    """
    everybody = (said.player, *said.others)
    for name in everybody:
        refuse_if(work.player(name).standing in ("out", "removed"), "out-already")
    rule = rule_on(work, said.offence)
    if len(set(everybody)) != len(everybody) or (rule.both and len(everybody) < 2):
        raise Refused("who-else")
    for name in everybody:
        _check(work, rule, said, name)
    for name in everybody:
        _book(work, rule, said, name)
    given = c.sanction_of(said.sanction)
    if given is not None and given.hardness == c.OUT:
        results.remove_together(work, everybody, rule.offence.value)


def _before(work: Work, player: str) -> list[Incident]:
    return [one for one in work.room.incidents if one.player == player and one.stands]


def _times(work: Work, player: str, rule: ConductRule) -> int:
    return 1 + sum(one.offence is rule.offence for one in _before(work, player))


def _check(work: Work, rule: ConductRule, said: i.ConductNoted, player: str) -> None:
    """Raise `Refused` for a sanction that the house lacks or does not allow, or a missing one."""
    rules = work.rules.penalties
    excused = said.excuse is not None
    refuse_if(said.bound and not (rule.binds and said.director), "not-to-be-bound")
    refuse_if(excused and not _excuses(rule, rules, said), "no-excuse-here")
    again = _times(work, player, rule) > 1
    may = (
        rule.when == "any"
        or (said.deliberate and rule.when.startswith("deliberate"))
        or (again and rule.when.endswith("repeated"))
    )
    if not said.sanction:
        refuse_if(rule.must and may and not excused, "must-be-penalised")
        return
    given = c.sanction_of(said.sanction)
    if given is None or not _known(rules, given):
        raise Refused("no-such-penalty")
    refuse_if(rules.director_only.value and not said.director, "the-directors-alone")
    refuse_if(not may and given.hardness > c.WARNING, "not-the-first-time")
    only = rule.only
    if rule.offence is c.Offence.DODGING and work.rules.breaking.dodging_rounds.value:
        only = f"{work.rules.breaking.dodging_rounds.value}r"
    least = c.sanction_of(only or rule.least)
    if least is not None and (given != least if only else given < least):
        raise Refused("another-penalty")


def _excuses(rule: ConductRule, rules: PenaltyRules, said: i.ConductNoted) -> bool:
    if said.excuse is c.Excuse.FAIRNESS:
        return rules.fairness.value and said.director
    return said.excuse in rule.excuses


def _known(rules: PenaltyRules, given: c.Sanction) -> bool:
    if given.hardness == c.FORCED_BET:
        return rules.forced_bet.value
    scales = {
        c.HANDS: rules.hands,
        c.MINUTES: rules.minutes,
        c.ROUNDS: rules.rounds,
        c.CHIPS: rules.chips,
    }
    known = scales.get(given.hardness)
    return known is None or given.amount in known.value


def scale(rules: PenaltyRules) -> tuple[str, ...]:
    """Return the house's sanctions, mildest first."""
    bet = ("1bb",) if rules.forced_bet.value else ()
    hands = (f"{n}h" for n in rules.hands.value)
    minutes = (f"{n}m" for n in rules.minutes.value)
    rounds, chips = (f"{n}r" for n in rules.rounds.value), (f"{n}c" for n in rules.chips.value)
    return ("warning", *bet, *hands, *minutes, *rounds, *chips, "out")


def proposed(rules: PenaltyRules, before: list[str]) -> str:
    """Return the sanction to propose to the floor, given a player's earlier ones in `before`.

    It is the mildest sanction that is harsher than all earlier ones. It is a warning if there are
    no earlier ones, and expulsion if none is harsher. A forced bet and a loss of chips are never
    proposed. Minutes are not proposed if the house also has rounds.
    """
    steps = ["warning", *(f"{n}h" for n in rules.hands.value)]
    steps += [*(f"{n}m" for n in rules.minutes.value if not rules.rounds.value)]
    steps += [*(f"{n}r" for n in rules.rounds.value), "out"]
    hardest = max((found for text in before if (found := c.sanction_of(text))), default=None)
    if hardest is None:
        return steps[0]
    return next((text for text in steps if (c.sanction_of(text) or hardest) > hardest), "out")


def _book(work: Work, rule: ConductRule, said: i.ConductNoted, name: str) -> None:
    room, player = work.room, work.player(name)
    number = len(room.incidents) + 1
    times, before = _times(work, name, rule), [one.sanction for one in _before(work, name)]
    table = room.tables.get(player.seat.table) if player.seat is not None else None
    late = table is not None and bool(said.hand) and table.hand > said.hand
    work.change(incidents=(*room.incidents, Incident(number, name, rule.offence, said.sanction)))
    work.say(
        o.ConductBooked(
            number, name, rule.offence, times, said.sanction,
            proposed(work.rules.penalties, before), rule.article, said.excuse, late,
            said.bound,
        )
    )  # fmt: skip
    if name in room.reports:
        close_report(work, name, number)
    _shorten(work, rule, name, times)
    given = c.sanction_of(said.sanction)
    if given is not None and given.hardness == c.CHIPS:
        chips_out_of_play.order(work, player, given.amount, "penalty", number)
    elif (
        given is not None and given.hardness not in (c.FORCED_BET, c.OUT) and _serves(work, player)
    ):
        _penalise(work, player, said.sanction)
        readmission = work.rules.penalties.readmission
        if given.hardness in AWAY and readmission.value:
            work.put(work.player(name), excluded=True)
            work.say(o.ReadmissionDue(name, readmission.article))


def _serves(work: Work, player: Player) -> bool:
    """Return whether a player has a seat, or is on the way to one."""
    return player.seat is not None or _on_the_way(work, player) is not None


def _on_the_way(work: Work, player: Player) -> Moving | None:
    """Return the move of a player who leaves their seat for certain, or None."""
    moves = (one for one in work.room.moves if one.player == player.id)
    return next((one for one in moves if one.left or not one.by_table), None)


def _penalise(work: Work, player: Player, penalty: str) -> None:
    """Order a player's table to impose or lift a penalty.

    If the player is leaving for another seat, that table is told once they sit there.
    """
    move = _on_the_way(work, player)
    if move is not None:
        work.put_move(move, sanctions=(*move.sanctions, penalty))
    elif player.seat is not None:
        work.order_at(o.Penalise, player.seat, player=player.id, penalty=penalty)


def _shorten(work: Work, rule: ConductRule, name: str, times: int) -> None:
    """Apply the house's shorter time limit, if any, to a player who wasted time at least twice.

    The limit moves with the player to other tables.
    """
    less, player = work.rules.penalties.shorter_time, work.player(name)
    if rule.offence is not c.Offence.TIME_ABUSED or times < 2 or not less.value or player.seconds:
        return
    work.put(player, seconds=less.value)
    work.say(d.TimeShortened(name, less.value, less.article))
    if player.seat is not None:
        work.order_at(d.LimitTime, player.seat, player=name, seconds=less.value)


def readmit(work: Work, said: i.PlayerReadmitted) -> None:
    """Allow an excluded player to sit down again."""
    player = work.player(said.player)
    refuse_if(not player.excluded or player.standing in ("out", "removed"), "not-excluded")
    work.put(player, excluded=False)
    work.say(o.PlayerSatAgain(player.id))


def appeal(work: Work, said: i.AppealMade) -> None:
    """Accept an appeal against a sanction, except disqualification, up to the house's limit."""
    incident = _incident(work, said.incident)
    rules = work.rules.penalties
    refuse_if(incident.sanction == "out" or not rules.appeals.value, "no-appeal")
    refuse_if(incident.appeals >= rules.appeals.value, "appealed-already")
    _put(work, incident, appeals=incident.appeals + 1)
    work.say(o.AppealBegun(incident.number, rules.appeals.article))


def decide(work: Work, said: i.AppealDecided) -> None:
    """Carry out the decision on an appeal; a reversed sanction is void and no longer counts."""
    incident = _incident(work, said.incident)
    refuse_if(not incident.appeals or not incident.stands, "no-appeal")
    if any(one.incident == incident.number for one in work.room.taking):
        raise Refused("chips-are-taken-already")
    _put(work, incident, stands=said.stands)
    if not said.stands:
        _reverse(work, incident)
    work.say(o.AppealEnded(incident.number, said.stands, work.rules.penalties.fairness.article))


def _reverse(work: Work, incident: Incident) -> None:
    """Undo the effects of a reversed sanction on a player who is still in."""
    player, given = work.player(incident.player), c.sanction_of(incident.sanction)
    if player not in work.room.left:
        return
    if incident.taken:
        give_chips(work, player.id, incident.taken)
    if given and given.hardness in AWAY:
        _penalise(work, player, LIFTED)
        work.put(work.player(player.id), excluded=False)
    if incident.offence is c.Offence.TIME_ABUSED and player.seconds:
        _lengthen(work, player)


def _lengthen(work: Work, player: Player) -> None:
    """Give a player the usual time again if fewer than two abuses of time are left on record."""
    if sum(one.offence is c.Offence.TIME_ABUSED for one in _before(work, player.id)) > 1:
        return
    work.put(work.player(player.id), seconds=0)
    if player.seat is not None:
        work.order_at(d.LimitTime, player.seat, player=player.id, seconds=0)


def _incident(work: Work, number: int) -> Incident:
    found = (one for one in work.room.incidents if one.number == number)
    return needed(next(found, None), "no-such-incident")


def _put(work: Work, incident: Incident, **fields: int) -> None:
    changed = msgspec.structs.replace(incident, **fields)
    work.change(
        incidents=tuple(
            changed if one.number == incident.number else one for one in work.room.incidents
        )
    )


def rule_on(work: Work, offence: c.Offence) -> ConductRule:
    """Return the house's rule on an offence; raises `Refused` if it has none."""
    found = (one for one in work.rules.conduct if one.offence is offence)
    return needed(next(found, None), "not-in-this-house")


def report(work: Work, said: d.OffenceReported) -> None:
    """Put a report about a seated player on the floor's list, urgent offences first."""
    player = work.player(said.player)
    refuse_if(player.seat is None or player.standing != "seated", "not-seated")
    known = rule_on(work, said.offence)
    refuse_if(player.id in work.room.reports, "reported-already")
    reports, urgent = work.room.reports, work.room.urgent
    at = len(urgent) if known.first else len(reports)
    work.change(
        reports=(*reports[:at], player.id, *reports[at:]),
        urgent=(*urgent, player.id) if known.first else urgent,
    )
    article = known.report or known.article
    work.say(d.OffenceTold(player.id, said.offence, said.by, article, at + 1))


def close_report(work: Work, player: str, booked: int = 0) -> None:
    """Take the report about a player off the floor's list.

    `booked` is the number of the incident recorded for the report, or 0 for none.
    """
    refuse_if(player not in work.room.reports, "nothing-reported")
    work.change(
        reports=tuple(one for one in work.room.reports if one != player),
        urgent=tuple(one for one in work.room.urgent if one != player),
    )
    work.say(d.ReportClosed(player, booked))
