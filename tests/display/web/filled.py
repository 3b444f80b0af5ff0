"""A form of each action of staff that holds, and what some of them make."""

from controller.contract.venue import desk
from controller.contract.venue import inputs as i
from controller.contract.venue.cash_game.waiting import CallAnswered, KeepList, ListJoined
from controller.contract.venue.floor.chips import ChipsFound
from controller.contract.venue.floor.conduct import Offence
from controller.contract.venue.prizes.money import BankOpened, KeepBank, MoneyApproved
from controller.contract.venue.seats import Seat
from controller.contract.venue.tournament_formats.days import BagOpened, BringBags, StackBagged
from controller.contract.venue.tournament_formats.games import GameChosen, GameSet
from controller.contract.venue.tournament_formats.satellites import LastSeatsDecided

SEAT = {"table": "2", "seat": "3"}
FORMS: dict[str, dict[str, str]] = {
    "confirm": SEAT, "call-clock": SEAT, "absent": SEAT, "back": SEAT, "kill-hand": SEAT,
    "waive": SEAT, "undo": SEAT, "misdeal": SEAT,
    "penalty": SEAT | {"penalty": "10m"},
    "set-stack": SEAT | {"stack": "4000"},
    "move": {"player": "p_1", "table": "4", "seat": "7"},
    "move-answered": {"player": "p_1", "yes": "yes"},
    "move-called-off": {"player": "p_1"},
    "deal-proposed": {"shares.p_1": "50", "shares.p_2": "40", "left": "5, 5"},
    "deal-answered": {"player": "p_1", "agrees": "yes"},
    "add-on-for-all": {"chips": "5000", "but.p_2": "on"},
    "bonus-given": {"player": "p_1", "bonus": "dealer"},
    "head-decided": {"player": "p_1", "parts.p_2": "3", "parts.p_3": ""},
    "close-envelopes": {"player": "p_1"},
    "draw-envelope": {"player": "p_1", "witness": "7h Ks 2d"},
    "rebuy": {"player": "p_1", "chips": "2000"},
    "remove": {"player": "p_1", "why": "left"},
    "enter": {"name": "Quentin", "granted-table": "2", "granted-seat": "5"},
    "forget": {"person": "h_1"},
    "conduct-noted": {"player": "p_1", "offence": "stalling", "sanction": "10m", "hand": "",
                      "others.p_2": "on", "excuse": ""},
    "appeal-made": {"incident": "1"},
    "appeal-decided": {"incident": "1", "stands": ""},
    "player-readmitted": {"player": "p_4"},
    "hold": {"name": "fire"},
    "release": {"name": "fire"},
    "hand-for-hand": {"on": "yes"},
    "jump-level": {"index": "1"},
    "deed-undone": {"deed": "41"},
    "move-clock": {"longer": "yes"},
    "undo-clock": {},
    "redraw-asked": {},
    "small-chips-counted": {"table": "2", "held.1": "3", "held.2": "0", "cards": "5h Kc"},
    "colour-up-asked": {"players.p_1": "on", "chip": "25", "into": "100"},
    "small-chips-found": {"player": "p_1", "chip": "25", "count": "2"},
    "stack-short": {"player": "p_1", "chips": "500"},
    "chips-found": {"chips": "500", "whose": ""},
    "sat-wrongly": SEAT | {"player": "p_1"},
    "deck-changed": {"table": "2", "why": "player", "done": ""},
    "open-tournament": {"file": "redcactus", "title": "Jeudi", "options.late": "None."},
    "open-table": {"table": "9", "seats": "8", "ears": "2, 5"},
    "close-list": {},
    "draw-seats": {"witness": "7h Ks 2d"},
    "seat-player": {"player": "p_1", "table": "2", "seat": "3"},
    "seat-card-drawn": {"player": "p_1", "card": "5h"},
    "stack-counted": SEAT | {"chips.25": "8", "chips.100": "8"},
    "stack-unsold": SEAT,
    "start": {},
    "buy-in": SEAT | {"player": "p_1", "chips": "1000", "entry": "post-now"},
    "cash-out": {"player": "p_1"},
    "list-joined": {"player": "p_1", "tables": "2, 3"},
    "bank-opened": {"amount": "500"},
    "bank-closed": {"amount": "490"},
    "paid-out": {"player": "p_1"},
    "money-approved": {"number": "1", "agrees": "yes"},
    "correct-result": {"player": "p_1", "first": "2", "last": "2", "points": "60",
                       "why": "counted wrong", "tournament": ""},
    "list-left": {"player": "p_1"},
    "seat-called": {"whom": ""},
    "call-answered": {"player": "p_1", "comes": ""},
    "table-feeds": {"table": "2", "to": "1"},
    "rebuy-announced": {"player": "p_1", "chips": "2000"},
    "rebuy-paid": {"player": "p_1"},
    "correct-person": {"person": "h_1", "name": "Zoé Petit"},
    "keep-member": {"person": "h_1", "member_no": "R18"},
    "entry-refunded": {"player": "p_1", "why": "ill"},
    "offence-reported": {"player": "p_1", "offence": "device"},
    "report-dismissed": {"player": "p_1"},
    "clock-delegated": {"to": "Anne", "on": "yes"},
    "announce": {"day": "2999-11-26", "file": "deauville"},
    "prizes-posted": {"pool": "100", "shares": "70, 30"},
    "prizes-shared": {"shares.p_1": "60", "shares.p_2": "40", "agreed.p_1": "on",
                      "agreed.p_2": "on"},
    "game-set": {"game": "1"},
    "game-chosen": {"table": "2", "game": "1"},
    "day-ends": {},
    "stack-bagged": {"player": "p_1", "counted": "8600", "seal": "A17", "signed": "on"},
    "bag-opened": {"player": "p_2", "counted": "8200", "again": "on"},
    "bring-bags": {"index": "0"},
    "last-seats-decided": {"players.p_3": "on"},
    "tournament-cancelled": {"why": "Fire"},
}  # fmt: skip
"""A form of each action that holds."""

