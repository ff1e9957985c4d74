"""What happens in a book: each kind of fact is found where it is stated, and left out where it is not."""

from __future__ import annotations

import pytest

from fabula.reading.shapes import EVENT_KINDS, RELATION_KINDS, Event, Reading, Relationship
from tests.reading.desk import Read, read_chapters

CAST = (
    '"Good morning," said Mr. Dale. "Good morning," said Miss Ann Perrin. Ann smiled. Mr. Dale bowed. "Well," '
    "said Ann. "
    '"Well indeed," said Mr. Dale. "Come in," said Bob Hask. Bob laughed and rubbed his hands. "I will," said '
    'Ann. "So shall I," said Bob. '
    "Mr. Dale lived at Netherby. They all went to Netherby. Ann came from Netherby too.\n\n"
)
"""Three people the reader knows, and a place."""
CAST_ZH = (
    "赵平曰：“好。”钱安曰：“甚好。”赵平大喜。钱安大笑。赵平问曰：“何时？”钱安答"
    "曰：“明日。”孙胜曰：“吾亦往。”赵平曰：“善。”孙胜大喜。"
    "钱安曰：“可。”孙胜曰：“诺。”赵平往江陵。钱安守江陵。孙胜屯江陵。江陵太守甚喜。\n"
)


def told(words: str, language: str = "en") -> Read:
    """A book whose second chapter is `words`, about people known from the first."""
    return read_chapters(CAST if language == "en" else CAST_ZH, words, language=language)


def named(found: Read, key: str | None) -> str:
    names = {p.key: p.name for p in found.reading.people} | {o.key: o.name for o in found.reading.others}
    return names.get(key or "", "")


def deeds(found: Read, words: str) -> set[tuple[str, str, str]]:
    """(kind, first actor, first target) of the events whose sentence is one of `words`."""
    at = found.text.index(words)
    return {
        (e.kind, named(found, e.actors[0]), named(found, e.targets[0]) if e.targets else "")
        for e in found.reading.events
        if at <= e.evidence[0].start < at + len(words)
    }


@pytest.mark.parametrize(
    ("stated", "kind", "target", "unstated"),
    [
        ("Mr. Dale died in the spring.", "death", "", "Mr. Dale would have died in the spring."),
        ("Mr. Dale married Ann in June.", "marriage", "Ann", "If Mr. Dale married Ann in June, all was well."),
        ("Mr. Dale met Bob in the lane.", "meeting", "Bob", "Mr. Dale never met Bob in the lane."),
        ("Mr. Dale set out for London.", "journey", "", "They hoped that Mr. Dale set out for London."),
        ("Mr. Dale went to Netherby.", "journey", "", "Mr. Dale almost went to Netherby."),
        ("Mr. Dale struck Bob with a stick.", "fight", "Bob", "Had Mr. Dale struck Bob with a stick?"),
        ("Mr. Dale promised to write.", "promise", "", "Perhaps Mr. Dale promised to write."),
        (
            "Mr. Dale decided to sell the mill.",
            "decision",
            "",
            "Nobody knew whether Mr. Dale decided to sell the mill.",
        ),
        ("Mr. Dale wrote to Ann.", "letter", "Ann", "Mr. Dale might have written to Ann."),
        ("Mr. Dale gave Ann a ring.", "gift", "Ann", "Mr. Dale gave Ann a smile."),
        ("Mr. Dale fell ill.", "illness", "", "Mr. Dale scarcely fell ill."),
        ("Mr. Dale took leave of Bob.", "parting", "Bob", "Why had Mr. Dale never taken leave of Bob?"),
        (
            "Mr. Dale told Bob that it was late.",
            "telling",
            "Bob",
            "It was said that Mr. Dale told Bob that it was late.",
        ),
    ],
)
def test_a_deed_is_an_event_only_where_it_is_stated(stated: str, kind: str, target: str, unstated: str) -> None:
    found = told(f"The year wore on. {stated} The leaves fell.")
    assert (kind, "Mr. Dale", target) in deeds(found, stated)
    assert not deeds(told(f"The year wore on. {unstated} The leaves fell."), unstated)


