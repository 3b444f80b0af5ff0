"""Two kinds of import rules that import-linter lacks: only what is listed, and rooms in layers."""

import sys
from collections.abc import Iterable
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class OnlyContract(Contract):
    """Every module of `source_modules` imports itself, what is allowed, and nothing else.

    `standard_library` adds Python's own modules, `third_party` adds everything that is not
    ours (and the standard library). `exceptions` are single permissions, `a -> b`, that hold
    for all modules inside `a`. Imports are judged as they are written: what an allowed module
    imports in its turn is the business of its own contract.
    """

    source_modules = fields.ListField(subfield=fields.StringField())
    allowed_modules = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    exceptions = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    standard_library = fields.BooleanField(required=False, default=False)
    third_party = fields.BooleanField(required=False, default=False)

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Return the imports that are not allowed, each as (importer, imported)."""
        sources = self._words(self.source_modules)
        strange = [
            (module, imported)
            for module in sorted(graph.modules)
            if any(_inside(module, source) for source in sources)
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if not any(_inside(imported, source) for source in sources)
            and not self._allows(module, imported)
        ]
        return ContractCheck(kept=not strange, metadata={"strange": strange})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that is not allowed, on a line."""
        for module, imported in check.metadata["strange"]:
            output.print_error(f"{module} may not import {imported}")
        output.new_line()

    @staticmethod
    def _words(field: Any) -> list[str]:
        # import-linter puts the option's value in the field's place.
        return [str(word) for word in field]

    def _allows(self, module: str, imported: str) -> bool:
        root = imported.partition(".")[0]
        ours = root in {str(name) for name in self.session_options["root_packages"]}
        if not ours and self.third_party:
            return True
        if not ours and self.standard_library and root in sys.stdlib_module_names:
            return True
        if any(_inside(imported, allowed) for allowed in self._words(self.allowed_modules)):
            return True
        pairs = [pair.split(" -> ") for pair in self._words(self.exceptions)]
        return any(_inside(module, one) and _inside(imported, other) for one, other in pairs)


class RoomsContract(Contract):
    """Every module imports its own room and rooms below it; `rooms` names them, lowest first.

    A room is a package or a module, and one may lie inside another (`display.words` below
    `display`): a module belongs to the longest name that it lies in. import-linter's own layers
    may not lie inside each other. What is above all rooms (`controller`) imports none of them; a
    module that lies in no room breaks the contract.
    """

    rooms = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Return the imports that go up, each with its lines, and the modules without a room."""
        rooms = self._rooms()
        height = {room: number for number, room in enumerate(rooms)}

        def floor(module: str) -> int:
            return height.get(room_of(module, rooms) or "", -1)

        ours = [one for one in sorted(graph.modules) if not graph.is_module_squashed(one)]
        homeless = [
            module
            for module in ours
            if room_of(module, rooms) is None and not any(_inside(room, module) for room in rooms)
        ]
        up = [
            (module, imported, graph.get_import_details(importer=module, imported=imported))
            for module in ours
            for imported in sorted(graph.find_modules_directly_imported_by(module))
            if floor(imported) > floor(module)
        ]
        return ContractCheck(kept=not (homeless or up), metadata={"homeless": homeless, "up": up})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each import that goes up, and each module without a room, on a line."""
        for module in check.metadata["homeless"]:
            output.print_error(f"{module} lies in no room")
        for module, imported, places in check.metadata["up"]:
            room = room_of(imported, self._rooms())
            line = places[0]["line_number"]
            output.print_error(f"{module}:{line} may not import {imported}: {room} is above it")
        output.new_line()

    def _rooms(self) -> list[str]:
        rooms: Any = self.rooms
        return [str(room) for room in rooms]


def room_of(module: str, rooms: Iterable[str]) -> str | None:
    """Return the room that a module belongs to, the innermost one; None when it lies in none."""
    return max((room for room in rooms if _inside(module, room)), key=len, default=None)


def _inside(module: str, package: str) -> bool:
    return module == package or module.startswith(f"{package}.")
