"""Each module of the engine has a file of tests that is found by its name."""

from pathlib import Path

import pytest

import controller.table

HERE = Path(__file__).parent
MODULES = sorted(
    path.stem for path in Path(controller.table.__file__).parent.glob("*.py") if path.stem[0] != "_"
)


@pytest.mark.parametrize("module", MODULES)
def test_a_module_has_its_tests(module: str) -> None:
    assert (HERE / f"test_{module}.py").exists(), f"controller/table/{module}.py has no tests"
