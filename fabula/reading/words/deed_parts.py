"""Parts of English frames: what may stand between a verb and a person, a place, a letter or a thing.

Owns these patterns only. Knows nothing of verbs. Promise: all are linear, with bounded repeats.
"""

from __future__ import annotations

ANY = ""
TARGET = "target"
PLACE = "place"
BY = "by"
"""The need of a passive: the one named did it to the subject."""

OBJECT = r"\s+(?:(?:his|her|my|their|our|the|poor|old|young|little|dear|good|both)\s(?:(?!of\s)[a-z]+,?\s){0,2})?"
"""What may stand between a verb and the person it is done to."""
WAY = r"(?:\s(?:straight|back|up|down|on|over|off|away|out|home|again|round|at\sonce)){0,2}"

ANY = ""
TARGET = "target"
PLACE = "place"
BY = "by"
"""The need of a passive: the one named did it to the subject."""

TO_PERSON = rf"\sto{OBJECT}"
OF_PERSON = rf"\sof{OBJECT}"
WITH_PERSON = rf"\swith{OBJECT}"
BY_PERSON = rf"\sby{OBJECT}"
TO_PLACE = rf"{WAY}\s(?:to|for|into)\s(?:the\s)?"
SELF = r"\s(?:him|her|my)self\b"
LETTER = r"(?:letter|note|telegram|card|message|line|postcard|cable|wire)s?\b"
A_LETTER = rf"\s(?:a|an|another|the|this|that|his|her|my|two|one)\s(?:[a-z]+\s){{0,2}}{LETTER}"
GOODS = (
    r"\s(?:a|an|the|his|her|my|some|two|three|five|ten|this|that|one)\s(?:[a-z-]+\s){0,2}(?:books?|ring|letter|note|key|keys|"
    r"money|coins?|shillings?|pounds?|sovereigns?|guineas?|penny|pennies|flowers?|rose|roses|present|gift|watch|cup|glass|"
    r"papers?|card|tickets?|purse|box|packet|parcel|locket|knife|sword|pistol|revolver|picture|photograph|portrait|"
    r"necklace|bracelet|brooch|shawl|dress|coat|cloak|basket|bag|bottle|envelope|candle|lantern|lamp|bread|apple|"
    r"cake|stick|umbrella|handkerchief|pen|pencil|document|cheque|check|horse|dog)\b"
)

SPOT = (
    r"(?:the|a|his|her|my|their)\s(?:[a-z]+\s){0,2}(?:station|church|village|town|city|house|inn|hotel|farm|theatre|theater|opera|"
    r"school|sea|seaside|country|forest|woods?|garden|river|library|post-office|office|bank|club|ball|party|concert|"
    r"island|shore|beach|harbour|barn|mill|studio|palace|castle|court|hospital|prison|market|fair|cottage|chapel|"
    r"cemetery|churchyard|park|ship|boat|train|vicarage|parsonage|rectory|police-station)\b"
)
TO_SPOT = rf"{WAY}\s(?:to|for|into|towards?)\s{SPOT}"
TOLD = r"(?=(?:him|her|me|them|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:that|of|about|all|everything|how|why|what|where|the|his|her)\b)"
TO_DO = r"(?=(?:him|her|me|them|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:not\s)?to\s(?!(?:be|think|believe|have|the|his|her)\b)[a-z]+)"

ROOM = (
    r"(?:[a-z]+\s){0,2}(?:room|house|parlour|parlor|kitchen|library|hall|garden|shop|church|office|studio|apartment|building|cab|carriage|"
    r"bedroom|drawing-room|dining-room|sitting-room|bar|chamber|cottage|theatre|table|cave|inn|hotel|place|nursery|stable)\b"
)
MOVED = (
    r"(?:\s(?:straight|back|right|quickly|quietly|slowly|softly|hastily|swiftly)){0,2}"
    r"(?:\s(?:out|up|down|over|across|away|off|along|on|back|in|round)){0,2}"
    r"(?:(?:\s(?:of|into|to|through|across|over|up|down|from|towards?|along|round|past|behind|under))\s(?:the|his|her|my|their|a|an)\s"
    r"(?!(?:end|point|length|conclusion|subject|extent|trouble|same|bottom|world|idea|mind|eyes?|head|thought|business|question|knees|feet|senses|money|papers|pockets?|letters?|list|accounts?|books?|list|motions|ordeal|ceremony|crisis)\b)[a-z]|"
    r"(?<=\sout)(?=[.,;]|\sto\s)|(?<=\supstairs)|\s(?:upstairs|downstairs|indoors|outside|inside)\b)"
)
ALONG = (
    r"(?=(?:him|her|me|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:away|out|into|to\s(?:the|a|his|her)|in(?!\shand)|up|down|home|back|through|across|"
    r"upstairs|downstairs|aside|along|towards?)\b)"
)
ASKED = r"(?=(?:him|her|me|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:if|whether|to|for|about|how|what|why|where|who)\b)"


SOMEBODY = (
    r"(?:him|her|me|them|us|everybody|everyone|(?:his|her|my|their|the)\s(?:[a-z-]+\s){0,2}?(?:father|mother|sisters?|brothers?|"
    r"aunt|uncle|cousins?|wife|husband|son|daughters?|friends?|children|party|others|ladies|gentlemen|girls|boys|family|"
    r"company|man|woman|girl|boy|master|mistress|niece|nephew|doctor|servants?|guests?|visitors?|stranger|policeman))"
)
"""Who something is done to where nobody is named: the event has no target then."""
