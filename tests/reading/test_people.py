"""Who is in an English book: names, aliases, gender, roles, and what is no person."""

from __future__ import annotations

from fabula.reading.read import read_book
from tests.reading.desk import Read, Section, read, read_chapters

TALK = "“Good morning,” said Nora Halloran.\n\n“Good morning,” said Tobias Venn.\n\n"


def test_people_who_speak_are_found() -> None:
    found = read(TALK * 3)
    assert {"Nora Halloran", "Tobias Venn"} <= found.names()


def test_places_and_months_and_interjections_are_no_people() -> None:
    prose = (
        "Nora went to Wexbridge in October. In Wexbridge it rained. From Wexbridge she wrote. “Hallo!” said Nora.\n\n"
    )
    found = read(prose * 4)
    assert found.names() == {"Nora"}
    assert [p.name for p in found.reading.places] == ["Wexbridge"]


def test_a_name_that_the_book_also_writes_small_is_no_person() -> None:
    prose = "Still the river ran. Nora was still there. She stood still. Still she waited. “Yes,” said Nora.\n\n"
    assert read(prose * 4).names() == {"Nora"}


def test_full_titled_and_bare_names_are_one_person() -> None:
    text = (
        "Mr. Tobias Venn kept bees. Mr. Venn spoke to them. “Well, Tobias?” asked Nora. The bees hummed. "
        "“Sold,” said Mr. Venn. Venn was pleased.\n\n"
    )
    person = read(text * 3).person("Mr. Venn")
    assert {"Mr. Tobias Venn", "Mr. Venn", "Tobias", "Venn"} <= {a.name for a in person.aliases}
    assert person.gender == "male"


def test_a_wife_is_not_her_husband() -> None:
    text = "Mr. Venn slept. Mrs. Venn woke him. “Up,” said Mrs. Venn. “No,” said Mr. Venn. He turned over.\n\n"
    found = read(text * 3)
    assert found.person("Mr. Venn").key != found.person("Mrs. Venn").key
    assert found.person("Mrs. Venn").gender == "female"


def test_a_daughter_is_not_her_mother() -> None:
    text = "Miss Venn sang. Mrs. Venn played for her. “Again,” said Mrs. Venn. “I am tired,” said Miss Venn.\n\n"
    found = read(text * 3)
    assert found.person("Miss Venn").key != found.person("Mrs. Venn").key


def test_people_who_answer_each_other_are_two() -> None:
    text = "“Sell it,” said Venn.\n\n“Never,” said Miss Venn.\n\n“Sell it,” said Venn.\n\n“Never,” said Miss Venn.\n\n"
    found = read(text * 2)
    assert found.person("Venn").key != found.person("Miss Venn").key


def test_short_forms_join_the_name_they_stand_for() -> None:
    text = "Gilbertina Venn was late. “Hurry, Gilbertie!” cried Nora. Gilbertina ran. “I am here,” said Gilbertina.\n\n"
    person = read(text * 3).person("Gilbertina Venn")
    assert "Gilbertie" in {a.name for a in person.aliases}


def test_a_title_means_its_only_bearer() -> None:
    text = "Dr. Osgood came at noon. “Rest,” said the doctor. “I cannot,” said Nora. Dr. Osgood sighed.\n\n"
    found = read(text * 3)
    assert found.speaker("Rest") == "Dr. Osgood"


def test_a_title_with_two_bearers_means_neither() -> None:
    text = (
        "Dr. Osgood came. Dr. Lamb came too. “Rest,” said the doctor. “I cannot,” said Nora. "
        "Dr. Lamb and Dr. Osgood left.\n\n"
    )
    found = read(text * 3)
    assert found.speaker("Rest") not in {"Dr. Osgood", "Dr. Lamb"} or found.quote("Rest").why != "explicit"


def test_described_speakers_are_people() -> None:
    text = "“Full up,” said the landlord.\n\n“Are you sure?” asked Nora.\n\nThe landlord nodded.\n\n"
    found = read(text * 4)
    assert found.speaker("Full up") == "the landlord"
    assert found.person("the landlord").gender == "male"


def test_a_landlord_who_never_speaks_is_no_person() -> None:
    text = "Nora passed the landlord. “Good day,” said Nora. The landlord nodded to her.\n\n"
    assert read(text * 4).names() == {"Nora"}


