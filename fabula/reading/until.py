"""A reading as of a chapter: what somebody knows who has read so far and no further.

Owns cutting a reading. Knows nothing of storage or of who asks. Promise: every citation of the result lies at or
before the chapter, names and genders are those known by then, two names that the book links later are two people,
and cutting at the last chapter changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from fabula.reading.pages import Pages
from fabula.reading.roles import Weight, roles
from fabula.reading.shapes import (
    Alias,
    Bystander,
    Event,
    Evidence,
    Faction,
    Person,
    Place,
    Quote,
    Reading,
    Relationship,
    Thing,
)
from fabula.reading.style import Line, no_style, styles
from fabula.reading.summary import gist_of
from fabula.reading.words.english import TITLES
from fabula.reading.world.arcs import arcs

Counts = tuple[tuple[int, int], ...]


def as_of(reading: Reading, chapter: int, pages: Pages | None = None) -> Reading:
    """The reading of a book up to and including `chapter`.

    With `pages` (the book laid out, as for reading it) people's ways of speaking are measured anew on the part read;
    without, they are left out. Chapters below the first give an empty reading.
    """
    if chapter >= _last(reading):
        return reading
    cut = _Cut(reading, chapter)
    quotes = tuple(cut.quote(q) for q in reading.quotes if q.chapter <= chapter)
    people = _people(cut, reading.people, quotes, pages)
    keys = {p.key for p in people} | {b.key for b in cut.bystanders}
    places = _places(reading.places, chapter)
    events = cut.events({p.key for p in places}, keys)
    told = {e.key for e in events}
    return Reading(
        people=people,
        quotes=quotes,
        places=places,
        summary=gist_of(reading.gist, chapter),
        genre=reading.genre,
        others=tuple(sorted(cut.bystanders, key=lambda b: (-b.mentions, b.key))),
        relationships=tuple(cut.relations(reading.relationships, keys)),
        events=events,
        deaths=tuple(
            replace(d, person=who)
            for d in reading.deaths
            if d.chapter <= chapter and d.event in told and (who := cut.who(d.person, d.chapter)) in keys
        ),
        factions=tuple(cut.faction(f) for f in reading.factions if f.chapter <= chapter),
        things=tuple(cut.thing(t) for t in reading.things if t.chapter <= chapter),
        threads=tuple(
            replace(t, people=people_of, closed=t.closed if t.closed and t.closed.chapter <= chapter else None)
            for t in reading.threads
            if t.chapter <= chapter and (people_of := cut.all_of(t.people, t.chapter))
        ),
        rules=tuple(w for w in reading.rules if w.chapter <= chapter),
        nodes=tuple(
            replace(n, person=who)
            for n in reading.nodes
            if n.chapter <= chapter and (who := cut.who(n.person, n.chapter)) in keys
        ),
        arcs=arcs(people, events),
        gist=tuple(e for e in reading.gist if e.chapter <= chapter),
    )


def _last(reading: Reading) -> int:
    """The last chapter that anything in a reading comes from."""
    spoken = [q.chapter for q in reading.quotes[-1:]]
    named = [c for counts in _all_counts(reading) for c, _ in counts[-1:]]
    listed = [c for o in reading.others for a in o.aliases for c, _ in a.by_chapter[-1:]]
    told = [e.chapter for e in reading.events[-1:]] + [e.chapter for e in reading.gist[-1:]]
    return max([*spoken, *named, *listed, *told], default=0)


def _all_counts(reading: Reading) -> list[Counts]:
    return [p.by_chapter for p in reading.people] + [p.by_chapter for p in reading.places]


def _upto(counts: Counts, chapter: int) -> Counts:
    return tuple((c, n) for c, n in counts if c <= chapter)


def _total(counts: Iterable[tuple[int, int]]) -> int:
    return sum(n for _, n in counts)


class _Cut:
    """Whom each key means as of a chapter: the person, one of the two he still is, or nobody yet."""

    def __init__(self, reading: Reading, chapter: int) -> None:
        self.reading = reading
        self.chapter = chapter
        self.aliases: dict[str, tuple[Alias, ...]] = {}
        self.apart: dict[str, dict[int, list[Alias]]] = {}
        self.bystanders: list[Bystander] = []
        self.known: set[str] = set()
        for person in reading.people:
            self._split(person)
        for other in reading.others:
            self._split(other)
        self.bystanders.extend(self._other(o) for o in reading.others if o.key in self.known)

    def _split(self, one: Person | Bystander) -> None:
        """Keep the names that are known and known to belong together; the others become people of their own."""
        seen = [a for a in one.aliases if a.first_chapter <= self.chapter]
        home = {0} | {a.group for a in seen if a.linked is not None and a.linked.chapter <= self.chapter}
        mine = tuple(_cut_alias(a, self.chapter) for a in seen if a.group in home)
        narrator = isinstance(one, Person) and one.narrator and bool(_upto(one.by_chapter, self.chapter))
        if mine or narrator:
            self.known.add(one.key)
            self.aliases[one.key] = mine
        loose: dict[int, list[Alias]] = {}
        for alias in seen:
            if alias.group not in home:
                loose.setdefault(alias.group, []).append(_cut_alias(alias, self.chapter))
        if not loose:
            return
        self.apart[one.key] = loose
        for group, names in sorted(loose.items()):
            first = min(names, key=lambda a: a.first_start)
            key = f"{one.key}.{group}"
            self.known.add(key)
            proof = Evidence(first.first_start, first.first_start + len(first.name), first.first_chapter)
            best = min(names, key=lambda a: (-a.mentions, a.first_start))
            free = tuple(replace(a, group=0, linked=None) for a in names)
            self.bystanders.append(Bystander(key, best.name, free, "unknown", sum(a.mentions for a in names), proof))

    def _other(self, other: Bystander) -> Bystander:
        names = self.aliases[other.key]
        best = min(names, key=lambda a: (-a.mentions, a.first_start))
        return replace(other, name=best.name, aliases=names, mentions=sum(a.mentions for a in names), gender="unknown")

    def who(self, key: str | None, chapter: int) -> str | None:
        """Whom a key means in a fact of `chapter`; None for somebody not known yet."""
        if key is None:
            return None
        loose = self.apart.get(key)
        if loose:
            counts = {g: sum(n for a in names for c, n in a.by_chapter if c == chapter) for g, names in loose.items()}
            own = sum(n for a in self.aliases.get(key, ()) for c, n in a.by_chapter if c == chapter)
            group = max(counts, key=lambda g: (counts[g], -g))
            if counts[group] > own:
                return f"{key}.{group}"
        return key if key in self.known else None

    def all_of(self, keys: Sequence[str], chapter: int) -> tuple[str, ...]:
        """Those of `keys` who are known, as they are known."""
        return tuple(dict.fromkeys(w for k in keys if (w := self.who(k, chapter)) is not None))

    def quote(self, quote: Quote) -> Quote:
        """A quotation with only known speakers."""
        speaker, voice = self.who(quote.speaker, quote.chapter), self.who(quote.voice, quote.chapter)
        if speaker is not None and "." in speaker:
            speaker = None
        addressee = self.who(quote.addressee, quote.chapter)
        addressee = None if addressee is not None and "." in addressee else addressee
        why = quote.why if speaker is not None or quote.speaker is None else "unknown"
        return replace(quote, speaker=speaker, voice=voice, addressee=addressee, why=why)

    def events(self, places: set[str], keys: set[str]) -> tuple[Event, ...]:
        """Events so far whose actors are known."""
        out: list[Event] = []
        told: set[str] = set()
        for event in self.reading.events:
            actors = tuple(k for k in self.all_of(event.actors, event.chapter) if k in keys)
            if event.chapter > self.chapter or not actors:
                continue
            targets = tuple(k for k in self.all_of(event.targets, event.chapter) if k in keys and k not in actors)
            place = event.place if event.place in places else None
            causes = tuple(c for c in event.causes if c in told)
            told.add(event.key)
            out.append(replace(event, actors=actors, targets=targets, place=place, causes=causes))
        return tuple(out)

    def relations(self, relations: Sequence[Relationship], keys: set[str]) -> Iterable[Relationship]:
        """Relationships so far, between people known so far."""
        for relation in relations:
            if relation.chapter > self.chapter:
                continue
            source, target = self.who(relation.source, relation.chapter), self.who(relation.target, relation.chapter)
            if source in keys and target in keys and source is not None and target is not None and source != target:
                yield replace(relation, source=source, target=target)

    def faction(self, faction: Faction) -> Faction:
        """A faction with the members whose belonging shows in a name already used."""
        words = {w.lower().rstrip("s") for w in faction.name.split()} | {w.lower() for w in faction.name.split()}
        members = tuple(
            k
            for k in faction.members
            if any(w.lower().rstrip("s") in words for a in self.aliases.get(k, ()) for w in a.name.split())
        )
        counts = _upto(faction.by_chapter, self.chapter)
        return replace(faction, members=members, by_chapter=counts, mentions=_total(counts))

    def thing(self, thing: Thing) -> Thing:
        """A thing as often as it has been named so far."""
        counts = _upto(thing.by_chapter, self.chapter)
        owner = self.who(thing.owner, thing.chapter)
        return replace(thing, by_chapter=counts, mentions=_total(counts), owner=owner)


def _cut_alias(alias: Alias, chapter: int) -> Alias:
    counts = _upto(alias.by_chapter, chapter)
    linked = alias.linked if alias.linked is not None and alias.linked.chapter <= chapter else None
    return replace(alias, by_chapter=counts, mentions=_total(counts), linked=linked)


def _people(cut: _Cut, people: Sequence[Person], quotes: Sequence[Quote], pages: Pages | None) -> tuple[Person, ...]:
    """The people known so far, most important first, each with what is known of them."""
    lines: dict[int, list[Line]] = {}
    index = {p.key: i for i, p in enumerate(people)}
    for quote in quotes:
        if quote.speaker in index:
            lines.setdefault(index[quote.speaker], []).append((quote.start, quote.end, quote.confidence))
    words = frozenset(w.lower() for p in people for a in p.aliases for w in a.name.split())
    ways = styles(pages, lines, words) if pages is not None else {}
    weighed: list[tuple[float, int, Weight, Person]] = []
    for number, person in enumerate(people):
        if person.key not in cut.known:
            continue
        now = _person(cut, person)
        style, typical = ways.get(number, (no_style(), _so_far(person.typical, cut.chapter)))
        now = replace(now, style=style, typical=typical)
        named = sum(a.mentions for a in now.aliases)
        told = max(0, now.mentions - named)
        weight = Weight(
            named, told, len(lines.get(number, ())), len(now.by_chapter), _total(now.hostile), person.narrator
        )
        weighed.append((-weight.importance, number, weight, now))
    weighed.sort(key=lambda w: (w[0], w[1]))
    chapters = len({c for p in people for c, _ in p.by_chapter if c <= cut.chapter})
    parts = roles([w for _, _, w, _ in weighed], chapters)
    return tuple(replace(p, role=part) for (_, _, _, p), part in zip(weighed, parts, strict=True))


def _person(cut: _Cut, person: Person) -> Person:
    chapter = cut.chapter
    names = cut.aliases[person.key]
    counts = dict(_upto(person.by_chapter, chapter))
    for loose in cut.apart.get(person.key, {}).values():
        for alias in loose:
            for c, n in alias.by_chapter:
                counts[c] = counts.get(c, 0) - n
    by_chapter = tuple(sorted((c, n) for c, n in counts.items() if n > 0))
    return replace(
        person,
        name=_name(person, names),
        aliases=tuple(sorted(names, key=lambda a: (-a.mentions, a.first_start, a.name))),
        gender=person.gender if person.gender_chapter <= chapter else "unknown",
        mentions=_total(by_chapter),
        by_chapter=by_chapter,
        hostile=_upto(person.hostile, chapter),
        description=_so_far(person.description, chapter),
        appearance=_so_far(person.appearance, chapter),
        personality=_so_far(person.personality, chapter),
        background=_so_far(person.background, chapter),
    )


def _so_far(proofs: Sequence[Evidence], chapter: int) -> tuple[Evidence, ...]:
    return tuple(e for e in proofs if e.chapter <= chapter)


def _name(person: Person, names: Sequence[Alias]) -> str:
    """The name to show by the names used so far: the one of the whole book if it is among them, else the most used."""
    if not names:
        return "我" if any("\u3400" <= c <= "\u9fff" for c in person.name) else "The narrator"
    if any(a.name == person.name for a in names):
        return person.name
    proper = [a for a in names if not a.name.lower().startswith("the ")] or list(names)
    full = [a for a in proper if len(a.name.split()) > 1 and a.name.split()[0].strip(".").lower() not in TITLES]
    return min(full or proper, key=lambda a: (-a.mentions, a.first_start, a.name)).name


def _places(places: Sequence[Place], chapter: int) -> tuple[Place, ...]:
    """Places named so far; a place lies in another only where that has been said."""
    known = {p.key for p in places if p.first.chapter <= chapter}
    out: list[Place] = []
    for place in places:
        if place.key not in known:
            continue
        counts = _upto(place.by_chapter, chapter)
        stated = (
            place.parent_evidence is not None and place.parent_evidence.chapter <= chapter and place.parent in known
        )
        out.append(
            replace(
                place,
                by_chapter=counts,
                mentions=_total(counts),
                parent=place.parent if stated else None,
                parent_evidence=place.parent_evidence if stated else None,
            )
        )
    return tuple(out)
