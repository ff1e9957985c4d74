"""Which candidates of one family are real: no contents lists, no repeats, numbers that make sense in a row.

Knows candidates and the text between them; knows nothing of other families. The one promise: what is kept is in
order, and a number out of line is kept only where the numbers around it leave it a place.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.books.forms import BARE, DIVISION
from fabula.books.scan import Found, Lines

_TINY = 400
_GAP = 3


def bodies(text: str, found: Sequence[Found]) -> list[int]:
    """The number of non-blank-edged characters between each heading and the next."""
    ends = [*(f.start for f in found[1:]), len(text)][: len(found)]
    return [len(text[f.end : end].strip()) for f, end in zip(found, ends, strict=True)]


def _same_heading(a: Found, b: Found) -> bool:
    return a.form.number == b.form.number and (a.form.number is not None or a.title == b.title)


def merge_repeats(text: str, found: list[Found]) -> list[Found]:
    """A heading printed twice in a row, with nothing between, is one heading."""
    kept: list[Found] = []
    for one in found:
        if kept and _same_heading(kept[-1], one) and len(text[kept[-1].end : one.start].strip()) <= 20:
            first = kept[-1]
            kept[-1] = Found(first.start, one.end, first.form, first.title or one.title, first.before, one.after)
        else:
            kept.append(one)
    return kept


def contents_entries(text: str, found: list[Found], marks: Sequence[Found]) -> set[int]:
    """Indices of candidates that are entries of a table of contents, at the front or at the back.

    An entry has next to no body and its number (or title) occurs again in the text proper; the last entry of a list
    may be followed by a preface, but then the numbers start again. `marks` are the lines that say "Contents".
    """
    if not found:
        return set()
    sizes = bodies(text, found)
    upper = sorted(sizes)[(3 * len(sizes)) // 4]
    limit = min(0.12 * upper, _TINY)
    keys = [str(f.form.number) if f.form.number is not None else (f.title or f.form.label).casefold() for f in found]
    last_at = {key: i for i, key in enumerate(keys)}
    first_at = {key: len(keys) - 1 - i for i, key in enumerate(reversed(keys))}
    out = {i for i, f in enumerate(found) if f.form.leader}
    i = 0
    while i < len(found):
        j = i
        while j < len(found) and (sizes[j] <= limit or found[j].form.leader):
            j += 1
        if j == i:
            i += 1
            continue
        end = j
        if (
            j + 1 < len(found)
            and keys[j] not in keys[i:j]
            and keys[j + 1] in keys[i : j + 1]
            and sizes[j] <= 40 * _TINY
        ):
            end = j + 1
        again = sum(last_at[keys[k]] >= end for k in range(i, end))
        earlier = sum(first_at[keys[k]] < i for k in range(i, end))
        listed = any(0 <= found[i].start - m.end <= _TINY for m in marks)
        front = end - i >= 2 and (again >= 0.8 * (end - i) or (listed and again > 0))
        back = end - i >= 3 and j == len(found) and earlier >= 0.8 * (end - i)
        if front or back:
            out.update(range(i, end))
        i = max(end, j)
    return out


def set_apart(found: list[Found], lines: Lines) -> list[Found]:
    """Keep what stands apart from the prose around it, by the measure of this text and this family."""
    if not found or not lines.spaced:
        return found
    if found[0].form.tier == BARE:
        return [f for f in found if f.alone]
    apart = sum(f.apart for f in found)
    return [f for f in found if f.apart] if apart >= 0.7 * len(found) else found


def in_order(found: list[Found]) -> list[Found]:
    """Keep the candidates whose numbers make a sequence: next, a small gap, a restart, a supported jump, a slip.

    Bare numbers must begin at 1 (or 0) and are held to the strict reading. Candidates without numbers pass.
    """
    strict = bool(found) and found[0].form.tier == BARE
    following: list[int | None] = [None] * len(found)
    for i in range(len(found) - 1, 0, -1):
        number = found[i].form.number
        following[i - 1] = number if number is not None and found[i].form.strength == 2 else following[i]
    kept: list[Found] = []
    previous: int | None = None
    for one, after in zip(found, following, strict=True):
        number = one.form.number
        if number is None:
            kept.append(one)
            previous = None if previous is None else previous + 1
            continue
        if _fits(previous, number, after, strict, one, kept[-1] if kept else None):
            kept.append(one)
            # A slip of the pen stands for the number that is missing, not for its own.
            slipped = previous is not None and not previous < number <= previous + _GAP and after == previous + 2
            previous = previous + 1 if slipped and previous is not None else number
    if kept and all(f.form.strength < 2 for f in kept) and len(kept) < (2 if kept[0].form.tier == DIVISION else 3):
        return []
    return kept


def _fits(previous: int | None, number: int, after: int | None, strict: bool, one: Found, last: Found | None) -> bool:
    weak = one.form.strength < 2
    if previous is None:
        return number <= 1 or not (strict or (weak and after is not None and after <= number))
    if number == previous + 1:
        return not (weak and after == number)
    if weak:
        return number == 1 and after in {None, 2}
    if previous < number <= previous + _GAP:
        return True
    if number in {0, 1}:
        return after is None or after in {number + 1, number + 2} or one.alone
    if number == previous:
        different = last is not None and one.title is not None and one.title != last.title
        return not strict and (different or after == number + 2)
    if strict:
        return number > previous and after is not None and 0 < after - number <= 2 and number <= previous + 10
    supported = after is not None and 0 < after - number <= 2
    slip = after is not None and 0 < after - previous <= 2 and after == previous + 2
    return supported or slip or (number > previous and after is None)