def test_gender_comes_from_pronouns_where_names_do_not_tell() -> None:
    text = (
        "Quillon sat down. She was tired. “Water,” said Quillon. She drank it. "
        "Brusk waited. He was deaf. “Eh?” said Brusk.\n\n"
    )
    found = read(text * 4)
    assert found.person("Quillon").gender == "female"
    assert found.person("Brusk").gender == "male"


def test_a_narrator_is_a_person_and_gets_the_name_others_use() -> None:
    text = (
        "I opened the door, and I saw Nora on the step. My hat was wet, so I shook it. “Quick, Fenn!” said Nora. "
        "“I know,” I said. I took my coat. I ran, and my heart ran with me. “Fenn, wait!” cried Nora. I waited. "
        "“Fenn,” said Nora, “you forgot the key.” I laughed at my hurry.\n\n"
    )
    found = read(text * 3)
    narrator = next(p for p in found.reading.people if p.narrator)
    assert narrator.name == "Fenn"
    assert found.speaker("I know") == "Fenn"


def test_a_book_in_the_third_person_has_no_narrator() -> None:
    found = read(TALK * 6 + "“I think I shall go,” said Nora Halloran. “I think so too,” said Tobias Venn.\n")
    assert not any(p.narrator for p in found.reading.people)


def test_aliases_say_where_the_book_first_uses_them() -> None:
    one = "“Who are you?” asked Nora.\n\n“A friend,” said the stranger.\n\n“Go,” said Nora. Nora wept.\n\n"
    two = (
        "“I am back,” said Captain Venn.\n\n“Tobias!” cried Nora. Tobias Venn laughed. Captain Venn sat. "
        "Tobias Venn slept.\n\n"
    )
    found = read_chapters(one, one, two * 2)
    venn = found.person("Captain Venn")
    assert {a.first_chapter for a in venn.aliases} == {3}
    assert venn.first_chapter == 3
    assert found.person("Nora").first_chapter == 1
    for person in found.reading.people:
        for alias in person.aliases:
            assert found.text.startswith(alias.name.removeprefix("the "), alias.first_start)


def test_roles_follow_the_part_people_play() -> None:
    main = (
        "“Come,” said Nora Halloran. Nora ran on.\n\n“I will,” said Tobias Venn.\n\nNora laughed. The dog barked.\n\n"
    )
    bad = (
        "Silas Crake struck the dog. “Stand back,” said Silas Crake. Crake threatened Tobias. Crake stole the boat.\n\n"
    )
    found = read_chapters(main * 3 + bad, main * 2 + bad, main + bad + "Peg Tully waved. Peg Tully left.\n")
    assert found.person("Nora").role == "protagonist"
    assert found.person("Silas Crake").role == "antagonist"
    assert found.person("Peg Tully").role == "minor"


def test_nobody_is_an_antagonist_without_hostile_deeds() -> None:
    main = "“Come,” said Nora Halloran. Nora ran on. “I will,” said Tobias Venn. Nora laughed. Tobias smiled.\n\n"
    found = read_chapters(main * 3, main * 3)
    assert "antagonist" not in {p.role for p in found.reading.people}


def test_at_most_fifty_people_and_those_of_several_chapters_first() -> None:
    letters = "bcdfghklmn"
    names = [f"{a.upper()}{b}{c}ok" for a in letters for b in "aeiou" for c in "rl"]
    crowd = "".join(f"“Here,” said {n}. {n} waited.\n\n" for n in names)
    pair = "“Yes,” said Zanna. “No,” said Zanna.\n\n"
    found = read_chapters(pair, crowd * 2, pair)
    assert len(found.reading.people) == 50
    assert "Zanna" in found.names()


def test_heading_names_are_not_first_evidence() -> None:
    found = read_chapters("CHAPTER I.\n\nNora came in. “Well?” said Nora.\n\nNora sat down.\n")
    first = found.person("Nora").first
    assert found.text[first.start : first.end] == "Nora came in."


def test_front_matter_is_not_read() -> None:
    front = "Preface by Ambrose Quill. Ambrose Quill wrote this. “Enjoy,” said Ambrose Quill.\n\n"
    body = "“Come,” said Nora. Nora ran.\n\n“Yes,” said Nora.\n"
    text = front + body
    sections = [Section(None, 0, len(front)), Section(1, len(front), len(text))]
    found = Read(text, read_book(text, sections, "en"))
    assert found.names() == {"Nora"}
    assert all(q.chapter == 1 for q in found.reading.quotes)
