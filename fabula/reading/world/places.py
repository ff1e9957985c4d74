"""Places of a book: names that people go to, come from and live in, and which lies in which.

Owns judging capitalised names by the words of place before them. Knows nothing of persons except the names that are
theirs. Promise: a place is named by the text at least once behind a word of place, and a parent only where stated.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from fabula.reading.findings import Ground
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.shapes import Evidence, Place
from fabula.reading.words import listed
from fabula.reading.words.english import KIN_TITLES, NOT_PEOPLE, PLACE_PREFIXES, PLACE_SUFFIXES, PLACES, STOP, TITLES

_CAP = r"[A-Z][a-zé’'-]+[a-zé]"
_NAMED = re.compile(
    rf"[\s\"“‘(—-]([Ii]n|[Aa]t|[Tt]o|[Ff]rom|[Nn]ear|into|through|towards?|beyond|around|round|about|outside|inside|across|reached|left|"
    rf"visited|quitted|entered|via|leaving)\s((?:the\s)?)((?:Mount\s|St\.\s|Great\s|Little\s|New\s|Upper\s|Lower\s|Lake\s)?{_CAP}"
    rf"(?:\s(?:of\s(?:the\s)?)?{_CAP}){{0,3}})(?=([’']s?\s)?)"
)
_LOCATIVE = frozenset(
    [
        "in",
        "at",
        "to",
        "from",
        "near",
        "into",
        "through",
        "toward",
        "towards",
        "beyond",
        "around",
        "outside",
        "inside",
        "across",
        "reached",
        "visited",
        "quitted",
        "via",
        "leaving",
        "left",
        "entered",
    ]
)
_STRONG = frozenset(["in", "at", "near", "into", "from", "reached", "visited", "quitted", "via"])
_MOST = 120
_MOST_WEIGHED = 600
"""So many candidates are looked for in the whole text, the likeliest first."""
_FEW = 15
"""A book with fewer places is searched for the well known ones, wherever it names them."""
_SORTED = re.compile(
    r"\b(village|town|city|county|island|isle|parish|port|street|house|castle|lake|river|valley|province|district|kingdom|"
    r"mountain|forest|estate|inn|hamlet|borough|peninsula|canton|hotel|farm)\s(?:of|called|named)\s(?:the\s)?$"
)
_IN = re.compile(
    r",?\s(?:in|within)\s(?:the\s)?(?:county\sof\s|north\sof\s|south\sof\s|heart\sof\s|centre\sof\s)?(?:the\s)?"
)
_LIES = re.compile(
    r"(?:,\s(?:a|an|the)\s[^,.;:]{3,40}|,?\s(?:is|was|lies|lay|stands|stood|situated)\s[^,.;:]{0,40}?)\b(?:in|within)\s(?:the\s)?"
    r"(?:county\sof\s|north\sof\s|south\sof\s|heart\sof\s)?"
)
_PROVINCES = frozenset("州郡国省府")
_COMMA = re.compile(r",\s")
WORLD = (
    PLACES
    | listed(
        "normandy brittany burgundy provence gascony savoy bavaria saxony bohemia moravia silesia tyrol lombardy "
        "tuscany piedmont "
        "sicily sardinia corsica crete malta gibraltar andalusia castile catalonia flanders northumbria mercia "
        "wessex cumberland "
        "westmorland northumberland durham rutland caithness galloway argyll connaught munster leinster ulster "
        "lapland siberia "
        "crimea caucasus anatolia syria palestine mesopotamia abyssinia nubia sudan congo morocco madagascar "
        "burma siam sumatra "
        "java borneo formosa manchuria mongolia tibet patagonia guiana venezuela argentina chile panama alaska "
        "labrador "
        "ontario quebec louisiana alabama tokyo peking canton nagasaki melbourne sydney auckland johannesburg"
    )
    | {
        "new zealand",
        "new york",
        "new england",
        "hong kong",
        "cape town",
        "south america",
        "north america",
        "san francisco",
    }
)
"""Well known places of the world, in small letters."""
COUNTRIES = listed(
    "england scotland ireland wales britain france germany italy spain portugal austria prussia russia poland "
    "holland "
    "belgium switzerland sweden norway denmark greece turkey egypt africa asia europe america australia canada india "
    "china japan persia arabia mexico brazil peru"
)
COUNTIES = listed(
    "kent sussex essex surrey norfolk suffolk devon devonshire cornwall somerset somersetshire dorset hampshire "
    "wiltshire gloucestershire derbyshire hertfordshire yorkshire lancashire cheshire oxfordshire berkshire "
    "staffordshire northamptonshire warwickshire shropshire"
)
STATES = listed(
    "california texas virginia carolina georgia ohio kentucky tennessee massachusetts pennsylvania connecticut"
)
_WIDE = COUNTRIES | COUNTIES | STATES
_NEVER = listed(
    "monday tuesday wednesday thursday friday saturday sunday january february march april may june july august "
    "september october november december christmas easter god heaven hell lord mr mrs miss sir madam latin greek "
    "english french german italian spanish i chapter volume book part letter"
)
_GONE = frozenset({"hall", "house", "park", "castle", "abbey", "court", "church", "college", "street", "garden"})


@dataclass(frozen=True, slots=True)
class Spotted:
    """One place where a place is named."""

    start: int
    end: int
    place: int


@dataclass(slots=True)
class Site:
    """A place while it is weighed: the name, its offsets, how often behind each kind of word, an article before it."""

    name: str
    starts: list[int] = field(default_factory=list)
    locative: int = 0
    strong: int = 0
    the: int = 0


def english_places(
    pages: Pages, grounds: Sequence[Ground], taken: Collection[str], homes: Sequence[tuple[int, int]], pace: Pace
) -> list[Site]:
    """The places of a book, most named first. `taken` are the names of its people, `homes` spans like "Ann's house"."""
    text = pages.text
    sites: dict[str, Site] = {}
    pace.next_pass()
    for match in _NAMED.finditer(text):
        pace.at(match.start())
        name = _trimmed(match.group(3))
        if not name:
            continue
        site = sites.get(name)
        if site is None:
            site = sites[name] = Site(name)
        owns = match.group(4) is not None and name == match.group(3)
        lead = match.group(1).lower()
        if not owns:
            site.locative += lead in _LOCATIVE
            site.strong += lead in _STRONG
        site.the += bool(match.group(2))
    for ground in grounds:
        sites.setdefault(ground.name, Site(ground.name)).locative += 2
    people = {word.lower() for name in taken for word in name.split()}
    whole = {name.lower() for name in taken}
    chosen: list[Site] = []
    likely = sorted(sites.values(), key=lambda s: (-s.locative, -s.strong, s.name))[:_MOST_WEIGHED]
    for site in likely:
        known = site.name.lower() in WORLD
        if not (site.locative or known) or not _plausible(site, people, whole):
            continue
        if not _promising(site):
            continue
        site.starts = _all_of(text, site.name)
        if _accepted(site) and not _common(text, site):
            chosen.append(site)
    if len(chosen) < _FEW:
        have = {site.name for site in chosen}
        for low in sorted(WORLD):
            name = low.title()
            starts = _all_of(text, name) if name not in have and low not in people else []
            if starts:
                chosen.append(Site(name, starts))
    houses: dict[str, list[int]] = {}
    for start, end in homes:
        houses.setdefault(" ".join(text[start:end].split()), []).append(start)
    have = {site.name for site in chosen}
    chosen.extend(Site(name, starts) for name, starts in houses.items() if name not in have)
    return _without_parts(chosen, {word for name in taken for word in name.split()})[:_MOST]


def _trimmed(name: str) -> str:
    words = name.split()
    while words and words[-1] in {"of", "the"}:
        words.pop()
    for index, word in enumerate(words):
        low = word.lower()
        if index and (low in TITLES and low not in PLACE_PREFIXES and low not in {"major", "general"}):
            words = words[:index]
            break
    while words and words[-1] in {"of", "the"}:
        words.pop()
    return " ".join(words)


def _plausible(site: Site, people: Collection[str], whole: Collection[str]) -> bool:
    words = site.name.lower().split()
    last = words[-1]
    suffixed = len(words) > 1 and last in PLACE_SUFFIXES
    if site.name.lower() in whole or any(w in _NEVER for w in words):
        return False
    if any(w[:-2] in people for w in words if w.endswith(("'s", "’s"))):
        return False
    if words[0] in TITLES | KIN_TITLES and words[0] not in PLACE_PREFIXES:
        return False
    if suffixed:
        return words[0] not in STOP or words[0] in PLACE_PREFIXES
    if any(w in people for w in words) and site.name.lower() not in WORLD:
        return False
    return not any(w in NOT_PEOPLE or w in STOP for w in words if w not in {"of", "the", *PLACE_PREFIXES})


def _promising(site: Site) -> bool:
    """Whether a name can still be accepted once its mentions are counted."""
    return _sure(site) or (site.strong >= 2 and site.locative >= 2)


def _sure(site: Site) -> bool:
    """Whether a name is a place by its words alone."""
    words = site.name.lower().split()
    known = site.name.lower() in WORLD or words[-1] in _WIDE or words[-1].endswith("shire")
    return known or (len(words) > 1 and words[-1] in PLACE_SUFFIXES)


def _accepted(site: Site) -> bool:
    return _sure(site) or site.locative >= 0.25 * max(1, len(site.starts))


def _common(text: str, site: Site) -> bool:
    """Whether a single word that the world does not know as a place is as often written small: a wood, the west."""
    low = site.name.lower()
    if " " in low or low in WORLD:
        return False
    return text.count(f" {low} ") + text.count(f" {low},") + text.count(f" {low}.") >= len(site.starts)


def _all_of(text: str, name: str) -> list[int]:
    """Every offset of a name that is not part of a longer word nor, for a well known place, the first of two names."""
    known = name.lower() in WORLD | COUNTIES
    starts: list[int] = []
    at = text.find(name)
    while at >= 0:
        after = text[at + len(name) : at + len(name) + 1]
        joined = known and after == " " and text[at + len(name) + 1 : at + len(name) + 2].isupper()
        if not (after.isalnum() or joined or (at and text[at - 1].isalnum())):
            starts.append(at)
        at = text.find(name, at + len(name))
    return starts


def _without_parts(sites: list[Site], people: Collection[str]) -> list[Site]:
    """Give a mention to the longest name that holds it; drop names left without mentions."""
    owned: set[int] = set()
    kept: list[Site] = []
    for site in sorted(sites, key=lambda s: (-len(s.name), s.name)):
        words = site.name.split()
        site.starts = [s for s in site.starts if s not in owned]
        if not site.starts:
            continue
        step = 0
        for word in words:
            owned.update(s + step for s in site.starts)
            step += len(word) + 1
        kept.append(site)
    whole = {site.name for site in kept}
    kept = [site for site in kept if site.name.partition(" ")[2] not in whole or site.name.split()[0] not in people]
    kept.sort(key=lambda s: (-len(s.starts), s.name))
    return kept


def in_text(pages: Pages, sites: Sequence[Site]) -> list[Site]:
    """The places without their mentions in headings, and without those named nowhere else."""
    for site in sites:
        site.starts = [s for s in site.starts if pages.inside(s)]
    return [site for site in sites if site.starts]


def spotted(sites: Sequence[Site]) -> list[Spotted]:
    """Every mention of every place, in text order."""
    found = [Spotted(s, s + len(site.name), i) for i, site in enumerate(sites) for s in site.starts]
    found.sort(key=lambda s: s.start)
    return found


def sort_of(pages: Pages, site: Site) -> str:
    """What kind of place a name is: its last word, or what the text calls it, or a country or county of the world."""
    words = site.name.lower().split()
    if len(words) > 1 and words[-1] in PLACE_SUFFIXES:
        return words[-1]
    votes: Counter[str] = Counter()
    for start in site.starts[:40]:
        match = _SORTED.search(pages.text, max(0, start - 30), start)
        if match:
            votes[match.group(1)] += 1
    if votes:
        return min(votes, key=lambda w: (-votes[w], w))
    if site.name.lower() in COUNTRIES:
        return "country"
    if words[-1] in STATES:
        return "state"
    return "county" if words[-1] in COUNTIES or words[-1].endswith("shire") else ""


def places_of(pages: Pages, sites: Sequence[Site]) -> tuple[Place, ...]:
    """The places in the shape that leaves the room, with parents where the text states them."""
    mentions = spotted(sites)
    parents = _parents(pages, sites, mentions)
    out: list[Place] = []
    for index, site in enumerate(sites):
        by_chapter = Counter(pages.chapter(s) for s in site.starts)
        parent, proof = parents.get(index, (None, None))
        out.append(
            Place(
                name=site.name,
                mentions=len(site.starts),
                first=pages.sentence(min(site.starts)),
                key=f"l{index + 1}",
                by_chapter=tuple(sorted(by_chapter.items())),
                sort="" if pages.cjk else sort_of(pages, site),
                parent=None if parent is None else f"l{parent + 1}",
                parent_evidence=proof,
            )
        )
    return tuple(out)


def _parents(pages: Pages, sites: Sequence[Site], mentions: Sequence[Spotted]) -> dict[int, tuple[int, Evidence]]:
    """child -> (parent, sentence): "Fell End, in Kent", "Netherby, Kent"."""
    text = pages.text
    told: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for one, two in itertools.pairwise(mentions):
        gap = text[one.end : two.start]
        if one.place == two.place or two.start - one.end > 60:
            continue
        if pages.cjk:
            if gap in {"", "之", "的"} and sites[one.place].name[-1] in _PROVINCES:
                told[two.place].append((one.place, one.start))
            continue
        big = sites[two.place].name.lower()
        wide = big in _WIDE or big.endswith("shire")
        stated = bool(_IN.fullmatch(gap) or _LIES.fullmatch(gap))
        if stated or (wide and _COMMA.fullmatch(gap)):
            small = sites[one.place].name.lower()
            if small not in COUNTRIES and not (small in COUNTIES and big not in COUNTRIES):
                told[one.place].append((two.place, one.start))
    out: dict[int, tuple[int, Evidence]] = {}
    for child in sorted(told):
        votes = Counter(parent for parent, _ in told[child])
        best = min(votes, key=lambda p: (-votes[p], p))
        if _above(out, best, child):
            continue
        out[child] = (best, pages.sentence(next(at for parent, at in told[child] if parent == best)))
    return out


def _above(out: dict[int, tuple[int, Evidence]], place: int, child: int) -> bool:
    """Whether `child` already lies above `place`, so that a link would close a circle."""
    seen = 0
    while place in out and seen < 20:
        place = out[place][0]
        seen += 1
        if place == child:
            return True
    return False
