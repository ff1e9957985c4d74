"""How a story is told: everything that has a default and can be turned.

Owns the shape of `stories.settings` and of what a person's new stories begin with. The promise: whatever is missing is
filled with today's default when it is read, and a partial one keeps only what somebody chose.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import MISSING, BaseModel, ConfigDict, Field

from fabula.story.shapes.bounds import Id, Line, Text

Tokens = Annotated[int, Field(ge=0, le=10_000_000)]
Entries = Annotated[int, Field(ge=0, le=10_000)]


class Lenient(BaseModel):
    """Fills what is missing, passes over what it does not know."""

    model_config = ConfigDict(strict=True, extra="ignore", allow_inf_nan=False)


class Budgets(Lenient):
    """How much of each kind may be recalled, in tokens."""

    entities: Tokens = 1200
    lore: Tokens = 1800
    happenings: Tokens = 1500
    threads: Tokens = 400
    chapters: Tokens = 600


class Keywords(Lenient):
    """What a keyword does."""

    mode: Literal["boost", "inject"] = "boost"
    budgetShare: Annotated[float, Field(ge=0, le=1)] = 0.5
    scanEntries: Entries = 1
    cascade: bool = False
    cascadeMaxDepth: Annotated[int, Field(ge=1, le=10)] = 2


class Category(Lenient):
    """A sort of suggestion."""

    id: Id
    label: Line
    promptHint: Text
    color: Line
    enabled: bool = True
    order: int = 0


class Toggles(Lenient):
    """What is translated."""

    narrative: bool = True
    entityNames: bool = True
    entityDescriptions: bool = True
    lore: bool = True
    threads: bool = True
    happenings: bool = True
    chapterMeta: bool = True


class Translation(Lenient):
    """Whether and into what a story is translated."""

    enabled: bool = False
    targetLanguage: Annotated[str, Field(max_length=20)] | None = None
    granularToggles: Toggles = Field(default_factory=Toggles)


class ModelRef(Lenient):
    """A model of a provider."""

    providerId: Id
    modelId: Line


class Models(Lenient):
    """Models chosen for this story alone."""

    model_config = ConfigDict(populate_by_name=True)

    narrative: ModelRef | MISSING = MISSING
    classifier: ModelRef | MISSING = MISSING
    translation: ModelRef | MISSING = MISSING
    suggestion: ModelRef | MISSING = MISSING
    lore_mgmt: Annotated[ModelRef | MISSING, Field(alias="lore-mgmt")] = MISSING
    retrieval: ModelRef | MISSING = MISSING


Palette = Annotated[list[Category], Field(max_length=20)]


class StorySettings(Lenient):
    """How a story is told (data model, Story settings shape)."""

    chapterTokenThreshold: Tokens = 24000
    chapterAutoClose: bool = True
    fullChapterInBuffer: bool = False
    partialChapterBuffer: Entries = 10
    protectedBuffer: Entries = 10
    classifierCadence: Annotated[int, Field(ge=1, le=1000)] = 5
    classifierContextEntries: Annotated[int, Field(ge=2, le=100)] = 4
    piggybackMode: Literal["on", "off"] = "off"
    classifierMentionedPlaces: bool = False
    embeddingBackend: Literal["provider", "local"] = "local"
    embedding_model_id: Line = ""
    embedding_swap_target: Line | MISSING = MISSING
    embedding_swap_backend: Literal["provider", "local"] | MISSING = MISSING
    embedding_swap_provider_id: Id | MISSING = MISSING
    embedding_swap_source_dim: int | MISSING = MISSING
    embedding_swap_target_dim: int | MISSING = MISSING
    embedding_upgrade_declined: Line | MISSING = MISSING
    embedding_provider_id: Id | MISSING = MISSING
    retrievalBudgets: Budgets = Field(default_factory=Budgets)
    keywordRetrieval: Keywords = Field(default_factory=Keywords)
    effectiveDim: Annotated[int, Field(ge=1, le=100_000)] | MISSING = MISSING
    probe_mode_active: bool = False
    composerModesEnabled: bool = True
    composerWrapPov: Literal["first", "third"] = "third"
    suggestionsEnabled: bool = True
    suggestionCount: Annotated[int, Field(ge=1, le=6)] = 3
    suggestionCategories: Palette = []
    translation: Translation = Field(default_factory=Translation)
    models: Models = Field(default_factory=Models)
    activePackId: Id | None = None
    packVariables: dict[str, Any] = {}


class Palettes(Lenient):
    """The sorts of suggestions a new story begins with, by its mode."""

    adventure: Palette = []
    creative: Palette = []


STRIPPED = ("models", "embedding_provider_id", "embedding_model_id", "embedding_upgrade_declined")
"""What means nothing on another installation and stays out of a story's file (data model, Backup & export format)."""


def settings_of(raw: dict[str, Any]) -> dict[str, Any]:
    """The settings as they are stored or shown, with today's default for whatever is missing."""
    return StorySettings.model_validate(raw).model_dump(by_alias=True)


def chosen(raw: dict[str, Any]) -> dict[str, Any]:
    """The same, but only what was given: a default that nobody chose may change with the next version."""
    return StorySettings.model_validate(raw).model_dump(by_alias=True, exclude_unset=True)
