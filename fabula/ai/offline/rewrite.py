"""A question turned into the opening of its own answer, persons swapped.

Owns the patterns of that turn in English and Chinese. It knows nothing of books but whether the register is classical.
Promise: some text always comes back, the message itself where no pattern fits.
"""

from __future__ import annotations

import re

_SWAP = {
    "you": "I",
    "your": "my",
    "yours": "mine",
    "yourself": "myself",
    "u": "I",
    "i": "you",
    "me": "you",
    "my": "your",
    "mine": "yours",
    "myself": "yourself",
    "we": "you",
    "our": "your",
}
_TOKEN = re.compile(r"[A-Za-z'’]+|[^A-Za-z'’]+")
_LEAD = re.compile(
    r"^(?:(?:so|and|but|well|oh|please|now|ok|okay|hello|hi|hey|dear|(?:do )?tell me(?= (?:what|why|where|who"
    r"|how|when|which|if|whether|,))|say|can you tell me|could you tell me"
    r"|will you tell me|would you tell me|i wonder|i want to know|may i ask|can i ask|excuse me)\b[\s,.!:]*)+",
    re.IGNORECASE,
)
_PATTERNS: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), template)
    for pattern, template in (
        (r"^why (?:don't|didn't|do|did) you not? ?(.+)$", r"I do not \1 because"),
        (r"^why (?:don't|didn't|won't|can't) you (.+)$", r"I do not \1 because"),
        (r"^why (?:do|did|would|have|had|must|should) you (.+)$", r"I \1 because"),
        (r"^why are you (.+)$", r"I am \1 because"),
        (r"^why were you (.+)$", r"I was \1 because"),
        (r"^why (?:do|did|does|would|will|has|have|had) (.+)$", r"\1 because"),
        (r"^why (is|are|was|were) (.+)$", r"\2 because"),
        (r"^what made you (.+)$", r"I \1 because"),
        (r"^where (?:is|are|was|were) (.+)$", r"\1 is in"),
        (r"^where (?:do|did|have|will|would) you (.+)$", r"I \1 in"),
        (r"^where (?:do|did|does|has|have) (.+)$", r"\1 to"),
        (
            r"^(?:what|how) (?:do|did|would|'?s) ?(?:you|your) (?:really )?(?:think|opinion|make|feel|say|find|view)"
            r" ?(?:is )?(?:of|about|on)? ?(.+)$",
            r"I think \1 is",
        ),
        (
            r"^what(?:'s| is| are) your (?:\w+ )?(?:opinion|view|impression|thoughts)s? (?:of|about|on) (.+)$",
            r"I think \1 is",
        ),
        (r"^what (?:is|was) (.+) like$", r"\1 is"),
        (
            r"^(?:tell me|talk|speak|say something|describe|what do you know|what can you tell me)(?: me)?"
            r"(?: something| more| all| a little| a bit)? ?(?:about|of)? (.+)$",
            r"\1 is",
        ),
        (r"^do you know (?:anything about )?(.+)$", r"I know \1"),
        (r"^who(?:'s| is| was| are) (.+)$", r"\1 is"),
        (r"^who (?:do|did) you (.+)$", r"I \1"),
        (r"^who (.+)$", r"he \1"),
        (r"^when (?:do|did|have|will|would) you (.+)$", r"I \1 when"),
        (r"^when (?:do|did|does|is|was|will) (.+)$", r"\1 when"),
        (r"^how old are you$", r"I am years old"),
        (r"^how long (?:have|did|do|were|are) you (.+)$", r"I \1 for"),
        (r"^how (?:many|much) (.+)$", r"there are \1"),
        (r"^how (?:do|did|can|could|would|will|have) you (.+)$", r"I \1 by"),
        (r"^how (?:do|did|does) (.+)$", r"\1 by"),
        (r"^how (?:is|was|are|were) your (.+)$", r"my \1 is"),
        (r"^what(?:'s| is| was| are| were) your (.+)$", r"my \1 is"),
        (r"^what (?:do|did|would) you (?:want|hope|wish|like) to (?:be|become)\b.*$", r"I want to be a"),
        (r"^what are you (.+)$", r"I am \1"),
        (r"^what (?:do|did|have|would|will|can|could|should) you (.+)$", r"I \1"),
        (r"^what (?:is|are|was|were) (.+)$", r"\1 is"),
        (r"^what (?:do|did|does) (.+)$", r"\1"),
        (r"^what should (?:i|we) (.+)$", r"you should \1"),
        (r"^what (?:can|shall|must) (?:i|we) (.+)$", r"you must \1"),
        (r"^which (?:of )?(.+?) (?:do|did|would) you (.+)$", r"I \2 \1"),
        (r"^(?:do|did|don't|didn't|does) you (?:really |ever |still |even )?(.+)$", r"I \1"),
        (r"^(?:do|did) (?:i|we) (.+)$", r"you \1"),
        (r"^(?:are|aren't) you (?:really |still )?(.+)$", r"I am \1"),
        (r"^(?:were|weren't) you (.+)$", r"I was \1"),
        (r"^(?:have|had|haven't) you (?:ever )?(.+)$", r"I have \1"),
        (r"^(?:can|could|will|would|shall|may|must|won't|can't) you (?:ever )?(.+)$", r"I will \1"),
        (r"^should (?:i|we) (.+)$", r"you should \1"),
        (r"^(?:do|does|did) (.+)$", r"\1"),
        (r"^(is|was|are|were) (?:it|there) (.+)$", r"it \1 \2"),
        (r"^(?:is|was|are|were) (.+)$", r"\1"),
    )
)
_ZH_LEAD = re.compile(r"^(?:请问|那么|那|可是|但是|你说|告诉我|请告诉我|请)[，,]?")
_ZH: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), template)
    for pattern, template in (
        (r"^你?(?:当初|当时|后来|又)?(?:为什么|为何|何故|为啥)(?:要|会|肯|愿意|想)?你?(?:要|会)?(.+)$", r"I\1，因为"),
        (r"^(.+?)(?:为什么|为何|何故)(?:要|会)?(.+)$", r"\1\2，因为"),
        (
            r"^你(?:觉得|认为|以为|看)(.+?)(?:这个人|此人)?(?:是个?)?(?:怎么样|怎样|如何|什么样|怎么样的人"
            r"|怎样的人|什么样的人|是什么人)的?人?$",
            r"\1乃",
        ),
        (r"^你?(?:怎么|怎样|如何)(?:看待|看|评价)(.+)$", r"\1乃"),
        (r"^你?对(.+?)(?:有什么|有何|的)(?:看法|印象|感觉|评价|意见)(?:如何|怎样|是什么|怎么样)?$", r"\1乃"),
        (r"^(?:说说|谈谈|讲讲|介绍一下|介绍|聊聊)(.+)$", r"\1乃"),
        (r"^(?:谁是(.+))$", r"\1是"),
        (r"^(.+)(?:是谁|是何人|是什么人)$", r"\1乃"),
        (r"^你(?:是不是|有没有|会不会|能不能|要不要|想不想)(.+)$", r"I\1"),
        (r"^(?:怎样|怎么|如何)(?:才能|能|可以)?(.+)$", r"可\1"),
        (r"^(.+)在(?:哪里|哪儿|何处|什么地方)$", r"\1在"),
        (r"^你(?:的)(.+?)(?:是什么|是谁|有多少|怎么样|如何|在哪里)$", r"I\1是"),
        (r"^你(.+?)[吗么呢]$", r"I\1"),
        (r"^你(?:最)?(.+?)(?:什么|谁|哪里)(.*)$", r"I\1\2"),
        (r"^我们?(?:该不该|应该|应当|该|要不要|要)(.+)$", r"可\1"),
        (r"^你(.+)$", r"I\1"),
    )
)


