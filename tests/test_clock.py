"""Time is aware, in UTC, and never goes back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone

import pytest

from fabula.clock import ManualClock, SteadyClock, utc_now


def test_now_is_aware_and_in_utc() -> None:
    assert utc_now().utcoffset() == timedelta(0)
    assert utc_now() <= utc_now()


def test_a_wall_clock_that_is_set_back_does_not_take_time_back() -> None:
    noon = datetime(2026, 1, 1, 12, tzinfo=UTC)
    wall = [noon, noon - timedelta(hours=1), noon + timedelta(seconds=1)]
    clock = SteadyClock(lambda: wall.pop(0))
    assert [clock() for _ in range(3)] == [noon, noon, noon + timedelta(seconds=1)]


def test_a_wall_clock_in_another_zone_is_converted() -> None:
    there = datetime(2026, 1, 1, 8, tzinfo=timezone(timedelta(hours=8)))
    assert SteadyClock(lambda: there)() == datetime(2026, 1, 1, tzinfo=UTC)


def test_a_manual_clock_moves_only_when_told_and_only_forward() -> None:
    clock = ManualClock()
    before = clock()
    assert clock() == before
    assert clock.advance(1.5) == clock() == before + timedelta(seconds=1.5)
    with pytest.raises(ValueError, match="forward"):
        clock.advance(-1)
