"""APDUs that query a contactless reader for the cards in its field, and a parser for the replies.

No error message quotes a reply, because it might contain the uid of an unexposed card.
"""

from controller.contract.errors import Sentence, TapisError, sentence_of

GET_UID = bytes.fromhex("FFCA000000")
"""The command that gets the uid of the card on a reader (PC/SC part 3, 3.2.2.1.3)."""

PN532_VERSION = bytes.fromhex("FF00000002D402")
PN532_LIST_TWO = bytes.fromhex("FF00000004D44A0200")
"""Commands that a reader passes on to its PN532 (direct transmit, ACR122U API 5.1). `PN532_VERSION`
gets the PN532's firmware version. `PN532_LIST_TWO` lists up to two ISO 14443A cards, the most that
a PN532 handles at a time."""

DONE = b"\x90\x00"
UID_LENGTHS = frozenset({4, 7, 8, 10})
PN532 = 0x32
ISO14443_4 = 0x20


class Unread(TapisError):
    """The reader reports that it could not read the card."""


class Garbage(TapisError, ValueError):
    """A reply that can't be parsed."""


def driver_failed(error: str) -> Sentence:
    """Return the problem to report for a reader whose driver raised an unexpected error."""
    return Sentence("its driver failed ({error})", error=error)


def unreadable(error: Exception) -> Sentence:
    """Return the problem to report if a reply makes no sense or a card could not be read."""
    if isinstance(error, Garbage):
        return Sentence("its reply makes no sense: {error}", error=sentence_of(error))
    return Sentence("the card on it can't be read: {error}", error=sentence_of(error))


def uid_in(answer: bytes) -> str:
    """Return the uid in a reply to `GET_UID`, in upper-case hexadecimal.

    An ISO 15693 uid is returned as printed, E0 first, although some readers send it reversed.
    Raises `Unread` for a reader error, and `Garbage` for any other invalid reply.
    """
    uid = _done(answer)
    if len(uid) not in UID_LENGTHS or not any(uid) or set(uid) == {0xFF}:
        raise Garbage(
            Sentence("expected a uid, but received {count} bytes of something else", count=len(uid))
        )
    if len(uid) == 8 and uid[-1] == 0xE0 != uid[0]:
        uid = uid[::-1]
    return uid.hex().upper()


def has_pn532(answer: bytes) -> bool:
    """Return whether a reply to `PN532_VERSION` comes from a PN532."""
    return len(answer) >= 5 and answer[:3] == bytes((0xD5, 0x03, PN532)) and answer[-2:] == DONE


def uids_in(answer: bytes) -> tuple[str, ...]:
    """Return the sorted uids in a reply to `PN532_LIST_TWO`.

    Raises `Unread` if the PN532 sent no reply this time, and `Garbage` if the reply is not a list.
    """
    data = _done(answer)
    if not data:
        raise Unread(Sentence("no reply from the PN532"))
    if data[:2] != b"\xd5\x4b" or len(data) < 3:
        raise Garbage(
            Sentence(
                "expected a target list, but received {count} bytes of something else",
                count=len(data),
            )
        )
    uids = []
    rest = data[3:]
    for _ in range(data[2]):
        # Number, SENS_RES (2), SEL_RES, length, the uid; then the ATS of an ISO 14443-4 card.
        if len(rest) < 5 or len(rest) < 5 + rest[4]:
            raise Garbage(Sentence("the target list is truncated"))
        end = 5 + rest[4]
        uids.append(uid_in(rest[5:end] + DONE))
        if rest[3] & ISO14443_4 and len(rest) > end:
            end += max(1, rest[end])
        rest = rest[end:]
    return tuple(sorted(uids))


def _done(answer: bytes) -> bytes:
    """Return the data of a reply, without the status word that ends it.

    Raises `Unread` or `Garbage` if the status is not success.
    """
    if not answer:
        raise Unread(Sentence("no reply"))
    if len(answer) < 2:
        raise Garbage(Sentence("it is only one byte long"))
    if answer[-2:] == DONE:
        return answer[:-2]
    if len(answer) == 2:
        raise Unread(Sentence("status {code}", code=answer.hex().upper()))
    raise Garbage(
        Sentence("it is {count} bytes long, but does not end in a status", count=len(answer))
    )