@pytest.mark.parametrize(
    ("stated", "kind", "target", "unstated"),
    [
        ("赵平病卒。", "death", "", "赵平不死。"),
        ("赵平斩钱安于马下。", "death", "钱安", "赵平欲斩钱安。"),
        ("赵平往江陵。", "journey", "", "赵平欲往江陵。"),
        ("赵平生擒孙胜。", "capture", "孙胜", "赵平未能生擒孙胜。"),
        ("赵平与钱安大战。", "fight", "钱安", "赵平不敢与钱安大战。"),
        ("赵平娶钱安之妹。", "", "", "赵平不娶。"),
        ("赵平投降。", "allegiance", "", "赵平岂肯投降？"),
    ],
)
def test_a_chinese_deed_is_an_event_only_where_it_is_stated(stated: str, kind: str, target: str, unstated: str) -> None:
    seen = deeds(told(stated, "zh"), stated)
    assert (kind, "赵平", target) in seen if kind else not seen
    assert not deeds(told(unstated, "zh"), unstated)


def test_the_passive_turns_a_deed_round() -> None:
    assert ("death", "钱安", "赵平") in deeds(told("赵平被钱安一刀斩于马下。", "zh"), "赵平被钱安")
    assert ("meeting", "Bob", "Mr. Dale") in deeds(told("Mr. Dale was joined by Bob."), "Mr. Dale was joined")


def test_a_pronoun_means_the_only_one_it_can() -> None:
    alone = "Bob Hask smiled in the hall. He fainted."
    assert ("illness", "Bob Hask", "") in deeds(told(f"{alone} The clock struck."), "He fainted.")
    both = "Bob Hask smiled at Mr. Dale, and Mr. Dale smiled. He fainted."
    assert not deeds(told(f"{both} The clock struck."), "He fainted.")


def test_a_deed_has_its_place_and_two_their_deed() -> None:
    found = told("Ann and Bob went to Netherby.")
    event = next(e for e in found.reading.events if e.kind == "journey" and len(e.actors) == 2)
    assert {named(found, k) for k in event.actors} == {"Ann", "Bob"}
    assert next(p.name for p in found.reading.places if p.key == event.place) == "Netherby"


def test_nobody_is_dead_who_goes_on_speaking() -> None:
    more = '"I am here," said Mr. Dale. "So," said Ann. "I am," said Mr. Dale. "Yes," said Ann. "Oh," said Mr. Dale.'
    dead = read_chapters(CAST + "Mr. Dale died in the night.", "Ann wept for days.")
    alive = read_chapters(CAST + "Mr. Dale died in the night.", more)
    assert [named(dead, d.person) for d in dead.reading.deaths] == ["Mr. Dale"]
    assert alive.reading.deaths == ()


def bonds(found: Read) -> set[tuple[str, str, str]]:
    """(source, label or kind, target) of all relationships."""
    return {(named(found, r.source), r.label or r.kind, named(found, r.target)) for r in found.reading.relationships}


@pytest.mark.parametrize(
    ("stated", "bond", "unstated"),
    [
        (
            "Ann sat down. Bob's sister Ann was tired.",
            ("Ann", "sister", "Bob"),
            "Ann sat down. Bob's brother Ann was tired.",
        ),
        ("Ann, the wife of Bob, wept.", ("Ann", "wife", "Bob"), "Ann, like the wife of Bob, wept."),
        ("Bob was Ann's cousin.", ("Bob", "cousin", "Ann"), "Bob saw Ann's cousin."),
        (
            "Bob stood up. He looked at his friend Mr. Dale.",
            ("Mr. Dale", "friend", "Bob"),
            "Bob stood up. He looked at no friend but Mr. Dale.",
        ),
    ],
)
def test_a_relationship_is_found_only_where_it_is_stated(
    stated: str, bond: tuple[str, str, str], unstated: str
) -> None:
    assert bond in bonds(told(stated))
    assert bond not in bonds(told(unstated))


