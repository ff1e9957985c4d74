"""The few sentences that are not the book's: spoken by the product, never put in a character's mouth.

Owns their wording in English and Chinese and the order in which wordings follow each other. Promise: which sentence
comes depends only on how many of its set came before, so a refusal gives nothing away about why it was given.
"""

from __future__ import annotations

from collections.abc import Sequence

from fabula.ai.offline.answer import Past

_EN = {
    "none": (
        "Nothing {name} says in the chapters you have read answers that.",
        "On this, the pages you have read are silent.",
        "{Name} leaves that unanswered so far in your reading.",
    ),
    "end": (
        "The scene ends there.",
        "There the book turns to something else.",
        "Of this scene, nothing more is told.",
    ),
    "bye": (
        "The conversation rests here; the book is open where you left it.",
        "Here the conversation pauses; your place in the book is kept.",
        "The book waits at your page.",
    ),
    "greet": (
        "{Name} is here. Ask about something you have read.",
        "{Name} is listening.",
        "Say on; {name} has heard you.",
    ),
    "meta": (
        "These are {name}'s own words, chosen from the book. No language model is connected.",
        "What you read here are quotations of {name}, with their chapter. No language model is connected.",
        "{Name} answers only in words that stand in the book. No language model is connected.",
    ),
    "reader": (
        "Nothing here speaks of you.",
        "The book does not know you yet.",
        "Of you, these pages say nothing.",
    ),
    "nearest": ("The nearest thing {name} says:",),
    "first": ("The first words the book gives {name}:",),
    "passage": ("The book itself says:",),
    "goes-on": ("{Name} goes on:",),
    "asked": ("To {other}, who had asked: “{line}”",),
    "said": ("To {other}, who had said: “{line}”",),
    "was-asked": ("Having been asked: “{line}”",),
    "was-said": ("Having been told: “{line}”",),
    "to": ("To {other}:",),
}
_ZH = {
    "none": (
        "在你读过的章节里，{name}没有说过可以回答这句话的话。",
        "关于这一点，你读过的书页没有提及。",
        "读到此处，{name}还没有回答这个问题。",
    ),
    "end": ("这一幕到此为止。", "书中由此转向别处。", "这一幕，书里没有再写下去。"),
    "bye": (
        "谈话暂歇于此，书仍翻在你读到的那一页。",
        "谈话先到这里，你读到的位置已经记下。",
        "书在你读到的那一页等你。",
    ),
    "greet": ("{name}就在这里，问问你读过的事吧。", "{name}在听。", "请讲，{name}听见了。"),
    "meta": (
        "这些都是{name}自己的话，选自书中。没有接入语言模型。",
        "你在这里读到的是{name}的原话，并注明章节。没有接入语言模型。",
        "{name}只用书中写下的话来回答。没有接入语言模型。",
    ),
    "reader": ("这里没有说到你的话。", "这本书还不认识你。", "关于你，这些书页没有提及。"),
    "nearest": ("{name}说过的最接近的话：",),
    "first": ("书中{name}最初说的话：",),
    "passage": ("书中写道：",),
    "goes-on": ("{name}接着说：",),
    "asked": ("{other}问：“{line}”，于是答道：",),
    "said": ("{other}说：“{line}”，于是答道：",),
    "was-asked": ("有人问：“{line}”，于是答道：",),
    "was-said": ("有人说：“{line}”，于是答道：",),
    "to": ("对{other}说：",),
}


def wordings(key: str, language: str) -> tuple[str, ...]:
    """All wordings of one sentence, in order, with their places for names left open."""
    return (_ZH if language.lower().startswith("zh") else _EN)[key]


def fill(key: str, language: str, turn: int = 0, **places: str) -> str:
    """One wording with its places filled; `turn` counts how often the set was used before."""
    choices = wordings(key, language)
    wording = choices[turn % len(choices)]
    for place in ("name", "other"):
        if place in places:
            places[place] = inside(places[place])
    name = places.get("name", "")
    if name:
        places["Name"] = name[:1].upper() + name[1:]
    for place, value in places.items():
        wording = wording.replace("{" + place + "}", value)
    return wording


def inside(name: str) -> str:
    """A name as it stands inside a sentence: a leading article is written small."""
    for article in ("The ", "A ", "An "):
        if name.startswith(article):
            return article.lower() + name[len(article) :]
    return name


def times(key: str, past: Sequence[Past]) -> int:
    """How many earlier answers came from one set of fixed sentences."""
    return sum(1 for p in past if p.role == "character" and p.answer is not None and p.answer.get("fixed") == key)
