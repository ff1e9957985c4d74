"""Verbs whose object is somebody unnamed, or looser ways of saying what other tables say.

Owns a table only. Knows nothing of sentences. Promise: verb -> (kind, need, what follows the verb up to the need).
"""

from __future__ import annotations

from fabula.reading.words.deed_parts import ANY, GOODS, OBJECT, PLACE, SOMEBODY, TARGET, TO_PERSON

WIDER: dict[str, tuple[tuple[str, str, str], ...]] = {
    "returned": (
        ("arrival", PLACE, r"(?:\s[a-z]+ly)?\s(?:to|into)\s(?:the\s)?"),
        ("meeting", TARGET, rf"(?:\s[a-z]+ly|\sagain|\sat\sonce)?{TO_PERSON}"),
        (
            "arrival",
            ANY,
            r"(?:\smost\s[a-z]+ly|\s[a-z]+ly)?(?:\s(?:on|in)\s(?:the\s)?(?:[A-Z][a-z]+day|evening|morning|afternoon|night|spring|autumn|summer|winter)\b|(?=\.\s|\.$))",
        ),
    ),
    "came": (
        ("arrival", ANY, r"(?=,\sand\b)|\s(?:to\s(?:stay|dinner|tea|call|visit|see\s)|again|on\s[A-Z][a-z]+day)\b"),
        ("meeting", TARGET, rf"(?:\sup|\sover|\sback)?\sto(?:wards?)?(?=\s){OBJECT}"),
        ("movement", ANY, r"\s(?:up|forward|running|out)(?=[.,;]|\sto\s)"),
    ),
    "went": (
        ("meeting", TARGET, rf"(?:\sup|\sover|\sback|\sout)?\sto{OBJECT}"),
        ("journey", ANY, r"\s(?:back|off|out)(?=[.,;])"),
    ),
    "invited": (("invitation", ANY, rf"\s{SOMEBODY}\s(?:to|in|into|up|home)\b"),),
    "wrote": (
        ("letter", ANY, rf"(?:\s(?!to\b)[a-z]+){{0,4}}?\sto\s{SOMEBODY}"),
        ("letter", ANY, r"\s(?:home|back|again|at\sonce)\b"),
    ),
    "told": (("telling", ANY, rf"\s{SOMEBODY}\s(?:that|of|about|all|everything|how|why|what|where|the|his|her)\b"),),
    "informed": (("telling", ANY, rf"\s{SOMEBODY}\s(?:that|of|about|how|why|what|where)\b"),),
    "assured": (("telling", TARGET, OBJECT), ("telling", ANY, rf"\s{SOMEBODY}\s(?:that|of)\b")),
    "begged": (("request", ANY, rf"\s(?:{SOMEBODY}\s(?:not\s)?to|for|leave\sto|that)\s"),),
    "persuaded": (("request", ANY, rf"\s{SOMEBODY}\sto\s"),),
    "urged": (("request", ANY, rf"\s{SOMEBODY}\sto\s"),),
    "asked": (("request", ANY, rf"\s(?:{SOMEBODY}\s(?:to|if|whether|for|about)|for|leave\sto)\s"),),
    "ordered": (("request", ANY, rf"\s{SOMEBODY}\sto\s"),),
    "joined": (("meeting", ANY, rf"\s{SOMEBODY}\b"),),
    "met": (("meeting", ANY, rf"\s(?:with\s)?{SOMEBODY}(?=[.,;]|\s(?:at|in|on|with|by|again)\b)"),),
    "followed": (("company", ANY, rf"\s{SOMEBODY}(?=[.,;]|\s(?:to|into|out|up|down|in|through|across|home)\b)"),),
    "accompanied": (("company", ANY, rf"\s{SOMEBODY}\b"),),
    "kissed": (("affection", ANY, rf"\s{SOMEBODY}(?=[.,;]|\s(?:and|on|again|with)\b)"),),
    "thanked": (("affection", ANY, rf"\s{SOMEBODY}(?=[.,;]|\s(?:for|with|and|again)\b)"),),
    "refused": (("refusal", ANY, rf"\s{SOMEBODY}(?=[.,;])"),),
    "married": (
        (
            "marriage",
            ANY,
            r"\s(?:him|her|(?:his|her)\s[a-z]+|a|an|again|the)\b(?!\s(?:man|woman|daughters?|sisters?|sons?)s?\b(?=\s(?:and|was|were)\b))",
        ),
    ),
    "gave": (("gift", ANY, rf"\s{SOMEBODY}{GOODS}"),),
    "handed": (("gift", ANY, rf"\s{SOMEBODY}{GOODS}"),),
    "showed": (("telling", ANY, rf"\s{SOMEBODY}{GOODS}"),),
    "led": (("company", ANY, rf"\s{SOMEBODY}\s(?:to|into|out|up|down|away|through|across|back|in)\b"),),
    "took": (
        ("journey", ANY, rf"\s{SOMEBODY}\s(?:home|away|to\s(?:the|[A-Z]))\b"),
        ("parting", ANY, r"\s(?:their|his|her|my)\sleave\b"),
    ),
    "left": (
        ("parting", ANY, rf"\s{SOMEBODY}(?=[.;]|,\s(?:and|who)|\s(?:alone|together|standing|sitting)\b)"),
        (
            "journey",
            ANY,
            r"\s(?:home|town|school|the\s(?:country|city|town|village|neighbourhood|neighborhood|island|ship))\b",
        ),
    ),
    "sent": (("request", ANY, rf"\sfor\s{SOMEBODY}\b"),),
    "brought": (("gift", ANY, rf"(?:\s{SOMEBODY})?{GOODS}"),),
    "carried": (("possession", ANY, rf"{GOODS}"),),
    "received": (("letter", ANY, r"\s(?:no\s)?(?:news|word)\sfrom\b"),),
    "arrived": (("arrival", ANY, r"\s(?:[a-z]+ly\s)?(?:at|in|from|on|with)\b"),),
    "promised": (("promise", ANY, rf"\s{SOMEBODY}\s(?:to|that|never|not)\b"),),
    "seized": (("fight", ANY, rf"\s{SOMEBODY}\s(?:by|and)\b"),),
    "struck": (("fight", ANY, rf"\s{SOMEBODY}\s(?:in|on|across|with|down|over)\b"),),
    "shot": (("fight", ANY, rf"\s{SOMEBODY}(?=[.,;]|\s(?:in|through|with|dead)\b)"),),
    "recovered": (("illness", ANY, r"\s(?:from|his\ssenses|her\ssenses|consciousness)\b"),),
    "caught": (("movement", ANY, r"\sthe\s(?:[a-z-]+\s)?(?:train|coach|boat|omnibus|bus|tram)\b"),),
}