def test_chinese_relationships() -> None:
    assert ("钱安", "弟", "赵平") in bonds(told("却说赵平之弟钱安至。", "zh"))
    assert ("孙胜", "部将", "赵平") in bonds(told("赵平部将孙胜至。", "zh"))
    assert ("钱安", "弟", "赵平") not in bonds(told("赵平见钱安至。", "zh"))


def test_couples_and_acquaintances() -> None:
    pair = '"Well," said Mr. Hale. "Well," said Mrs. Hale. Mr. Hale sat. Mrs. Hale sat. Mr. and Mrs. Hale were rich.'
    assert ("Mrs. Hale", "wife", "Mr. Hale") in bonds(told(pair))
    talk = '"Is it far?" asked Ann.\n\n"It is not," said Bob.\n\n"Good," said Ann.\n\n"Come," said Bob.'
    assert ("Ann", "acquaintance", "Bob") in bonds(told(talk)) | {(b, k, a) for a, k, b in bonds(told(talk))}


def test_places_and_what_they_lie_in() -> None:
    found = told("He came to Fell End, in Kent. They stayed at Fell End. She reached Fell End by noon.").reading
    by_name = {p.name: p for p in found.places}
    assert by_name["Fell End"].parent == by_name["Kent"].key
    assert by_name["Kent"].sort == "county"
    assert by_name["Fell End"].parent_evidence is not None
    wide = told(
        "It rained in Overby. Overby is a small place in Kent. She came to Overby. She slept in Overby."
    ).reading
    parents = {p.name: next((q.name for q in wide.places if q.key == p.parent), "") for p in wide.places}
    assert parents["Overby"] == "Kent"
    assert "Monday" not in {p.name for p in told("They came in Monday. It was in Monday.").reading.places}


def test_threads_open_and_close_rules_and_nodes() -> None:
    words = (
        "Mr. Dale proposed to Ann in the garden. It was the law of the valley that nobody might sell a mill. "
        "Ann decided to leave the valley. Bob begged her to stay with the mill. Who had seen Bob?"
    )
    found = told(f"{words} Ann slept. Mr. Dale married Ann in June.").reading
    opened = next(t for t in found.threads if t.kind == "proposal")
    assert opened.closed is not None
    assert opened.closed.start > opened.evidence[0].end
    still = told(words).reading
    assert next(t for t in still.threads if t.kind == "proposal").closed is None
    assert {t.kind for t in still.threads} >= {"question"}
    assert [rule.hard for rule in still.rules] == [True]
    (node,) = still.nodes
    text = told(words).text
    assert [text[o.start : o.end] for o in node.options] == ["to leave the valley", "to stay with the mill"]
    assert told("Ann decided to leave the valley.").reading.nodes == ()


def test_causes_stand_before_their_effects() -> None:
    found = told("Mr. Dale proposed to Ann. The year wore on. Mr. Dale married Ann.").reading
    wedding = next(e for e in found.events if e.kind == "marriage")
    asked = next(e for e in found.events if e.kind == "proposal")
    assert wedding.causes == (asked.key,)


def test_everything_is_keyed_known_and_cited() -> None:
    reading = told("Mr. Dale met Ann. Bob's sister Ann wept. Mr. Dale went to Netherby.").reading
    check(reading)


def check(reading: Reading) -> None:
    """Keys are unique and refer to what there is; kinds are of the closed lists; chapters are those of the evidence."""
    people = {p.key for p in reading.people} | {o.key for o in reading.others}
    places = {p.key for p in reading.places}
    facts: list[Event | Relationship] = [*reading.events, *reading.relationships]
    assert len({f.key for f in facts}) == len(facts)
    for fact in facts:
        assert fact.evidence
        assert fact.chapter == max(e.chapter for e in fact.evidence)
    before: set[str] = set()
    for event in reading.events:
        assert event.kind in EVENT_KINDS
        assert event.actors
        assert {*event.actors, *event.targets} <= people
        assert event.place is None or event.place in places
        assert set(event.causes) <= before
        before.add(event.key)
    for bond in reading.relationships:
        assert bond.kind in RELATION_KINDS
        assert {bond.source, bond.target} <= people
        assert bond.source != bond.target
