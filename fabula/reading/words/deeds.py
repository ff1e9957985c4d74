"""What verbs tell that something happens, in English: all frames together, their weights, and words around subjects.

Owns the tables only. Knows nothing of sentences or persons. Promise: every frame is a verb in the past, a kind of event,
what it needs (a target, a place, an agent, or nothing) and a linear pattern of what may stand between verb and need.
"""

from __future__ import annotations

from fabula.reading.words import listed
from fabula.reading.words.deed_crowds import WIDER
from fabula.reading.words.deed_dealings import MORE
from fabula.reading.words.deed_fates import FATES
from fabula.reading.words.deed_parts import BY_PERSON
from fabula.reading.words.deed_rounds import ROUND

FRAMES: dict[str, tuple[tuple[str, str, str], ...]] = {}
for _table in (FATES, MORE, ROUND, WIDER):
    for _verb, _frames in _table.items():
        FRAMES[_verb] = FRAMES.get(_verb, ()) + tuple((k, n, p.replace("{by}", BY_PERSON)) for k, n, p in _frames)

WEIGHTS = {
    "death": 10, "marriage": 9, "proposal": 8, "birth": 7, "fight": 6, "capture": 6, "escape": 6, "promise": 5, "quarrel": 5,
    "allegiance": 5, "discovery": 5, "decision": 5, "refusal": 5, "illness": 5, "letter": 4, "appointment": 4, "journey": 4,
    "gift": 4, "telling": 3, "request": 3, "affection": 4, "invitation": 3, "parting": 3, "meeting": 3, "arrival": 2,
    "company": 2, "grief": 3, "talk": 2, "sight": 1, "possession": 3, "movement": 1,
}  # fmt: skip
"""How much a kind of event matters where there is not room for all."""

ADVERBS = (
    "then now soon once also again himself herself suddenly afterwards presently just even still therefore too both all "
    "at\\slast at\\sonce at\\slength in\\sturn however meanwhile together indeed"
)
DOUBTED = listed(
    "hardly scarcely nearly barely merely rarely seldom never almost possibly supposedly apparently probably only"
)
"""Adverbs that take back what the verb says."""
HYPOTHESES = (
    r"\b(?:if|unless|whether|lest|in\scase|whenever|sometimes|usually|often|generally|occasionally|frequently|"
    r"every\s(?:night|day|morning|evening|week|time)|as\sthough|perhaps|suppose|supposing|why|no\ssooner)\b"
)
"""Words anywhere before a subject that make what it does a supposition, a habit or a question."""
DENIALS = (
    r"\b(?:wish\w*|hop(?:e|ed|es|ing)|fear\w*|suppos\w+|imagin\w+|would|should|could|might|must|may|ought|dream\w*|"
    r"pretend\w*|expect\w*|believ\w+|doubt\w*|never|not|nor|neither|no|nobody|rather|than|think|thought|suspect\w*|"
    r"intend\w*|want\w*|thankful|afraid|how|what|wonder\w*|had|were|rumou?r\w*|report(?:ed|s)?|fancied|seem\w*|likely|"
    r"desir\w*|said|says|that|who|which|whom|whose|till|until)\b"
)
"""Words in the same clause before a subject that make what it does a thought, a wish or a rumour."""
LEADS = listed(
    "and but then when as while after so for because since though although where now so yet accordingly suddenly "
    "presently afterwards thereupon meanwhile finally nevertheless consequently therefore whereupon immediately "
    "once thus however moreover besides poor old young little dear both before till until"
)
"""Words that may stand right before the subject of a clause."""
OPENERS = listed(
    "on in at one that the next by for after during this early late about towards some two three a last all from with soon"
)
"""Words with which a sentence opens before its subject follows without a comma."""
