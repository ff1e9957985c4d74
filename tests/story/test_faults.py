"""Every planted fault still has its place; `python -m tests.story.faults` shows that each is noticed."""

from __future__ import annotations

import pytest

from tests.story.faults import FAULTS, ROOT, Fault


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.name)
def test_a_fault_has_its_place(fault: Fault) -> None:
    source = (ROOT / "fabula" / "story" / fault.file).read_text("utf-8")
    assert source.count(fault.old) == 1
    assert source.replace(fault.old, fault.new) != source


def test_there_are_enough_of_them() -> None:
    assert len({fault.name for fault in FAULTS}) == len(FAULTS) >= 20
