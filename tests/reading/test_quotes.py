"""Quotations in every common typography, and what only looks like one."""

from __future__ import annotations

import pytest

from tests.reading.desk import read

MARKED = {
    "straight": '"{}"',
    "curly": "“{}”",
    "british": "'{}'",
    "british curly": "‘{}’",
    "guillemets": "«{}»",
    "reversed guillemets": "»{}«",
    "low": "„{}“",
    "corner": "「{}」",
}


@pytest.mark.parametrize("style", sorted(MARKED))
def test_every_typography_is_found(style: str) -> None:
    marked = MARKED[style]
    first, second = marked.format("Shut the gate, please."), marked.format("The gate is shut already.")
    found = read(f"{first} said Nora.\n\nOld Tobias looked up.\n\n{second} said Tobias.\n")
    assert found.said() == ["Shut the gate, please.", "The gate is shut already."]


def test_plain_narration_has_no_quotations() -> None:
    assert read("Nora shut the gate. It was the dogs' gate, and the dogs didn't like it.\n").said() == []


def test_apostrophes_do_not_end_british_speech() -> None:
    text = (
        "'I don't know whose it is; it isn't the boys' boat,' said Nora. 'Ask 'em yourself.'\n\n"
        "'I'll ask,' said Tobias.\n"
    )
    assert read(text).said() == ["I don't know whose it is; it isn't the boys' boat,", "Ask 'em yourself.", "I'll ask,"]


def test_inner_quotations_stay_inside() -> None:
    assert read("“He told me ‘no’ twice,” said Nora.\n").said() == ["He told me ‘no’ twice,"]
    assert read("「他说『不去』。」程四道。\n", "zh").said() == ["他说『不去』。"]


def test_speech_over_paragraphs_is_one_speakers() -> None:
    text = (
        "“The bridge fell in spring,” said Nora. “Nobody mended it.\n\n“So we went by boat.”\n\n"
        "“Of course,” said Tobias.\n"
    )
    found = read(text)
    assert len(found.said()) == 4
    assert found.speaker("So we went") == found.speaker("The bridge")
    assert found.quote("So we went").why == "continued"


def test_a_closed_paragraph_does_not_continue() -> None:
    text = "“The bridge fell in spring,” said Nora.\n\n“So we went by boat.”\n\n“Of course,” said Nora.\n"
    assert read(text).quote("So we went").why != "continued"


def test_a_missing_closing_mark_ends_with_the_paragraph() -> None:
    found = read('"Shut the gate, said nobody at all.\n\nIt rained.\n\n"Well," said Nora.\n')
    assert found.said() == ["Shut the gate, said nobody at all.", "Well,"]


def test_a_missing_closing_mark_ends_where_the_next_quote_opens() -> None:
    found = read('"Shut the gate, said Nora. "It is cold."\n')
    assert found.said()[-1] == "It is cold."


DASHES = [
    "— Где ключ? — спросила Вера.",
    "— На столе, — ответил Павел. — Возьми сама.",
    "Вера вышла в сад.",
    "— Холодно.",
    "— Осень.",
    "— Да.",
]


def test_dash_dialogue_is_cut_at_its_tags() -> None:
    found = read("\n\n".join(DASHES) + "\n", "ru")
    assert found.said() == ["Где ключ?", "На столе,", "Возьми сама.", "Холодно.", "Осень.", "Да."]


def test_single_dashes_in_prose_are_no_dialogue() -> None:
    text = "It was late -- later than usual.\n\n— a blot of ink —\n\n“Yes,” said Nora.\n\n“No,” said Tobias.\n"
    assert read(text).said() == ["Yes,", "No,"]


def test_scare_quotes_are_marked_apart() -> None:
    found = read("“Sit down,” said Nora. The so-called “easy chair” by the fire had three legs.\n")
    assert found.quote("easy chair").kind == "scare"
    assert found.quote("Sit down").kind == "speech"


def test_a_short_answer_is_no_scare_quote() -> None:
    assert read("“Ready?” asked Nora.\n\nTobias said “not yet” and smiled.\n").quote("not yet").kind == "speech"


def test_thoughts_are_marked_apart() -> None:
    found = read("“It is far too late,” thought Nora.\n\n“Come in,” said Nora.\n")
    assert found.quote("It is far").kind == "thought"
    assert found.quote("Come in").kind == "speech"


def test_letters_are_marked_apart() -> None:
    letter = "“Dear Tobias,—\n\n“The house is sold. I leave on Friday.\n\n“NORA.”\n\n"
    found = read(letter + "Tobias folded the paper.\n\n“Well, well,” said Tobias.\n")
    assert {found.quote(w).kind for w in ("Dear Tobias", "The house", "NORA")} == {"letter"}
    assert found.quote("Well").kind == "speech"


def test_directions_are_not_spoken() -> None:
    found = read('"Come here (lowering his voice to a whisper) and shut the door," said Tobias.\n')
    assert found.said() == ["Come here", "and shut the door,"]
    kept = read('"The money (nine pounds) is gone," said Tobias.\n')
    assert kept.said() == ["The money (nine pounds) is gone,"]


def test_words_that_go_on_after_a_tag_are_speech() -> None:
    assert read("“So do I,” said Mrs. Venn gently, “very much.”\n").said() == ["So do I,", "very much."]
    assert read("He was what they called a “real gentleman” in the town.\n").said() == []


def test_an_address_is_no_letter_unless_it_greets() -> None:
    talk = read("“My dear sir, sit down.”\n\n“Thank you,” said Nora.\n")
    assert talk.quote("My dear sir").kind == "speech"
    letter = read("“My dear Nora,--”\n\n“I write to you from Harby, where it rains.”\n\nShe put it down.\n")
    assert letter.quote("I write").kind == "letter"


def test_stage_directions_are_cut_out_and_asides_are_not() -> None:
    found = read("“Well, (smiling,) I never said so.”\n\n“Nora (who was late) has gone.”\n")
    assert found.said() == ["Well,", "I never said so.", "Nora (who was late) has gone."]
