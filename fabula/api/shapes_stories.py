"""The JSON of stories, their branches and their text, both ways.

Owns names and bounds on the wire; what a value must mean is decided by the actions and the story engine.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StrictInt

from fabula.api.shapes_account import Asked

Version = Annotated[
    StrictInt, Field(ge=0, le=2**62, description="The version of the branch that the caller has seen.", examples=[1])
]
AnId = Annotated[str, Field(min_length=1, max_length=100, examples=["entry_6f1e2d3c-4b5a-4978-8695-a4b3c2d1e0f9"])]
Title = Annotated[str, Field(max_length=2_000, examples=["The Lighthouse"])]
Prose = Annotated[str, Field(max_length=200_000, examples=["The lamp went out at six."])]
Told = Literal["opening", "reader", "story", "system"]
Op = Literal["create", "update", "delete"]


class BeginIn(Asked):
    """How a story begins. In a book, what is left out is the book's; without one, `title` and `opening` are needed.

    `definition` is laid over the default, key by key; `lead` makes somebody new who leads the story.
    """

    title: Title | None = None
    book_id: Annotated[str, Field(max_length=100)] | None = None
    definition: Annotated[dict[str, Any], Field(max_length=20)] = Field(default_factory=dict)
    opening: Prose | None = None
    lead: Annotated[str, Field(min_length=1, max_length=300)] | None = None


class StoryEditIn(Asked):
    """What is to be different about a story; what is left out stays. `definition` and `settings` hold some keys of
    theirs: a key of the definition is replaced, an object among the settings keeps the keys that are not given."""

    title: Title | None = None
    description: Annotated[str, Field(max_length=20_000)] | None = None
    tags: Annotated[list[Annotated[str, Field(max_length=100)]], Field(max_length=50)] | None = None
    definition: Annotated[dict[str, Any], Field(max_length=20)] | None = None
    settings: Annotated[dict[str, Any], Field(max_length=60)] | None = None


class ForkIn(Asked):
    """Where a new branch begins; `branch_id` is the one it leaves, the current one by default."""

    entry_id: AnId
    name: Title
    branch_id: AnId | None = None
    switch: bool = True
    version: Version


class SwitchIn(Asked):
    """The branch to go on with."""

    branch_id: AnId


class NameIn(Asked):
    """A name for a branch."""

    name: Title


class EntryIn(Asked):
    """A text to add: what the reader says or does, or a passage of the story. Scene and clock are inherited."""

    content: Prose
    kind: Literal["reader", "story"] = "reader"
    metadata: Annotated[dict[str, Any], Field(max_length=40)] = Field(default_factory=dict)
    version: Version


class EntryEditIn(Asked):
    """A new text, or parts of what is recorded beside it; one of the two."""

    content: Prose | None = None
    metadata: Annotated[dict[str, Any], Field(max_length=40)] | None = None
    version: Version


class VersionIn(Asked):
    """The version seen."""

    version: Version


class RollbackIn(Asked):
    """The first entry that goes."""

    entry_id: AnId
    version: Version


class StoryChapterIn(Asked):
    """The last entry of a chapter, and what it is called."""

    end_entry_id: AnId
    title: Annotated[str, Field(max_length=300, examples=["The Storm"])]
    summary: Annotated[str, Field(max_length=20_000)] = ""
    version: Version


class EraIn(Asked):
    """The entry with which an era begins, and its name."""

    entry_id: AnId
    name: Annotated[str, Field(max_length=300, examples=["The Long Winter"])]
    version: Version


class StoryOut(BaseModel):
    """A story in a list; `entries` counts its current branch."""

    id: str
    title: str
    description: str
    book_id: str | None
    book_title: str | None
    language: str | None
    mode: Literal["adventure", "creative"] | None
    status: Literal["begun", "not_begun"]
    current_branch_id: str | None
    branches: int
    entries: int
    created_at: datetime
    updated_at: datetime


class StoriesOut(BaseModel):
    """One page of stories."""

    stories: list[StoryOut]
    next_cursor: str | None


class StepOut(BaseModel):
    """What an undo or a redo would take back or do again: its first change, and how many changes and entries in all."""

    op: Op
    kind: str
    name: str | None
    changes: int
    entries: int
    label: str


class BranchOut(BaseModel):
    """A branch: where it began, how far it goes, and what can be undone and redone on it."""

    id: str
    name: str
    parent_id: str | None
    fork_entry_id: str | None
    fork_position: int | None
    head_position: int
    entries: int
    version: int
    is_current: bool
    can_delete: bool
    created_at: datetime
    can_undo: bool
    can_redo: bool
    undo: StepOut | None
    redo: StepOut | None
    undo_label: str | None
    redo_label: str | None


class OneBranchOut(BaseModel):
    """A branch."""

    branch: BranchOut


class BranchesOut(BaseModel):
    """All branches, the oldest first."""

    branches: list[BranchOut]


class WholeStoryOut(BaseModel):
    """A story with its current branch; definition and settings are null until it has begun."""

    story: StoryOut
    branch: BranchOut
    definition: dict[str, Any] | None
    settings: dict[str, Any] | None


class EntryOut(BaseModel):
    """A text of the story; `moment` is in seconds since the story began."""

    id: str
    position: int
    kind: Told
    content: str
    metadata: dict[str, Any]
    moment: int
    chapter_id: str | None
    created_at: datetime
    edited: bool


class EntriesOut(BaseModel):
    """A page of the text, oldest first; `previous` goes into before=, `next` into after=."""

    entries: list[EntryOut]
    previous: int | None
    next: int | None
    version: int


class PieceOut(BaseModel):
    """A part of a row before and after a change; on comparing, on this and on the other branch."""

    path: str
    before: Any
    after: Any


class ChangeOut(BaseModel):
    """One change of one row."""

    log_position: int
    op: Op
    kind: str
    row_id: str
    name: str
    parts: list[PieceOut]
    source: str
    action_id: str
    entry_id: str | None


class ChangedOut(BaseModel):
    """The branch's new version, and what was changed."""

    version: int
    changes: list[ChangeOut]