def _swap(text: str) -> str:
    words = [_SWAP.get(t.lower(), t) if t.lower() != "i" or t == "I" else t for t in _TOKEN.findall(text)]
    return "".join(words)


def rewrite(message: str, *, chinese: bool, classical: bool) -> str:
    """The opening of an answer to the message; `classical` chooses the old words for I and you."""
    plain = message.strip().rstrip("?!.？！。… ").strip()
    if chinese:
        return _rewrite_zh(plain, classical)
    plain = _LEAD.sub("", plain).strip() or plain
    plain = re.sub(r"[’]", "'", plain)
    for pattern, template in _PATTERNS:
        found = pattern.match(plain)
        if found is None:
            continue
        groups = [_swap(group or "") for group in found.groups()]
        turned = template
        for number, group in enumerate(groups, 1):
            turned = turned.replace(f"\\{number}", group)
        return turned
    return _swap(plain)


def _rewrite_zh(plain: str, classical: bool) -> str:
    mine = "吾" if classical else "我"
    plain = _ZH_LEAD.sub("", plain)
    for pattern, template in _ZH:
        found = pattern.match(plain)
        if found is None:
            continue
        turned = template.replace("I", mine)
        if not classical:
            turned = turned.replace("乃", "是").replace("可", "可以")
        for number, group in enumerate(found.groups(), 1):
            turned = turned.replace(f"\\{number}", (group or "").rstrip("吗呢么").replace("你", mine))
        return turned
    return plain.replace("你", mine)
