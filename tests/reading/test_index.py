"""A cast that is given, people beyond the told ones, and descriptions that turn out to be somebody."""

from __future__ import annotations

from fabula.reading.read import read_book
from fabula.reading.shapes import GivenPerson
from tests.reading.desk import Read, Section, read

CROWD = "".join(
    f"“Here,” said {a}{b}{c}ok. {a}{b}{c}ok waited. {a}{b}{c}ok sat.\n\n"
    for a in "BCDFGHKLMN"
    for b in "aeiou"
    for c in "rl"
)


def read_with(text: str, *cast: GivenPerson) -> Read:
    """Read a text as one chapter with a given cast."""
    return Read(text, read_book(text, [Section(1, 0, len(text))], "en", cast=cast))


def test_people_beyond_the_told_ones_are_in_the_index_and_have_a_voice() -> None:
    found = read(CROWD)
    reading = found.reading
    assert len(reading.people) == 50
    assert len(reading.others) == 50
    assert not {p.key for p in reading.people} & {o.key for o in reading.others}
    voices = {q.voice for q in reading.quotes}
    assert voices >= {o.key for o in reading.others}
    assert {q.speaker for q in reading.quotes} <= {p.key for p in reading.people} | {None}
    for other in reading.others:
        assert found.text.startswith(other.name, other.aliases[0].first_start)


def test_a_small_cast_leaves_the_index_empty() -> None:
    found = read("“Come,” said Nora. Nora ran.\n\n“I will,” said Tobias. Tobias laughed.\n\n" * 3)
    assert found.reading.others == ()
    assert all(q.voice == q.speaker for q in found.reading.quotes)


def test_a_waiter_who_speaks_once_is_in_the_index_only() -> None:
    found = read(
        "Nora sat down. “Tea,” said Nora. Nora sighed.\n\n“At once,” said the waiter.\n\n" + "Nora ate.\n\n" * 3
    )
    everybody = {o.name for o in found.reading.others} | found.names()
    assert "the waiter" in everybody
    assert "the waiter" not in {o.name for o in read("Nora saw the waiter. “Tea,” said Nora.\n\n" * 3).reading.others}


def test_a_given_cast_is_all_there_is() -> None:
    text = "“Come,” said Nora Venn. Nora ran.\n\n“I will,” said Tobias. Tobias laughed.\n\n" * 3
    found = read_with(text, GivenPerson("Nora Venn", ("Nora",), "female"))
    assert found.names() == {"Nora", "Nora Venn"}
    assert found.speaker("Come") == found.person("Nora").name
    assert found.speaker("I will") is None


def test_given_descriptions_and_surnames_are_found() -> None:
    text = "“Halt,” said the big sergeant. The sergeant frowned.\n\n“Never!” cried Venn. Mr. Venn ran.\n\n" * 2
    found = read_with(text, GivenPerson("The Big Sergeant"), GivenPerson("Mr. Tobias Venn", (), "male"))
    assert found.speaker("Halt") == "big sergeant"
    assert found.person("Venn").gender == "male"


def test_a_name_two_given_people_share_is_nobodys() -> None:
    text = "“Yes,” said Venn.\n\n“No,” said Nora Venn. Tobias Venn laughed.\n\n" * 2
    found = read_with(text, GivenPerson("Nora Venn"), GivenPerson("Tobias Venn"))
    assert "Venn" not in found.names()


def test_a_given_narrator_owns_the_first_person() -> None:
    text = "I opened the door. “Come in,” I said. “Thanks,” said Nora. I shut the door.\n\n" * 3
    found = read_with(text, GivenPerson("Ann Fenn", (), "female", narrator=True), GivenPerson("Nora"))
    person = next(p for p in found.reading.people if p.narrator)
    assert found.quote("Come in").speaker == person.key
    assert not any(p.narrator for p in read_with(text, GivenPerson("Nora")).reading.people if p.name == "Nora")


def test_a_trade_is_the_person_who_answers_to_it() -> None:
    scene = (
        "Basil Venn stood before the picture. “Basil, is it done?” asked Nora.\n\n"
        "“Nearly,” said the painter. Basil Venn cleaned a brush.\n\n"
    )
    found = read(scene * 4)
    assert found.quote("Nearly").speaker == found.person("Basil Venn").key


def test_a_trade_with_nobody_near_stays_a_person_of_its_own() -> None:
    text = "“Full,” said the landlord.\n\n“Oh,” said Nora. Nora left.\n\n" * 4
    found = read(text)
    assert found.person("the landlord").key != found.person("Nora").key


def test_pronouns_are_followed_through_narration() -> None:
    cast = "“Yes,” said Nora. She sat.\n\n“Well,” said Dinah. She ate.\n\n" * 3
    rest = "The wind was cold.\n\nThe rain fell.\n\nThe clock struck.\n\nNobody stirred.\n\nIt was late.\n\n"
    alone = "Nora went home. She thought of her sister Dinah. She lit the lamp. She looked out at the rain.\n\n"
    found = read(cast + rest + alone + "“It will not stop,” she said.\n")
    assert found.speaker("It will not stop") == "Nora"


def test_younger_brothers_with_a_wife_keep_their_own_name() -> None:
    text = (
        "“Good,” said Mr. Dale. Mr. Dale ate.\n\n“Bad,” said Mr. John Dale. Mr. John Dale drank.\n\n"
        "“Why?” asked Mrs. John Dale.\n\n"
    )
    found = read(text * 3)
    assert found.person("Mr. Dale").key != found.person("Mr. John Dale").key
    one = read("“Good,” said Mr. Dale. Mr. Dale ate.\n\nMr. John Dale came home. Mr. Dale slept.\n\n" * 3)
    assert one.person("Mr. Dale").key == one.person("Mr. John Dale").key


def test_a_pet_form_used_in_passing_joins_and_a_frequent_one_does_not() -> None:
    rain = "It rained all night, and the wind took three slates off the roof of the barn before it was light.\n\n" * 2
    rare = "“Yes,” said Tabitha Venn. Tabitha Venn ran.\n\n“No,” said Nora.\n\n" * 4 + rain
    rare += "“Oh,” said Tib Venn. Tib Venn laughed.\n\n"
    assert read(rare).person("Tib Venn").key == read(rare).person("Tabitha Venn").key
    both = "“Yes,” said Tobias Venn. He ran.\n\n“No,” said Tob Venn. He slept.\n\n" * 5
    assert read(both).person("Tob Venn").key != read(both).person("Tobias Venn").key
