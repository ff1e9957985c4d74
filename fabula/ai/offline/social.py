"""Answers to messages that are only manners: thanks, apologies, insults, praise, "how are you".

Owns sentences such an answer may resemble; they only measure, they are never shown. Greeting and farewell have a form
by which they are known instead. Promise: a message about something never comes here.
"""

from __future__ import annotations

import numpy as np

from fabula.ai.offline.embed import Embedder, Vectors
from fabula.ai.offline.forms import names_itself
from fabula.ai.offline.message import Asked
from fabula.ai.offline.voice import Floats, Voice

ENOUGH = 0.57
_EN = {
    "thanks": (
        "You are very welcome; it was nothing.",
        "Do not mention it.",
        "There is no need to thank me.",
        "I am happy to have been of service to you.",
        "It was a pleasure to help you.",
    ),
    "sorry": (
        "I forgive you with all my heart.",
        "Pray do not apologise; it does not matter.",
        "Say no more about it, there is nothing to forgive.",
        "It was not your fault.",
        "You ought to be ashamed of yourself.",
    ),
    "insult": (
        "How dare you speak to me like that!",
        "You are very rude.",
        "Hold your tongue!",
        "I will not be insulted.",
        "You have no right to say such things to me.",
        "You should not make personal remarks.",
    ),
    "praise": (
        "Thank you for the compliment.",
        "You flatter me.",
        "You are too kind.",
        "I do not deserve such praise.",
        "It is very good of you to say so.",
    ),
    "reader": (
        "Who are you?",
        "I do not know who you are.",
        "Have we met before?",
        "I should like to know you better.",
        "You are a stranger to me.",
    ),
    "how-are-you": (
        "I am very well, I thank you.",
        "I am quite well.",
        "I do not feel well today.",
        "I am tired and unhappy.",
        "I have never been better in my life.",
    ),
    "who-are-you": (
        "My name is.",
        "I am a poor man.",
        "I am the master of this house.",
        "I am only a girl.",
        "I hardly know who I am.",
    ),
}
_OLD_ZH = {
    "thanks": ("不必多谢。", "区区小事，何足挂齿。", "何必言谢。", "此分内之事。"),
    "sorry": ("公何罪之有？", "吾不怪汝。", "恕汝无罪。", "非汝之过也。"),
    "insult": ("匹夫安敢辱我！", "汝何敢无礼！", "住口！", "汝敢小觑我耶！"),
    "praise": ("何敢当此。", "过誉了，不敢当。", "吾何足道哉。", "承公谬赞。"),
    "reader": ("汝是何人？", "来者何人？", "吾不识汝。", "公何人也？"),
    "how-are-you": ("吾无恙。", "吾病矣。", "吾心甚忧。", "幸得平安。"),
    "who-are-you": ("吾乃某人也。", "某姓某名某字某。", "吾乃山野之人。", "我乃大将某人也。"),
}
_NEW_ZH = {
    "thanks": ("不客气。", "不用谢，这算不了什么。", "别这么说，应该的。", "举手之劳。"),
    "sorry": ("没关系，我不怪你。", "别放在心上。", "不是你的错。", "我原谅你。"),
    "insult": ("你怎么敢这样跟我说话！", "你太没礼貌了。", "住口！", "不许你这样说我。"),
    "praise": ("过奖了。", "你太客气了。", "我哪有你说的那么好。", "谢谢你的夸奖。"),
    "reader": ("你是谁？", "我不认识你。", "我们以前见过吗？", "你从哪里来？"),
    "how-are-you": ("我很好。", "我今天不太舒服。", "我累了。", "还过得去。"),
    "who-are-you": ("我的名字叫某某。", "我是这里的人。", "我只是个普通人。", "我姓某。"),
}


class Manners:
    """The measuring sentences of one register with their vectors."""

    def __init__(self, embed: Embedder, *, chinese: bool, classical: bool) -> None:
        table = (_OLD_ZH if classical else _NEW_ZH) if chinese else _EN
        self._vectors: dict[str, Vectors] = {act: embed.encode(list(said)) for act, said in table.items()}

    def likeness(self, act: str, voice: Voice) -> Floats:
        """The nearness of every unit to an answer to this act; zeros for an act known by its form."""
        if act not in self._vectors:
            return np.zeros(len(voice), dtype=np.float32)
        near: Floats = (voice.vectors @ self._vectors[act].T).max(axis=1)
        return near


def rank(act: str, asked: Asked, voice: Voice, manners: Manners, embed: Embedder) -> Floats:
    """Values by which to answer a message that is only manners; `ENOUGH` is the least to answer with."""
    near = manners.likeness(act, voice)
    context = np.zeros(len(voice), dtype=np.float32)
    if len(voice.contexts):
        context = voice.spread((voice.context_vectors @ embed.encode([asked.text])[0]).astype(np.float32))
    value = near + 0.5 * voice.prior
    value -= np.where(voice.words > 25, 0.15, 0.0) + np.where(voice.words < 3, 0.10, 0.0)
    value += 0.5 * np.clip((context - 0.6) / 0.4, 0, 1)
    if act == "who-are-you":
        value += 0.30 * np.array([voice.character in u.named and names_itself(u.text) for u in voice.units], dtype=bool)
    return np.round(value, 4).astype(np.float32)
