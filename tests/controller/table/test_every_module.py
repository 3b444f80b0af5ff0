"""Each module of the engine has a file of tests that is found by its name."""

from pathlib import Path

import pytest

import controller.table

HERE = Path(__file__).parent
TABLE = Path(controller.table.__file__).parent
MODULES = sorted(
    str(path.relative_to(TABLE))
    for path in TABLE.rglob("*.py")
    if path.stem[0] != "_" and path.parent.name != "steps"
)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_its_tests(module: str) -> None:
    path = Path(module)
    tests = HERE / path.parent / f"test_{path.name}"
    assert tests.exists(), f"controller/table/{module} has no tests"
