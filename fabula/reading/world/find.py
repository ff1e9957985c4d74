"""Everything that happens in a book, found in one go: the door of this part of the room.

Owns the order of the steps. Knows nothing of the words of a language. Promise: linear in the text, and what is not
evident is left out; languages other than English and Chinese get places and conversations only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fabula.reading.findings import Findings
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.shapes import (
    Arc,
    Bystander,
    Death,
    Event,
    Faction,
    Node,
    Person,
    Place,
    Relationship,
    Thing,
    Thread,
    WorldRule,
)
from fabula.reading.world.arcs import arcs
from fabula.reading.world.bonds import Tie, english_bonds, spoken_bonds
from fabula.reading.world.bonds_chinese import chinese_bonds
from fabula.reading.world.deeds import Deed, english_deeds
from fabula.reading.world.deeds_chinese import chinese_deeds
from fabula.reading.world.events import events
from fabula.reading.world.families import families
from fabula.reading.world.groups import factions, things
from fabula.reading.world.places import english_places, in_text, places_of, spotted
from fabula.reading.world.places_chinese import chinese_places
from fabula.reading.world.relations import conversations, relationships
from fabula.reading.world.stage import Stage
from fabula.reading.world.threads import nodes, rules, threads


@dataclass(frozen=True, slots=True)
class World:
    """What was found, in the shapes that leave the room."""

    places: tuple[Place, ...]
    relationships: tuple[Relationship, ...]
    events: tuple[Event, ...]
    deaths: tuple[Death, ...]
    factions: tuple[Faction, ...]
    things: tuple[Thing, ...]
    threads: tuple[Thread, ...]
    rules: tuple[WorldRule, ...]
    nodes: tuple[Node, ...]
    arcs: tuple[Arc, ...]


def find_world(
    pages: Pages,
    found: Findings,
    keys: Mapping[int, str],
    told: Sequence[tuple[int, int, int, int]],
    cast: tuple[Sequence[Person], Sequence[Bystander]],
    pace: Pace,
) -> World:
    """The world of a book. `keys` name the persons, `told` are the sentences of narration, `cast` people and others."""
    people, others = cast
    taken = {s.name for m in found.members for s in m.spots if not s.pronoun}
    stage = Stage(pages, found, keys, told)
    sites = (chinese_places if pages.cjk else english_places)(pages, found.grounds, taken, stage.homes(), pace)
    sites = in_text(pages, sites)
    where = spotted(sites)
    places = places_of(pages, sites)
    pace.next_pass()
    deeds: list[Deed] = []
    ties: list[Tie] = []
    if pages.cjk:
        deeds = list(chinese_deeds(stage, where, pace))
        pace.next_pass()
        ties = list(chinese_bonds(stage, pace))
    elif pages.language == "en":
        deeds = list(english_deeds(stage, where, pace))
        pace.next_pass()
        ties = [*english_bonds(stage, found, pace), *spoken_bonds(stage, found), *families(stage)]
    met, talks = conversations(stage, found, deeds)
    bonds = relationships(stage, found, ties, deeds, met)
    happened, deaths = events(stage, found, [*deeds, *talks], where, places)
    plain = pages.cjk or pages.language == "en"
    return World(
        places=places,
        relationships=bonds,
        events=happened,
        deaths=deaths,
        factions=factions(stage, people, others) if plain else (),
        things=things(stage) if plain else (),
        threads=threads(stage, happened),
        rules=rules(stage) if plain else (),
        nodes=nodes(stage, happened) if plain else (),
        arcs=arcs(people, happened),
    )
