"""Print the Debian copyright file (DEP-5), covering everything bundled in the package.

Usage: `python debian/copyright.py /opt/tapis/lib/python3.11/site-packages`. The exit status is 1 if
a distribution has no known licence or a third-party shared library is not listed here, to make
somebody look it up and add it.
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distributions
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
HOME = "opt/tapis/lib/python3*/site-packages"
OURS = "tapis-table"
COMMON = Path("/usr/share/common-licenses")
"""The folder of licence texts that a Debian package need not include (Policy, 12.5)."""

IN_COMMON = {
    "Apache-2.0", "GPL-2", "LGPL-2", "LGPL-2.1", "LGPL-3", "MPL-1.1", "MPL-2.0",
}  # fmt: skip

SHORT = {
    "Apache License": "Apache-2.0", "Apache Software License": "Apache-2.0", "BSD": "BSD-3-clause",
    "BSD License": "BSD-3-clause", "GNU Lesser General Public License v2 or later (LGPLv2+)":
    "LGPL-2+", "ISC License": "ISC", "ISC License (ISCL)": "ISC", "LGPL v2.1": "LGPL-2.1",
    "BSD 2-Clause License": "BSD-2-clause", "Apache 2.0": "Apache-2.0",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "MIT": "Expat", "MIT License": "Expat", "BSD-3-Clause": "BSD-3-clause",
    "BSD-2-Clause": "BSD-2-clause", "LGPL-3.0-only": "LGPL-3",
}  # fmt: skip
"""The DEP-5 name of each licence that has a different name in package metadata."""


class Part(NamedTuple):
    """A third-party part of the package: its licence and copyright holder."""

    licence: str
    whose: str


LIBRARIES = {
    "libasound": Part("LGPL-2.1+", "Jaroslav Kysela, the ALSA project"),
    "libavif": Part("BSD-2-clause", "the Alliance for Open Media, Joe Drago"),
    "libbrotli": Part("Expat", "the Brotli authors"),
    "libcom_err": Part("Expat", "the Massachusetts Institute of Technology"),
    "libcrypt-": Part("LGPL-2.1+", "the libxcrypt authors"),
    "libcrypto": Part("Apache-2.0", "the OpenSSL project authors"),
    "libFLAC": Part("BSD-3-clause", "Josh Coalson, the Xiph.Org Foundation"),
    "libfluidsynth": Part("LGPL-2.1+", "Peter Hanappe and others"),
    "libfreetype": Part("FTL", "David Turner, Robert Wilhelm, Werner Lemberg"),
    "libgfortran": Part("GPL-3+-with-GCC-exception", "the FSF: GCC"),
    "libgssapi_krb5": Part("BSD-2-clause", "the Massachusetts Institute of Technology: Kerberos"),
    "libharfbuzz": Part("MIT-Modern-Variant", "Google, Red Hat and others"),
    "libjpeg": Part("IJG and BSD-3-clause", "the Independent JPEG Group, D. R. Commander"),
    "libk5crypto": Part("BSD-2-clause", "the Massachusetts Institute of Technology: Kerberos"),
    "libkeyutils": Part("LGPL-2+", "Red Hat"),
    "libkrb5": Part("BSD-2-clause", "the Massachusetts Institute of Technology: Kerberos"),
    "liblber": Part("OLDAP-2.8", "the OpenLDAP Foundation"),
    "liblcms2": Part("Expat", "Marti Maria Saguer"),
    "libldap": Part("OLDAP-2.8", "the OpenLDAP Foundation"),
    "liblzma": Part("0BSD", "Lasse Collin and others: XZ Utils"),
    "libmpg123": Part("LGPL-2.1", "the mpg123 project"),
    "libogg": Part("BSD-3-clause", "the Xiph.Org Foundation"),
    "libopenjp2": Part("BSD-2-clause", "the OpenJPEG contributors"),
    "libopus": Part("BSD-3-clause", "Xiph.Org, Skype Limited and others"),
    "libpng": Part("libpng-2.0", "the PNG reference library authors"),
    "libportmidi": Part("Expat", "Ross Bencina, Phil Burk, Roger B. Dannenberg"),
    "libpq": Part("PostgreSQL", "the PostgreSQL Global Development Group"),
    "libquadmath": Part("LGPL-2.1+", "the FSF: GCC"),
    "libsasl2": Part("BSD-3-Clause-Attribution", "Carnegie Mellon University"),
    "libscipy_openblas": Part("BSD-3-clause", "the OpenBLAS developers"),
    "libSDL2": Part("Zlib", "Sam Lantinga"),
    "libsharpyuv": Part("BSD-3-clause", "Google"),
    "libsndfile": Part("LGPL-2.1+", "Erik de Castro Lopo"),
    "libssl": Part("Apache-2.0", "the OpenSSL project authors"),
    "libtiff": Part("libtiff", "Sam Leffler, Silicon Graphics"),
    "libvorbis": Part("BSD-3-clause", "the Xiph.Org Foundation"),
    "libwavpack": Part("BSD-3-clause", "David Bryant"),
    "libwebp": Part("BSD-3-clause", "Google"),
    "libXau": Part("MIT-open-group", "the Open Group, Keith Packard"),
    "libxcb": Part("Expat", "Bart Massey, Jamey Sharp, Josh Triplett"),
    "libxmp": Part("Expat", "Claudio Matsuoka, Hipolito Carraro Jr"),
    "libzstd": Part("BSD-3-clause", "Meta Platforms"),
}
"""The licence of each shared library bundled in a wheel, by the prefix of the library's name."""

