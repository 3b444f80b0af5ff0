"""All `tapis` commands: where each is defined, and the first line of its help text."""

from typing import NamedTuple


class CommandPlace(NamedTuple):
    """The place where a command is defined, and the first line of its help.

    The place is a function or a typer app, as `module:name`.
    """

    place: str
    about: str


COMMANDS = {
    "demo": CommandPlace(
        "controller.demo.command:demo",
        "Show a simulated table playing on its own until the end or Ctrl-C.",
    ),
    "table": CommandPlace(
        "controller.rehearse.command:table",
        "Practise at a virtual table in the browser, alone or with others, until Ctrl-C.",
    ),
    "run": CommandPlace(
        "controller.run.loop.daemon:run",
        "Run a table until SIGTERM, with its drivers, its journal and its broker.",
    ),
    "deck": CommandPlace("controller.admin.deck:deck_app", "Check the decks for worn cards."),
    "devices": CommandPlace(
        "controller.admin.devices:devices_app", "A table's devices and their state."
    ),
    "play": CommandPlace(
        "controller.play.commands:play",
        "Play scenarios. Status 0: all pass; 1: an expectation fails; 2: a file can't be read.",
    ),
    "replay": CommandPlace(
        "controller.play.records.replay_command:replay",
        "Play recorded hands at the table. Status 0: every hand ended as recorded.",
    ),
    "bench replay": CommandPlace(
        "tests.rig.replay:bench_replay",
        "Measure our engine against pokerkit on recorded hands.",
    ),
    "bench controller": CommandPlace(
        "tests.rig.footprint:bench_controller",
        "Measure the memory and processor time of `tapis run` during real-time play.",
    ),
    "bench writes": CommandPlace(
        "tests.rig.writes:bench_writes",
        "Measure what the demo's table writes to its disk in a minute, and why.",
    ),
    "bench differential": CommandPlace(
        "tests.rig.differential:differential",
        "Compare random hands with pokerkit. Status 1: a difference that no rule explains.",
    ),
    "bench formats": CommandPlace(
        "tests.rig.formats:formats",
        "Write hands in every format and read them back. Status 1: a reader reads one differently.",
    ),
    "bench equities": CommandPlace(
        "tests.rig.equities:bench_equities",
        "Compare equities with poker-equity's. Status 1: a share differs by 0.1 percent.",
    ),
    "bench detection": CommandPlace(
        "tests.rig.detection:bench_detection",
        "Cause irregularities on purpose; report how many are found and ruled on correctly.",
    ),
    "bench books": CommandPlace(
        "tests.rig.books:bench_books",
        "Compare all chips on antennas with the books, in random hands with every stack read.",
    ),
    "bench pairs": CommandPlace(
        "tests.rig.pairs:bench_pairs",
        "Cause two irregularities in a hand. Status 1: no next hand, or chips are lost.",
    ),
    "bench matrix": CommandPlace(
        "tests.rig.matrix:bench_matrix",
        "Move cards or chips from anywhere to anywhere. Status 1: no answer, or a dead end.",
    ),
    "bench link": CommandPlace(
        "tests.rig.link:bench_link",
        "Measure the link to a node: uid bytes against the line's raw rate.",
    ),
    "bench radio": CommandPlace(
        "tests.rig.radio:bench_radio",
        "Play with all nodes on one radio channel, with and without time slots.",
    ),
    "bench soak": CommandPlace(
        "tests.rig.soak:bench_soak",
        "Play at depth wire with a fault every 20 s. Status 1: something was lost or left over.",
    ),
    "bench attack": CommandPlace(
        "tests.rig.attack.command:bench_attack",
        "Attack a table in every known way. Status 1: an attack succeeded.",
    ),
    "bench latency": CommandPlace(
        "tests.rig.latency:bench_latency",
        "Measure the delay from a node's last byte to ring, broker and display, in real time.",
    ),
    "bench demo": CommandPlace(
        "tests.rig.demo:bench_demo",
        "Measure how long the demo takes to show a ruling, a misdeal and an all-in.",
    ),
    "bench table": CommandPlace(
        "tests.rig.table:bench_table",
        "Play scenarios through the virtual table's pages. Status 1: events differ, or are late.",
    ),
    "bench shuffles": CommandPlace(
        "tests.rig.shuffles:bench_shuffles",
        "Measure the shuffle report after three riffles, seven riffles and ideal shuffles.",
    ),
    "bench rehearsal": CommandPlace(
        "tests.rig.rehearsal:bench_rehearsal",
        "Set up a simulated table, enrol, calibrate, and play to the first ruling.",
    ),
    "bench display": CommandPlace(
        "tests.rig.display:bench_display",
        "Measure the table display at 1920x1080 with the software renderer, ten seats.",
    ),
    "bench venue": CommandPlace(
        "tests.rig.venue:bench_venue_app",
        "Compare a room's decisions with a search: balancing and draws.",
    ),
    "bench voice": CommandPlace(
        "tests.rig.voice:bench_voice",
        "Measure the delay from event to first sound sample, for cached and new phrases.",
    ),
    "setup": CommandPlace(
        "controller.setup.command:setup",
        "Set up a table step by step: find the devices, identify the antennas, try everything.",
    ),
    "build drawings": CommandPlace(
        "hardware.build.command:drawings",
        "Draw a table's antennas to scale, and write its data tables and wiring.",
    ),
    "build load": CommandPlace(
        "hardware.build.plans.load:load",
        "Report how much of each node's time is spent on reading, and which nodes are overloaded.",
    ),
    "build table": CommandPlace(
        "hardware.build.command:table",
        "Print the config for a table you are building; with --to, write it and the role files.",
    ),
    "firmware install": CommandPlace(
        "controller.setup.firmware:firmware_install",
        "Flash the firmware onto a board that has MicroPython, and check that it starts.",
    ),
    "doctor": CommandPlace(
        "controller.setup.checks.doctor:doctor",
        "Check this installation, and explain how to fix any problem.",
    ),
    "calibrate": CommandPlace(
        "controller.setup.antennas.calibrate:calibrate",
        "Measure how well each antenna reads, and which tags of other antennas it picks up.",
    ),
    "enroll": CommandPlace(
        "controller.setup.tags.enroll_command:enroll_app",
        "Show which card, chip or badge each tag is in.",
    ),
    "house": CommandPlace(
        "controller.admin.house_files.houses:house_app",
        "Show, compare and check house rules, and list their scenarios.",
    ),
    "schema": CommandPlace(
        "controller.admin.schema:schema",
        "Print the JSON Schema for a table.toml, a house file or a tournament file.",
    ),
    "venue run": CommandPlace(
        "controller.venue.core.room_commands:run",
        "Run a room until SIGTERM, with its log, its commands to the tables and its clock.",
    ),
    "venue verify": CommandPlace(
        "controller.venue.core.room_commands:verify_command",
        "Verify a room's log: its hash chain, and a replay under the rules.",
    ),
    "venue staff": CommandPlace(
        "controller.venue.core.room_commands:staff_app", "A room's staff and their roles."
    ),
    "venue hub": CommandPlace(
        "controller.venue.nats_hub:hub_command",
        "Keep a hub's retained messages in memory. Status 1: a client has already connected.",
    ),
    "venue archive": CommandPlace(
        "controller.admin.backups.room_archive:archive",
        "Archive all hands from a room's tables in one file. Status 1: a logged hand is missing.",
    ),
    "venue backup": CommandPlace(
        "controller.admin.backups.room_backup:backup_command",
        "Back up a room's log, people and staff to one file. Status 1: the log is damaged.",
    ),
    "venue restore": CommandPlace(
        "controller.admin.backups.room_backup:restore_command",
        "Restore a room. Status 1: the backup's log is damaged.",
    ),
    "venue forget": CommandPlace(
        "controller.venue.core.room_commands:forget", "Delete all data that names a person."
    ),
    "venue list": CommandPlace(
        "controller.venue.tournament_commands:list_command",
        "List the tournaments that come with Tapis: their names, titles and house rules.",
    ),
    "venue show": CommandPlace(
        "controller.venue.tournament_commands:show_command",
        "Show all of a tournament's rules, and the article that each value comes from.",
    ),
    "venue check": CommandPlace(
        "controller.venue.tournament_commands:check_command",
        "Check a tournament file; report every error with its line and a correction.",
    ),
    "venue draw": CommandPlace(
        "controller.venue.tournament_commands:draw_command",
        "Draw seats verifiably: close the list first, then draw with a witness's words.",
    ),
    "venue check-draw": CommandPlace(
        "controller.venue.tournament_commands:check_draw_command",
        "Repeat a published draw, and check that the result is the same.",
    ),
    "venue points": CommandPlace(
        "controller.venue.tournament_commands:points_command",
        "Show the points that a formula would have given for past results.",
    ),
    "venue play": CommandPlace(
        "controller.venue.tournament_commands:play_command",
        "Play scenarios of a room. Status 0: all pass; 1: one fails; 2: a file can't be read.",
    ),
    "venue coverage": CommandPlace(
        "controller.venue.tournament_commands:coverage_command",
        "Report which rules for rooms are covered by a scenario. Status 1: one is not covered.",
    ),
    "venue deal": CommandPlace(
        "controller.venue.tournament_commands:deal_command",
        "Show what the remaining prizes are worth to the remaining players, by chips and by ICM.",
    ),
    "venue web": CommandPlace(
        "display.web.command:web",
        "Serve the room's pages to browsers: clock, floor, registration, results.",
    ),
    "journal": CommandPlace(
        "controller.admin.journals.journal:journal_app",
        "Check, replay and export a table's journal.",
    ),
    "byhand": CommandPlace(
        "controller.admin.byhand:byhand_app",
        "Continue manually: print the table's state, then load the counted stacks back in.",
    ),
    "backup": CommandPlace(
        "controller.admin.backups.backup:backup",
        "Back up the journal, enrolments, config and house file to one file; play can continue.",
    ),
    "restore": CommandPlace(
        "controller.admin.backups.restore:restore_command",
        "Restore a table from a backup file, as it was when the backup was made.",
    ),
    "install": CommandPlace(
        "controller.install.commands:install",
        "Install the services, udev and polkit rules, and broker configuration.",
    ),
    "uninstall": CommandPlace(
        "controller.install.commands:uninstall",
        "Remove the services, udev and polkit rules, and broker configuration; your data stays.",
    ),
    "floor pin": CommandPlace(
        "controller.run.access.floor_pin:floor_pin",
        "Set the PIN that opens the floor panel on the table's own screen.",
    ),
    "floor badge": CommandPlace(
        "controller.setup.tags.badge:floor_badge",
        "Give a floor badge its own key (NTAG 424 DNA), and enrol it.",
    ),
    "floor token": CommandPlace(
        "controller.run.access.floor_token:floor_token",
        "Create a token for sending commands to the table; it is shown once and stored hashed.",
    ),
    "page password": CommandPlace(
        "controller.table_page.password:page_password",
        "Set the password for the table's page, which switches the page on.",
    ),
    "page off": CommandPlace(
        "controller.table_page.password:page_off",
        "Switch off the table's page by removing its password.",
    ),
    "page run": CommandPlace(
        "controller.table_page.command:run",
        "Serve the table's page to browsers until Ctrl-C, without installing services.",
    ),
    "page care": CommandPlace(
        "controller.table_page.command:care",
        "Run the caretaker process for a table's page until SIGTERM.",
    ),
    "page web": CommandPlace(
        "controller.table_page.command:web",
        "Serve a table's page to browsers; private data comes from the caretaker.",
    ),
    "display": CommandPlace(
        "display.felt.command:display",
        "Show a table on a screen, or write pictures of it; with a token, also control the table.",
    ),
    "watch": CommandPlace("display.terminal:watch", "Show a table live in the terminal."),
    "tell": CommandPlace(
        "display.tell:tell",
        "Send a command to a table: seating, level, start, pause, undo.",
    ),
    "stream pages": CommandPlace(
        "controller.broadcast.command:pages",
        "Serve OBS overlays for a table's stream until Ctrl-C.",
    ),
    "stream demo": CommandPlace(
        "controller.broadcast.command:demo",
        "Serve OBS overlays for recorded hands until Ctrl-C, to set up OBS without a table.",
    ),
    "voice": CommandPlace("display.voice.commands:voice_app", "A seat's private audio and keys."),
    "announce": CommandPlace(
        "display.voice.room_loudspeaker:room",
        "Announce public events to the whole room until Ctrl-C.",
    ),
    "events": CommandPlace(
        "controller.admin.contract:events", "Show every topic, event and command with its fields."
    ),
}
"""All commands, in the order in which they are listed.

A two-word name is the name of a group, followed by the name of a command in that group.
"""

GROUPS = {
    "bench": "Measure how fast and how accurate Tapis is.",
    "build": "Drawings and data tables for builders.",
    "firmware": "Firmware for the nodes under the felt.",
    "floor": "The PIN, badges and tokens of a table's floor staff.",
    "page": "The table's own page, in any browser on its network.",
    "stream": "Hole cards for viewers, after a delay.",
    "venue": "Tournament files, verifiable draws, and the room.",
}

RIG = "tests.rig"
"""The package of the test rig, which exists only in the project's source tree."""
