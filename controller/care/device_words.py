"""Translations of device problems for people, because drivers report in English only."""

from display.words.command_line.chosen import said_again
from display.words.locale import N_
from display.words.names import Words

PROBLEMS = (
    N_("no answer on {port} yet"),
    N_("{port} does not exist: plug the node in, or correct the port in table.toml"),
    N_(
        "{port} can't be opened: add the controller's user to its group with sudo usermod "
        "-a -G dialout USER"
    ),
    N_("{port} is not a serial port: correct the port of this device in table.toml"),
    N_("{port} is in use by another program: stop it; it may be a second controller"),
    N_("the cable on {port} is unplugged or the node is off: plug it in"),
    N_(
        "the data from {port} makes no sense: this is a different device, or a node running at "
        "a different speed: check port and baud for this device in table.toml"
    ),
    N_("pcscd is not running: sudo systemctl start pcscd.socket"),
    N_("pcscd closed the connection: if it recurs, install the polkit rule of docs/READERS.md"),
)
"""The drivers' messages about a port or a reader, after the device's name and a colon."""

OTHERS = (
    N_("does not answer"),
    N_("the node on {port} is disconnected: {why}"),
    N_("the port has disappeared"),
    N_(
        "{port} receives frames that its node did not send: another device is on this line, or "
        "replays old frames; they are ignored: check the cable and everything connected to it"
    ),
    N_(
        "the node on {port} reports more than it should, and the excess is ignored: reset "
        "it; if it happens again, reinstall its firmware: tapis firmware install PORT"
    ),
    N_(
        "the node on {port} sends more than {frames} frames or {kilobytes} kB a second, "
        "and the excess is ignored: reset it; if it happens again, reinstall its firmware: "
        "tapis firmware install PORT"
    ),
    N_("the badge there failed its identity check: it is not trusted"),
    N_('antenna "{antenna}" ({zone}) was not read'),
    N_(
        'antenna "{antenna}" is not being read, so {zone} is blind: check the antenna\'s '
        "cable, and that the node has as many antennas as table.toml lists"
    ),
    N_("the ring can't be driven on {port}: see the log"),
    N_(
        "nothing readable arrives from {port}: it should send a line for each antenna over and over"
    ),
    N_(
        "nothing readable arrives from {port}: check that the reader has power, and that it "
        "uses the binary protocol at this port and this baud"
    ),
    N_(
        "it sends more than its antennas need to report, and the excess is ignored: set it to "
        "report each antenna once per period"
    ),
    N_("it sends more than it is asked for, and the excess is ignored"),
    N_("it sends bytes that are not frames of its protocol"),
    N_('antenna {number} ("{antenna}") can\'t be read ({error}): check its cable'),
    N_("it answers with {error}"),
)
"""Further messages about a configured device."""


def problem_words(problem: str, said: Words) -> str:
    """Return a driver's problem in a person's language, or unchanged if it is unknown.

    The device's name is left out, because without a config it is only the port's name.
    """
    whole = said_again(problem, PROBLEMS, said)
    _, colon, rest = problem.partition(": ")
    return said_again(rest, PROBLEMS, said) if colon and whole == problem else whole


def device_words(problem: str, said: Words) -> str:
    """Return the problem of a table's device, preceded by the device's name."""
    name, colon, rest = problem.partition(": ")
    told = said_again(rest, (*PROBLEMS, *OTHERS), said)
    return said.say("{name}: {what}", name=name, what=told) if colon else problem
