"""Chinese books: names without capitals, classical and modern speech, aliases, roles."""

from __future__ import annotations

from tests.reading.desk import Read, read, read_chapters

MODERN = (
    "谭砚秋推开门，看见桌上放着一封信。\n"
    "“谁送来的？”谭砚秋问。\n"
    "“不知道。”秦守拙说，“早上就在那里了。”\n"
    "谭砚秋走到窗边，她把信拆开。秦守拙站着没动，他在等。\n"
    "“你先别看。”秦守拙说。\n"
    "“为什么？”谭砚秋说。\n"
)
CLASSICAL = (
    "却说秦琰引兵而出，鲁恪在后。秦琰谓鲁恪曰：“贼众我寡，当以火攻之。”恪曰：“主公之言是也。”"
    "琰大喜，遂令军士取火。鲁恪谏曰：“风未起，不可轻动。”秦琰曰：“吾意已决。”"
    "鲁恪退而叹曰：“此去必败！”秦琰闻之，笑曰：“公何怯也？”\n"
)


def modern(tail: str) -> Read:
    """The modern scene twice, then `tail`."""
    return read(MODERN * 2 + tail, "zh")


def test_names_are_found_without_capitals() -> None:
    assert {"谭砚秋", "秦守拙"} <= modern("").names()


def test_words_that_begin_clauses_are_no_names() -> None:
    found = modern("忽然下雨了。忽然又停了。忽然有人敲门。于是他们出门。于是大家都笑了。于是天黑了。\n")
    assert found.names() <= {"谭砚秋", "秦守拙", "小谭", "老秦"}


def test_a_name_behind_the_quote_decides() -> None:
    found = modern("“信是空的。”谭砚秋低声说。\n“空的？”秦守拙问道。\n")
    assert found.speaker("信是空的") == "谭砚秋"
    assert found.speaker("空的？") == "秦守拙"


def test_a_name_before_the_colon_decides_and_its_object_does_not() -> None:
    found = modern("秦守拙对谭砚秋说：“我们走吧。”\n")
    assert found.speaker("我们走吧") == "秦守拙"


def test_quotes_cut_by_a_tag_are_one_turn() -> None:
    found = modern("“信上说，”谭砚秋说，“今晚有雪。”\n")
    assert found.speaker("今晚有雪") == "谭砚秋"


def test_pronouns_choose_by_gender() -> None:
    assert modern("谭砚秋和秦守拙都站住了。\n“走吧。”她说。\n").speaker("走吧") == "谭砚秋"
    assert modern("谭砚秋和秦守拙都站住了。\n“走吧。”他说。\n").speaker("走吧") == "秦守拙"


def test_untagged_lines_alternate() -> None:
    found = modern("“雪停了。”谭砚秋说。\n“停了。”秦守拙说。\n“那走吗？”\n“走。”\n")
    assert found.speaker("那走吗") == "谭砚秋"
    assert found.speaker("走。") == "秦守拙"


def test_classical_speech_in_one_paragraph_is_many_turns() -> None:
    found = read(CLASSICAL * 2, "zh")
    assert found.speaker("贼众我寡") == "秦琰"
    assert found.speaker("风未起") == "鲁恪"
    assert found.speaker("吾意已决") == "秦琰"


def test_a_lone_given_name_is_whoever_was_named_with_it() -> None:
    assert read(CLASSICAL * 2, "zh").speaker("主公之言") == "鲁恪"


def test_an_omitted_subject_is_the_sentences_subject() -> None:
    assert read(CLASSICAL * 2, "zh").speaker("公何怯也") == "秦琰"


def test_courtesy_names_are_aliases() -> None:
    text = "秦琰，字伯玉，陇上人也。" + CLASSICAL + "伯玉曰：“可战矣。”伯玉乃出。伯玉大呼曰：“随我来！”\n"
    found = read(text * 2, "zh")
    assert found.person("伯玉").key == found.person("秦琰").key