class EntryChangedOut(ChangedOut):
    """An entry as it is now."""

    entry: EntryOut


class ReversedOut(BaseModel):
    """What a reversal did: all changes, of which entries, chapters, of the world; `told` says it in English."""

    deltas: int
    entries: int
    chapters: int
    world: int
    counts: dict[str, int]
    told: str


class BackOut(BaseModel):
    """A reversal and the branch's new version."""

    reversed: ReversedOut
    version: int


class FirstWordsOut(BaseModel):
    """An entry by its first words."""

    id: str
    position: int
    kind: Told
    first_words: str


class PreviewOut(BaseModel):
    """What a rollback would take back: entries (the first of them), rows by kind, and whom and what it is about."""

    entries: list[FirstWordsOut]
    entries_total: int
    changes: dict[str, int]
    names: list[str]
    version: int


class LogOut(BaseModel):
    """A page of the log, the newest first; `next` goes into before=."""

    changes: list[ChangeOut]
    next: int | None


class ChangesOut(BaseModel):
    """Changes in their order."""

    changes: list[ChangeOut]


class SideOut(BaseModel):
    """How a branch goes on after what two have in common; `next` is the position after which there is more."""

    branch: BranchOut
    entries: list[EntryOut]
    next: int | None


class DifferenceOut(BaseModel):
    """A row that differs; `here` and `there` say what it is on each branch in a line, null where it is not."""

    kind: str
    id: str
    name: str
    here: str | None
    there: str | None
    parts: list[PieceOut]


class CompareOut(BaseModel):
    """Two branches side by side; not `complete` when there are more differences than are listed."""

    common_entries: int
    here: SideOut
    there: SideOut
    differences: list[DifferenceOut]
    complete: bool


class StoryChapterOut(BaseModel):
    """A closed chapter of a story."""

    id: str
    sequence_number: int
    title: str
    summary: str
    start_entry_id: str | None
    end_entry_id: str | None
    closed_at: datetime


class ClosedChaptersOut(BaseModel):
    """The closed chapters in order."""

    chapters: list[StoryChapterOut]


class StoryChapterChangedOut(ChangedOut):
    """A chapter as it was closed."""

    chapter: StoryChapterOut


class FindingsOut(BaseModel):
    """What is wrong, as sentences; empty when all is well."""

    findings: list[str]