INSIDE = {
    "cryptography": (Part("Apache-2.0", "the OpenSSL project authors: OpenSSL, linked in"),),
    "cffi": (Part("Expat", "Anthony Green, Red Hat and others: libffi, linked in"),),
}
"""The licences of libraries linked into a distribution's own modules, by distribution.

Nothing in the distribution's files shows that it contains them."""


VENDOR = "display/web/static/vendor"
VENDORED = {
    f"{VENDOR}/htmx*.js": ("htmx.LICENSE", Part("0BSD", "Big Sky Software: htmx")),
    f"{VENDOR}/hx-sse.min.js": (
        "htmx.LICENSE",
        Part("0BSD", "Big Sky Software: htmx's extension for SSE"),
    ),
    f"{VENDOR}/inter.woff2": ("inter.LICENSE", Part("OFL-1.1", "the Inter project authors")),
    "display/fonts/inter-*.ttf": ("inter.LICENSE", Part("OFL-1.1", "the Inter project authors")),
}
"""The third-party files in our own wheel, by file pattern.

Each is listed with its licence, and with the name of the licence file in the same folder."""


class Unknown(Exception):
    """A part of the package whose licence is unknown."""


def licence_of(one: Distribution) -> str:
    """Return a distribution's licence under its DEP-5 name. Raises `Unknown`."""
    about = one.metadata
    said = about.get("License-Expression") or about.get("License") or ""
    if not said or "\n" in said.strip() or len(said) > 60:
        kinds = [c for c in about.get_all("Classifier") or () if c.startswith("License ::")]
        said = " and ".join(_short(kind.rpartition(" :: ")[2]) for kind in kinds)
    if not said:
        raise Unknown(f"{about['Name']}: says no licence")
    if said in SHORT:
        return SHORT[said]
    words = re.split(r"\s+(OR|AND|or|and)\s+", said.strip())
    if len(words) == 1:
        return _short(said.strip())
    return " ".join(word.lower() if n % 2 else _short(word) for n, word in enumerate(words))


def _short(name: str) -> str:
    known = SHORT.get(name) or SHORT.get(name.strip("()"), name.strip("()"))
    if " " in known:
        raise Unknown(f'"{known}" is no short name of a licence')
    return known


def texts_of(one: Distribution) -> str:
    """Return the licence texts shipped with a distribution, or "" if there are none."""
    found = []
    for file in one.files or ():
        name = file.name.upper()
        here = file.parent.name.endswith(".dist-info") or "licenses" in file.parts
        if here and re.match(r"LICEN[CS]E|COPYING|NOTICE", name) and "_vendor" not in file.parts:
            found.append(file.read_text("utf-8").strip())
    return "\n\n".join(found)