DOES: dict[str, desk.AnyDo] = {
    "penalty": desk.TellTable(2, "penalty", {"seat": 3, "penalty": "10m"}),
    "undo": desk.TellTable(2, "undo", {}),
    "enter": desk.Enter("Quentin", granted=Seat(2, 5), if_unknown=True),
    "conduct-noted": desk.Decide(
        i.ConductNoted(player="p_1", offence=Offence.STALLING, sanction="10m", others=("p_2",))
    ),
    "appeal-decided": desk.Decide(i.AppealDecided(incident=1, stands=False)),
    "player-readmitted": desk.Note(i.PlayerReadmitted(player="p_4")),
    "hold": desk.Hold("fire"),
    "game-set": desk.Decide(GameSet(game=1)),
    "game-chosen": desk.Note(GameChosen(table=2, game=1)),
    "stack-bagged": desk.Note(StackBagged(player="p_1", counted=8600, seal="A17", signed=True)),
    "bag-opened": desk.Note(BagOpened(player="p_2", counted=8200, again=True)),
    "bring-bags": BringBags(),
    "last-seats-decided": desk.Decide(LastSeatsDecided(players=("p_3",))),
    "small-chips-counted": desk.Note(
        i.SmallChipsCounted(table=2, held={1: 3, 2: 0}, cards=("5h", "Kc"))
    ),
    "chips-found": desk.Note(ChipsFound(chips=500)),
    "bank-opened": KeepBank(BankOpened(amount=500)),
    "money-approved": KeepBank(MoneyApproved(number=1)),
    "list-joined": KeepList(ListJoined(player="p_1", tables=(2, 3))),
    "call-answered": KeepList(CallAnswered(player="p_1", comes=False)),
    "open-tournament": desk.OpenTournament("redcactus", "Jeudi", {"late": "None."}),
    "open-table": desk.OpenTable(9, 8, (2, 5)),
    "stack-counted": desk.Note(i.StackCounted(seat=Seat(2, 3), chips={25: 8, 100: 8})),
    "prizes-posted": desk.Decide(i.PrizesPosted(pool=100, shares=(70, 30))),
    "prizes-shared": desk.Decide(
        i.PrizesShared(shares={"p_1": 60, "p_2": 40}, agreed=("p_1", "p_2"))
    ),
}
"""What some of them make, for a director."""
