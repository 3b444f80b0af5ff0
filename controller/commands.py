"""Which room has which command, with its first line of help."""

from typing import NamedTuple


class CommandPlace(NamedTuple):
    """Where a command lives (a function, or an app of its own), and its first line of help."""

    place: str
    about: str


COMMANDS = {
    "demo": CommandPlace(
        "controller.demo.command:demo",
        "Show a simulated table that plays by itself, until its time is over or Ctrl-C.",
    ),
    "table": CommandPlace(
        "controller.rehearse.command:table",
        "Rehearse at a virtual table in the browser, alone or with others, until Ctrl-C.",
    ),
    "run": CommandPlace(
        "controller.run.loop.daemon:run",
        "Play a table until SIGTERM: its drivers, its journal, its broker.",
    ),
    "deck": CommandPlace("controller.care.deck:deck_app", "How the decks are."),
    "devices": CommandPlace(
        "controller.care.devices:devices_app", "A table's devices, and how they are."
    ),
    "play": CommandPlace(
        "controller.play.commands:play",
        "Play scenarios. Status 0: all hold; 1: an expectation fails; 2: a file can't be read.",
    ),
    "replay": CommandPlace(
        "controller.play.records.replay_command:replay",
        "Play recorded hands at the table. Status 0: every hand ends as its record says.",
    ),
    "bench replay": CommandPlace(
        "tests.rig.replay:bench_replay",
        "Measure our engine against pokerkit on recorded hands.",
    ),
    "bench controller": CommandPlace(
        "tests.rig.footprint:bench_controller",
        "Measure memory and processor time of `tapis run` while its table is played in real time.",
    ),
    "bench writes": CommandPlace(
        "tests.rig.writes:bench_writes",
        "Measure what the demo's table writes to its disk in a minute, and for what.",
    ),
    "bench differential": CommandPlace(
        "tests.rig.differential:differential",
        "Compare random hands with pokerkit. Status 1 when a difference has no rule.",
    ),
    "bench formats": CommandPlace(
        "tests.rig.formats:formats",
        "Write hands in every form and read them back. Status 1 when a reader has one otherwise.",
    ),
    "bench detection": CommandPlace(
        "tests.rig.detection:bench_detection",
        "Do irregularities on purpose and say how many are found and ruled right.",
    ),
    "bench books": CommandPlace(
        "tests.rig.books:bench_books",
        "Hold all chips on antennas against the books, in hands by chance with every stack read.",
    ),
    "bench pairs": CommandPlace(
        "tests.rig.pairs:bench_pairs",
        "Do two irregularities in a hand. Status 1: the next hand did not come, or chips are lost.",
    ),
    "bench matrix": CommandPlace(
        "tests.rig.matrix:bench_matrix",
        "Move every card from anywhere to anywhere. Status 1: no answer, or nobody can go on.",
    ),
    "bench link": CommandPlace(
        "tests.rig.link:bench_link",
        "Measure the link to a node: uid bytes against the raw rate of the line.",
    ),
    "bench radio": CommandPlace(
        "tests.rig.radio:bench_radio",
        "Play in an air that all nodes share, with time slots and without.",
    ),
    "bench soak": CommandPlace(
        "tests.rig.soak:bench_soak",
        "Play at the wire with a fault every 20 s. Status 1: something was lost or left behind.",
    ),
    "bench attack": CommandPlace(
        "tests.rig.attack.command:bench_attack",
        "Attack a table in each way that is known. Status 1: something fell.",
    ),
    "bench latency": CommandPlace(
        "tests.rig.latency:bench_latency",
        "Measure from a node's last byte to ring, broker and display, at the speed of play.",
    ),
    "bench demo": CommandPlace(
        "tests.rig.demo:bench_demo",
        "Measure on its own clock when the demo shows a ruling, a misdeal and an all-in.",
    ),
    "bench table": CommandPlace(
        "tests.rig.table:bench_table",
        "Play scenarios through the virtual table's pages. Status 1: other events, or too late.",
    ),
    "bench shuffles": CommandPlace(
        "tests.rig.shuffles:bench_shuffles",
        "Measure what is said of evenings of three and seven riffles, and of ideal shuffles.",
    ),
    "bench rehearsal": CommandPlace(
        "tests.rig.rehearsal:bench_rehearsal",
        "Set a simulated table up, enrol, calibrate, and play to the first ruling.",
    ),
    "bench display": CommandPlace(
        "tests.rig.display:bench_display",
        "Measure the table display at 1920x1080 with the software renderer, ten seats.",
    ),
    "bench venue": CommandPlace(
        "tests.rig.venue:bench_venue_app",
        "Hold what a room decides against a search: balancing and draws.",
    ),
    "bench voice": CommandPlace(
        "tests.rig.voice:bench_voice",
        "Measure from event to first sound sample, for phrases said before and for new ones.",
    ),
    "setup": CommandPlace(
        "controller.setup.command:setup",
        "Set a table up by questions: find the devices, learn which antenna is which, try it all.",
    ),
    "build drawings": CommandPlace(
        "hardware.build.command:drawings",
        "Draw the antennas of a table to scale, and write its tables and the wiring.",
    ),
    "build load": CommandPlace(
        "hardware.build.plans.load:load",
        "Say what reading takes of each node's time, and what is too much of it.",
    ),
    "build table": CommandPlace(
        "hardware.build.command:table",
        "Print the config of a table to build, or write it with the role file of each board.",
    ),
    "firmware install": CommandPlace(
        "controller.setup.firmware:firmware_install",
        "Put the firmware on a board that has MicroPython, and see whether it comes up.",
    ),
    "doctor": CommandPlace(
        "controller.setup.checks.doctor:doctor",
        "Tell what is wrong with this installation, and how to mend it.",
    ),
    "calibrate": CommandPlace(
        "controller.setup.antennas.calibrate:calibrate",
        "Measure how well each antenna reads, and whom it overhears.",
    ),
    "enroll": CommandPlace(
        "controller.setup.tags.enroll:enroll_app", "Say which tag is in which card, chip and badge."
    ),
    "house": CommandPlace(
        "controller.care.house_files.houses:house_app",
        "House rules, checks of a house file, and the scenarios that hold it.",
    ),
    "schema": CommandPlace(
        "controller.care.schema:schema",
        "Print the JSON Schema of a file that people write: table.toml, a house, a tournament.",
    ),
    "venue run": CommandPlace(
        "controller.venue.core.commands:run",
        "Run a room until SIGTERM: its log, its tables' orders, its clock.",
    ),
    "venue verify": CommandPlace(
        "controller.venue.core.commands:verify_command",
        "Hold a room's log against its chain and its books.",
    ),
    "venue staff": CommandPlace(
        "controller.venue.core.commands:staff_app", "The staff of a room, and their roles."
    ),
    "venue hub": CommandPlace(
        "controller.venue.hub:hub_command",
        "Have a hub keep what is retained in memory, before its first client. Status 1: on disk.",
    ),
    "venue archive": CommandPlace(
        "controller.care.backups.room_archive:archive",
        "Put all hands of a room's tables into one file. Status 1: one of its log is missing.",
    ),
    "venue backup": CommandPlace(
        "controller.care.backups.room_backup:backup_command",
        "Put a room's log, its people and its staff into one file. Status 1: the log is damaged.",
    ),
    "venue restore": CommandPlace(
        "controller.care.backups.room_backup:restore_command",
        "Put a room back as it was. Status 1: the backup's log is damaged.",
    ),
    "venue forget": CommandPlace(
        "controller.venue.core.commands:forget", "Delete all that names a person."
    ),
    "venue list": CommandPlace(
        "controller.venue.commands:list_command",
        "List the tournaments that ship: name, title, and the house whose rules they play by.",
    ),
    "venue show": CommandPlace(
        "controller.venue.commands:show_command",
        "Show all that a tournament says in the end, each value with its article.",
    ),
    "venue check": CommandPlace(
        "controller.venue.commands:check_command",
        "Say whether a tournament file holds; every mistake with its line and what would be right.",
    ),
    "venue draw": CommandPlace(
        "controller.venue.commands:draw_command",
        "Draw seats so that anybody can check it: close the list first, then draw with a witness.",
    ),
    "venue check-draw": CommandPlace(
        "controller.venue.commands:check_draw_command",
        "Repeat a published draw, and say whether it comes out the same.",
    ),
    "venue points": CommandPlace(
        "controller.venue.commands:points_command",
        "Say what a formula of points would have given to results that are known.",
    ),
    "venue play": CommandPlace(
        "controller.venue.commands:play_command",
        "Play scenarios of a room. Status 0: all hold; 1: one fails; 2: a file can't be read.",
    ),
    "venue coverage": CommandPlace(
        "controller.venue.commands:coverage_command",
        "Say which statements about a room some scenario holds. Status 1: one is missing.",
    ),
    "venue deal": CommandPlace(
        "controller.venue.deal_command:deal_command",
        "Say what the prizes that are left are worth to who is left: by chips, and by ICM.",
    ),
    "venue web": CommandPlace(
        "display.web.command:web",
        "Serve the room's pages to browsers: clock, floor, registration, results.",
    ),
    "journal": CommandPlace(
        "controller.care.journals.journal:journal_app",
        "Check, replay and export a table's journal.",
    ),
    "byhand": CommandPlace(
        "controller.care.byhand:byhand_app",
        "Go on by hand: print the table; take the counted stacks back.",
    ),
    "backup": CommandPlace(
        "controller.care.backups.backup:backup",
        "Put journal, enrolment, config and house into one file; the table may play on.",
    ),
    "restore": CommandPlace(
        "controller.care.backups.restore:restore_command",
        "Put a table back from one file; it plays on where the backup was made.",
    ),
    "install": CommandPlace(
        "controller.install.commands:install",
        "Put services, rules and the broker's configuration where they belong.",
    ),
    "uninstall": CommandPlace(
        "controller.install.commands:uninstall",
        "Take services, rules and the broker's configuration away; your data stays.",
    ),
    "floor pin": CommandPlace(
        "controller.run.access.floor_pin:floor_pin",
        "Set the PIN that opens the floor's panel of the table's own screen.",
    ),
    "floor badge": CommandPlace(
        "controller.setup.tags.badge:floor_badge",
        "Give a badge of the floor a key of its own (NTAG 424 DNA), and enrol it.",
    ),
    "floor token": CommandPlace(
        "controller.run.access.floor_token:floor_token",
        "Make a token that commands the table; it is shown once, and kept hashed.",
    ),
    "page password": CommandPlace(
        "controller.page.password:page_password",
        "Set the password of the table's page, which switches it on.",
    ),
    "page off": CommandPlace(
        "controller.page.password:page_off",
        "Switch the table's page off: without a password there is none.",
    ),
    "page run": CommandPlace(
        "controller.page.command:run",
        "Serve the table's page to browsers until Ctrl-C, where nothing is installed.",
    ),
    "page care": CommandPlace(
        "controller.page.command:care",
        "Look after a table for its page, until SIGTERM.",
    ),
    "page web": CommandPlace(
        "controller.page.command:web",
        "Serve a table's page to browsers; what is not public it asks the caretaker for.",
    ),
    "display": CommandPlace(
        "display.felt.command:display",
        "Show a table on a screen, or write pictures of it; with a token, command it from there.",
    ),
    "watch": CommandPlace("display.terminal:watch", "Show a table live in the terminal."),
    "tell": CommandPlace(
        "display.tell:tell",
        "Tell a table something: who sits where, the level, start, pause, undo.",
    ),
    "stream pages": CommandPlace(
        "controller.broadcast.command:pages",
        "Serve overlays for OBS of what a table's stream lets out, until Ctrl-C.",
    ),
    "stream demo": CommandPlace(
        "controller.broadcast.command:demo",
        "Serve overlays of recorded hands, until Ctrl-C: to set OBS up without a table.",
    ),
    "voice": CommandPlace(
        "display.voice.commands:voice_app", "A seat's private ear, and its keys."
    ),
    "announce": CommandPlace(
        "display.voice.room:room",
        "Announce to the whole room what everybody may know, until ctrl-C.",
    ),
    "events": CommandPlace(
        "controller.care.contract:events", "Show every topic, event and command with its fields."
    ),
}
"""Every command, in the order in which they are met; the second word is one of a group's."""

GROUPS = {
    "bench": "Measure how fast it is, and what it finds.",
    "build": "Drawings and tables for builders.",
    "firmware": "The nodes under the felt.",
    "floor": "Floor people of a table.",
    "page": "The table's own page in any browser of its network.",
    "stream": "Hole cards for viewers, after their delay.",
    "venue": "Tournament files, draws that can be checked, and the room.",
}

RIG = "tests.rig"
"""The room that lies in the project's source alone: an installed table has nothing of it."""