def test_strangers_names_are_not_joined() -> None:
    found = read(CLASSICAL * 2, "zh")
    assert found.person("秦琰").key != found.person("鲁恪").key


def test_titles_join_the_only_bearer_of_the_surname() -> None:
    found = modern("“秦师傅，您坐。”谭砚秋说。\n“秦师傅，喝茶。”谭砚秋说。\n")
    assert found.person("秦师傅").key == found.person("秦守拙").key


def test_a_wife_is_not_her_husband() -> None:
    found = modern("秦夫人走进来。秦夫人说：“坐。”秦夫人笑了。秦夫人说：“请坐。”秦夫人出去了。\n")
    assert found.person("秦夫人").key != found.person("秦守拙").key
    assert found.person("秦夫人").gender == "female"


def test_roles_outside_the_cast_are_nobody() -> None:
    found = modern("门开了。\n“有你们的电报。”邻居说。\n")
    assert found.speaker("有你们的电报") is None


def test_verse_and_letters_are_no_speech() -> None:
    found = read(CLASSICAL * 2 + "后人有诗曰：“火照江流血未干。”\n", "zh")
    assert found.quote("火照江流").kind == "letter"
    assert found.quote("贼众我寡").kind == "speech"


def test_aliases_carry_their_chapter() -> None:
    found = read_chapters(MODERN * 2, MODERN + "“秦师傅，您坐。”谭砚秋说。“秦师傅，喝茶。”\n", language="zh")
    first = {a.name: a.first_chapter for a in found.person("秦守拙").aliases}
    assert first["秦守拙"] == 1
    assert first["秦师傅"] == 2


def test_japanese_loses_people_but_keeps_quotations() -> None:
    found = read("「もう帰るよ」と彼は言った。\n「早いね」\n", "ja")
    assert found.said() == ["もう帰るよ", "早いね"]
    assert found.reading.people == ()


def test_a_lone_given_name_finds_whoever_was_named_in_full() -> None:
    text = "却说曹岱引兵到城下。岱曰：“开门！”岱又曰：“快开门！”曹岱入城，岱怒曰：“走！”\n"
    found = read(CLASSICAL * 2 + text, "zh")
    assert found.reading.quotes[-1].voice is not None
    assert "曹岱" in found.names() | {o.name for o in found.reading.others}


def test_a_courtesy_name_behind_a_lone_given_name_joins() -> None:
    found = read(CLASSICAL * 2 + "却说秦琰入城。琰字伯玉，少有大志。伯玉曰：“可战矣。”\n", "zh")
    assert found.person("伯玉").key == found.person("秦琰").key


def test_crowds_and_messengers_are_nobody() -> None:
    found = read(CLASSICAL * 2 + "鲁恪大喜。众将皆曰：“将军神算！”\n忽人报：“贼兵到了！”\n", "zh")
    assert found.speaker("将军神算") is None
    assert found.speaker("贼兵到了") is None


def test_somebody_spoken_to_behind_an_office_does_not_speak() -> None:
    found = read(CLASSICAL * 2 + "秦琰升帐，唤先锋鲁恪分付曰：“汝引一军先行。”\n", "zh")
    assert found.speaker("汝引一军") == "秦琰"


def test_a_stranger_named_right_after_is_the_speaker() -> None:
    found = read(CLASSICAL * 2 + "一人出曰：“某愿往。”秦琰视之，乃鲁恪也。\n", "zh")
    assert found.speaker("某愿往") == "鲁恪"
    other = read(CLASSICAL * 2 + "一人出曰：“某愿往。”秦琰不语，退入帐中。\n", "zh")
    assert other.speaker("某愿往") is None


def test_rank_words_are_no_surnames() -> None:
    found = read(CLASSICAL * 2 + "左将军引兵到。左将军大喜。车左曰：“来矣。”车左曰：“快走。”\n", "zh")
    assert "左将军" not in found.names()
