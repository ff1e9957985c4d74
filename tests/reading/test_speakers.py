"""Who says what in English: tags, pronouns, alternation, vocatives, and honest doubt."""

from __future__ import annotations

import pytest

from tests.reading.desk import read

CAST = "Nora met her brother. Nora smiled at him. Tobias was wet. He shook himself. “Wet!” said Tobias.\n\n" * 2
GAP = "It rained all night.\n\nThe dog slept.\n\nThe clock stopped.\n\nMorning came at last.\n\n"


@pytest.mark.parametrize(
    "line",
    [
        "“{}” said Nora.",
        "“{}” Nora said.",
        "“{}” cried Nora, laughing.",
        "“{}” said poor little Nora.",
        "“{}” Nora, who was tired, replied.",
        "Tobias waited, and Nora, who was tired, said, “{}”",
        "As they walked up the lane, Nora explained: “{}”",
        "Nora turned to Tobias and said, “{}”",
        "Nora answered:\n\n“{}”",
        "“{}” Nora shut the window.",
        "Nora shut the window. “{}”",
        "“Well,” said Nora, “{}”",
    ],
)
def test_a_name_beside_the_quote_decides(line: str) -> None:
    found = read(CAST + GAP + line.format("Then we must walk.") + "\n")
    assert found.speaker("Then we must walk") == "Nora"


def test_the_person_spoken_to_does_not_speak() -> None:
    found = read(CAST + GAP + "Tobias sat with Nora.\n\n“Nora, you are late.”\n")
    assert found.speaker("Nora, you") != "Nora"


def test_pronouns_choose_by_gender() -> None:
    tail = "Nora and Tobias stood at the door.\n\n“{}” {} said.\n"
    assert read(CAST + tail.format("At last.", "she")).speaker("At last") == "Nora"
    assert read(CAST + tail.format("At last.", "he")).speaker("At last") == "Tobias"


def test_untagged_lines_alternate() -> None:
    talk = (
        "“Where is it?” said Nora.\n\n“Gone,” said Tobias.\n\n“Since when?”\n\n“Since noon.”\n\n"
        "“Who took it?”\n\n“I did.”\n"
    )
    found = read(CAST + talk)
    assert [found.speaker(w) for w in ("Since when", "Since noon", "Who took", "I did")] == [
        "Nora",
        "Tobias",
        "Nora",
        "Tobias",
    ]


def test_a_new_scene_forgets_who_talked_before() -> None:
    talk = "“Where is it?” said Nora.\n\n“Gone,” said Tobias.\n\n"
    other = "Quillon sat with Brusk. She was cross. “Eat,” said Quillon.\n\n“I did,” said Brusk.\n\n“Then drink.”\n\n"
    found = read(CAST + other + talk + other + GAP + other.replace("Then drink", "Then sleep"))
    assert found.speaker("Then sleep") == "Quillon"


def test_addressees_are_told() -> None:
    found = read(CAST + "“Where is it, Tobias?” said Nora.\n\n“Gone,” said Tobias.\n")
    assert found.quote("Where is it").addressee == found.person("Tobias").key
    assert found.quote("Gone").addressee == found.person("Nora").key


def test_somebody_outside_the_cast_is_nobody() -> None:
    found = read(CAST + GAP + "“Tickets, please,” said a porter in a red cap.\n")
    assert found.speaker("Tickets") is None
    assert found.quote("Tickets").confidence == 0.0
    assert found.quote("Tickets").why == "unknown"


def test_sure_tags_are_surer_than_guesses() -> None:
    found = read(CAST + "“Where is it?” said Nora.\n\n“Gone.”\n\n“Gone?” said Nora.\n")
    assert found.quote("Where is it").why == "explicit"
    assert found.quote("Where is it").confidence > 0.9
    assert found.quote("Gone.").why == "implicit"
    assert all(0.0 <= q.confidence <= 1.0 for q in found.reading.quotes)


def test_two_tags_in_one_paragraph_are_two_turns() -> None:
    found = read(CAST + "“Yes,” said Nora. “No,” said Tobias.\n")
    assert (found.speaker("Yes"), found.speaker("No")) == ("Nora", "Tobias")


def test_whoever_introduces_himself_speaks() -> None:
    text = "“My name is Brusk,” said Brusk.\n\n“Oh,” said Nora. Brusk bowed.\n\n" * 2 + GAP
    found = read(CAST + text + "Nora opened the door.\n\n“I am Brusk, the new clerk.”\n")
    assert found.speaker("I am Brusk") == "Brusk"