def holders(texts: str, one: Distribution) -> str:
    """Return a distribution's copyright holders, from its licence texts or else its metadata."""
    lines = re.findall(
        r"^[ \t*#/]*(?:Copyright|\(c\)|©)[^\n]{4,150}$", texts, re.MULTILINE | re.IGNORECASE
    )
    # A licence's own text has an owner too.
    own = [line for line in lines if "Free Software Foundation" not in line]
    said = [
        line.strip(" \t*#/.") for line in own if re.search(r"\d{4}|\(c\)|©", line, re.IGNORECASE)
    ]
    about = one.metadata
    people = about.get("Author") or about.get("Author-email") or about.get("Maintainer") or ""
    return "\n           ".join(dict.fromkeys(said)) or people or f"the authors of {about['Name']}"


def text_for(licence: str, brought: str) -> str:
    """Return `brought` or, if it is empty, our copy of the licence text or where to find it."""
    if brought:
        return brought
    lines = []
    for name in re.split(r" (?:or|and) ", licence):
        base = name.rstrip("+")
        if (ROOT / "debian/licenses" / base).exists():
            lines.append((ROOT / "debian/licenses" / base).read_text("utf-8").strip())
        elif base in IN_COMMON:
            lines.append(f"The text is in {COMMON / base} on a Debian system.")
        else:
            lines.append(f"The text is at https://spdx.org/licenses/{base}.html")
    return "\n\n".join(lines)


def stanza(files: str, whose: str, licence: str, text: str, comment: str = "") -> str:
    """Return a DEP-5 stanza for the file patterns `files`, with the copyright holders `whose`."""
    lines = [f"Files: {files}", f"Copyright: {whose}", f"License: {licence}"]
    lines += [f" {line.rstrip()}" if line.strip() else " ." for line in text.splitlines()]
    if comment:
        lines.append(f"Comment: {comment}")
    return "\n".join(lines)


def places(one: Distribution) -> str:
    """Return the file patterns for a distribution's own files, excluding bundled libraries."""
    tops = set()
    for file in one.files or ():
        if file.parts[0] not in ("..", "__pycache__") and not file.parts[0].endswith(".libs"):
            tops.add(file.parts[0] if len(file.parts) == 1 else f"{file.parts[0]}/*")
    return "\n       ".join(f"{HOME}/{top}" for top in sorted(tops))


def libraries(site: Path) -> Iterator[str]:
    """Yield a stanza for each shared library bundled in a wheel."""
    for file in sorted(site.glob("*.libs/*.so*")):
        known = [name for name in LIBRARIES if file.name.startswith(name)]
        if not known:
            raise Unknown(f"{file.name}: whose library is this, and under which licence?")
        part = LIBRARIES[max(known, key=len)]
        yield stanza(
            f"{HOME}/{file.parent.name}/{file.name}", part.whose, part.licence,
            text_for(part.licence, ""), f"came with the wheel of {file.parent.name[:-5]}; a file of"
            " its own, which another build of the same library may replace",
        )  # fmt: skip


def paragraphs(site: Path) -> Iterator[str]:
    """Yield the complete file, one stanza at a time. Raises `Unknown`."""
    yield (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n"
        "Upstream-Name: tapis-table\n"
        "Comment: made by debian/copyright.py from what is installed in /opt/tapis"
    )
    ours = (ROOT / "LICENSE").read_text("utf-8").strip()
    yield stanza("*", "the Tapis project", "Apache-2.0", ours)
    for files, (text, part) in VENDORED.items():
        brought = (ROOT / files).with_name(text).read_text("utf-8").strip()
        yield stanza(f"{HOME}/{files}", part.whose, part.licence, brought)
    found = {one.metadata["Name"].lower(): one for one in distributions(path=[str(site)])}
    for name, one in sorted(found.items()):
        if name == OURS:
            continue
        licence, brought = licence_of(one), texts_of(one)
        files, whose = places(one), holders(brought, one)
        about = f"{one.metadata['Name']} {one.version}"
        yield stanza(files, whose, licence, text_for(licence, brought), about)
        for part in INSIDE.get(name, ()):
            text = text_for(part.licence, "")
            yield stanza(f"{HOME}/*{name}*/*.so", part.whose, part.licence, text, about)
    yield from libraries(site)


def main() -> None:
    """Print the complete copyright file."""
    try:
        print("\n\n".join(paragraphs(Path(sys.argv[1]))))
    except Unknown as error:
        sys.exit(f"copyright: {error}")


if __name__ == "__main__":
    main()
