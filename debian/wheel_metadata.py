"""The wheel's metadata about the project's home: its URLs, and a README whose links point there.

The environment variable TAPIS_URL, which `make release URL=...` sets, is the URL of a repository.
A file in it is at URL/blob/TAG/PATH. If the variable is not set, the wheel contains no URLs, and
README links to source files become plain text, because they would be broken outside the repository.
"""

import os
import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
PICTURES = (".png", ".svg", ".gif", ".webp")


class Addresses(MetadataHookInterface):
    """A build hook that sets the metadata fields `urls` and `readme`."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add both fields to a project's metadata."""
        address = os.environ.get("TAPIS_URL", "").rstrip("/")
        text = (Path(self.root) / "README.md").read_text("utf-8")
        tag = f"v{metadata['version']}"
        metadata["readme"] = {"content-type": "text/markdown", "text": absolute(text, address, tag)}
        if address:
            metadata["urls"] = {
                "Homepage": address,
                "Documentation": f"{address}/blob/{tag}/README.md",
                "Changelog": f"{address}/blob/{tag}/CHANGELOG.md",
                "Issues": f"{address}/issues",
            }


def absolute(text: str, address: str, tag: str) -> str:
    """Return a README with its relative links pointing to a tag's files, or made plain text."""

    def replaced(link: re.Match[str]) -> str:
        picture, words, path = link.groups()
        if not address:
            return "" if picture else words
        kind = "raw" if path.partition("#")[0].endswith(PICTURES) else "blob"
        return f"{picture}[{words}]({address}/{kind}/{tag}/{path})"

    while (after := LINK.sub(replaced, text)) != text:  # a picture may itself be a link
        text = after
    return text
