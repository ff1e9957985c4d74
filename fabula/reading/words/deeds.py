"""What verbs tell that something happens, in English: frames of a verb and what must follow it.

Owns the table only. Knows nothing of sentences or persons. Promise: every frame is a verb in the past, a kind of event,
what it needs (a target, a place, or nothing) and a linear pattern of what may stand between verb and need.
"""

from __future__ import annotations

from fabula.reading.words import listed

OBJECT = r"\s+(?:(?:his|her|my|their|our|the|poor|old|young|little|dear|good|both)\s(?:(?!of\s)[a-z]+,?\s){0,2})?"
"""What may stand between a verb and the person it is done to."""
WAY = r"(?:\s(?:straight|back|up|down|on|over|off|away|out|home|again|round|at\sonce)){0,2}"

ANY = ""
TARGET = "target"
PLACE = "place"
BY = "by"
"""The need of a passive: the one named did it to the subject."""

_TO_PERSON = rf"\sto{OBJECT}"
_OF_PERSON = rf"\sof{OBJECT}"
_WITH_PERSON = rf"\swith{OBJECT}"
_BY_PERSON = rf"\sby{OBJECT}"
_TO_PLACE = rf"{WAY}\s(?:to|for|into)\s(?:the\s)?"
_SELF = r"\s(?:him|her|my)self\b"
_LETTER = r"(?:letter|note|telegram|card|message|line|postcard|cable|wire)s?\b"
_A_LETTER = rf"\s(?:a|an|another|the|this|that|his|her|my|two|one)\s(?:[a-z]+\s){{0,2}}{_LETTER}"
_GOODS = (
    r"\s(?:a|an|the|his|her|my|some|two|three|five|ten|this|that|one)\s(?:[a-z-]+\s){0,2}(?:books?|ring|letter|note|key|keys|"
    r"money|coins?|shillings?|pounds?|sovereigns?|guineas?|penny|pennies|flowers?|rose|roses|present|gift|watch|cup|glass|"
    r"papers?|card|tickets?|purse|box|packet|parcel|locket|knife|sword|pistol|revolver|picture|photograph|portrait|"
    r"necklace|bracelet|brooch|shawl|dress|coat|cloak|basket|bag|bottle|envelope|candle|lantern|lamp|bread|apple|"
    r"cake|stick|umbrella|handkerchief|pen|pencil|document|cheque|check|horse|dog)\b"
)

_SPOT = (
    r"(?:the|a|his|her|my|their)\s(?:[a-z]+\s){0,2}(?:station|church|village|town|city|house|inn|hotel|farm|theatre|theater|opera|"
    r"school|sea|seaside|country|forest|woods?|garden|river|library|post-office|office|bank|club|ball|party|concert|"
    r"island|shore|beach|harbour|barn|mill|studio|palace|castle|court|hospital|prison|market|fair|cottage|chapel|"
    r"cemetery|churchyard|park|ship|boat|train|vicarage|parsonage|rectory|police-station)\b"
)
_TO_SPOT = rf"{WAY}\s(?:to|for|into|towards?)\s{_SPOT}"
_TOLD = r"(?=(?:him|her|me|them|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:that|of|about|all|everything|how|why|what|where|the|his|her)\b)"
_TO_DO = r"(?=(?:him|her|me|them|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:not\s)?to\s(?!(?:be|think|believe|have|the|his|her)\b)[a-z]+)"

_ROOM = (
    r"(?:[a-z]+\s){0,2}(?:room|house|parlour|parlor|kitchen|library|hall|garden|shop|church|office|studio|apartment|building|cab|carriage|"
    r"bedroom|drawing-room|dining-room|sitting-room|bar|chamber|cottage|theatre|table|cave|inn|hotel|place|nursery|stable)\b"
)
_MOVED = (
    r"(?:\s(?:straight|back|right|quickly|quietly|slowly|softly|hastily|swiftly)){0,2}"
    r"(?:\s(?:out|up|down|over|across|away|off|along|on|back|in|round)){0,2}"
    r"(?:(?:\s(?:of|into|to|through|across|over|up|down|from|towards?|along|round|past|behind|under))\s(?:the|his|her|my|their|a|an)\s"
    r"(?!(?:end|point|length|conclusion|subject|extent|trouble|same|bottom|world|idea|mind|eyes?|head|thought|business|question|knees|feet|senses)\b)[a-z]|"
    r"(?<=\sout)(?=[.,;]|\sto\s)|(?<=\supstairs)|\s(?:upstairs|downstairs|indoors|outside|inside)\b)"
)
_ALONG = (
    r"(?=(?:him|her|me|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:away|out|into|to\s(?:the|a|his|her)|in|up|down|home|back|through|across|"
    r"upstairs|downstairs|aside|along|towards?)\b)"
)
_ASKED = r"(?=(?:him|her|me|(?:[A-Z][\w.]*\s?){1,3}?)\s?(?:if|whether|to|for|about|how|what|why|where|who)\b)"

FRAMES: dict[str, tuple[tuple[str, str, str], ...]] = {
    "died": (
        (
            "death",
            ANY,
            r"(?=[.,;:!?]|\s(?:in|at|of|on|by|before|after|when|last|that|this|the|within|two|three|some|suddenly|and)\b)",
        ),
    ),
    "was": (
        ("death", ANY, r"\s(?:dead|drowned|hanged|murdered|killed)(?=[.,;!]|\s(?:in|at|by|on|and)\b)"),
        ("birth", ANY, r"\sborn\s(?:in|at|on|of|the|a|to)\b"),
        ("marriage", TARGET, rf"\s(?:[a-z]+ly\s)?married{_TO_PERSON}"),
        ("proposal", TARGET, rf"\s(?:[a-z]+ly\s)?(?:engaged|betrothed){_TO_PERSON}"),
        ("meeting", TARGET, rf"\s(?:[a-z]+ly\s)?(?:introduced|presented){_TO_PERSON}"),
        ("illness", ANY, r"\s(?:taken|very|seriously|dangerously)\s(?:very\s|suddenly\s)?(?:ill|unwell|sick)\b"),
        ("illness", ANY, r"\s(?:severely|badly|mortally|slightly)\s(?:wounded|hurt|injured|burnt|burned)\b"),
        (
            "capture",
            ANY,
            r"\s(?:arrested|imprisoned|captured|taken\sprisoner|seized\sby|sent\sto\sprison|in\sprison)\b",
        ),
        ("invitation", ANY, r"\sinvited\sto\s(?!(?:be|feel|think|believe)\b)"),
        ("appointment", ANY, r"\s(?:appointed|elected|ordained|promoted|knighted|crowned|dismissed|hired)\b"),
        ("decision", ANY, r"\s(?:quite\s|fully\s|now\s)?(?:determined|resolved)\s(?:to|not\sto|that|on)\b"),
    ),
    "were": (
        ("marriage", ANY, r"\s(?:[a-z]+ly\s)?married(?=[.,;!]|\s(?:in|at|on|by|last|that|the|and|within)\b)"),
        ("proposal", ANY, r"\s(?:[a-z]+ly\s)?engaged(?=[.,;!]|\sto\sbe\smarried)"),
        ("death", ANY, r"\s(?:dead|drowned|hanged|murdered|killed)(?=[.,;!]|\s(?:in|at|by|on|and)\b)"),
    ),
    "been": (
        ("marriage", TARGET, rf"\s(?:[a-z]+ly\s)?married{_TO_PERSON}"),
        ("proposal", TARGET, rf"\s(?:[a-z]+ly\s)?engaged{_TO_PERSON}"),
        ("meeting", TARGET, rf"\sintroduced{_TO_PERSON}"),
        ("death", ANY, r"\s(?:dead\sfor|killed|murdered|drowned|hanged)\b"),
        ("capture", ANY, r"\s(?:arrested|imprisoned|captured|taken\sprisoner)\b"),
        ("illness", ANY, r"\s(?:taken|very|seriously|dangerously)\s(?:ill|unwell|sick)\b"),
        ("birth", ANY, r"\sborn\s(?:in|at|on|of|the|a|to)\b"),
        ("appointment", ANY, r"\s(?:appointed|elected|ordained|promoted|knighted|crowned|dismissed)\b"),
        ("invitation", ANY, r"\sinvited\sto\s(?!(?:be|feel|think|believe)\b)"),
    ),
    "fell": (
        ("death", ANY, r"\s(?:down\s)?dead\b"),
        ("illness", ANY, r"\s(?:very\s|seriously\s)?(?:ill|sick)\b"),
        (
            "illness",
            ANY,
            r"\s(?:down\s)?(?:in\sa\s(?:faint|swoon|fit)|into\sa\s(?:faint|swoon|fever)|senseless|fainting)\b",
        ),
    ),
    "drowned": (("death", ANY, _SELF), ("death", TARGET, OBJECT)),
    "hanged": (("death", ANY, _SELF),),
    "poisoned": (("death", ANY, _SELF), ("death", TARGET, OBJECT)),
    "killed": (("death", ANY, _SELF), ("death", TARGET, OBJECT)),
    "murdered": (("death", TARGET, OBJECT),),
    "slew": (("death", TARGET, OBJECT),),
    "strangled": (("death", TARGET, OBJECT),),
    "passed": (("death", ANY, r"\saway(?=[.,;])"),),
    "committed": (("death", ANY, r"\ssuicide\b"),),
    "breathed": (("death", ANY, r"\s(?:his|her)\slast\b(?!\s\w+ed)"),),
    "married": (("marriage", TARGET, OBJECT),),
    "wedded": (("marriage", TARGET, OBJECT),),
    "proposed": (("proposal", TARGET, rf"(?:\smarriage)?{_TO_PERSON}(?!go)"),),
    "asked": (
        ("proposal", ANY, r"\s(?:[A-Z][a-z]+|her|him|me)\sto\s(?:marry\b|be\s(?:his|my)\swife\b)"),
        (
            "invitation",
            ANY,
            r"\s(?:[A-Z][a-z]+|her|him|me)\sto\s(?:dinner|tea|supper|dine|luncheon|lunch|stay|dance|visit)\b",
        ),
    ),
    "met": (("meeting", TARGET, rf"(?:\swith)?{OBJECT}"),),
    "encountered": (("meeting", TARGET, OBJECT),),
    "visited": (("meeting", TARGET, OBJECT), ("journey", PLACE, r"\s(?:the\s)?")),
    "called": (("meeting", TARGET, rf"\s(?:on|upon)(?=\s){OBJECT}"),),
    "received": (("letter", ANY, _A_LETTER),),
    "took": (
        ("parting", TARGET, rf"\s(?:a\s[a-z]+\s|his\s|her\s|my\s)?leave{_OF_PERSON}"),
        ("capture", TARGET, rf"{OBJECT}(?=[A-Z][a-z]+\sprisoner)"),
    ),
    "parted": (("parting", TARGET, rf"\s(?:from|with){OBJECT}"),),
    "bade": (
        ("parting", TARGET, rf"(?=\s(?:\w+\W+){{1,3}}(?:farewell|good-bye|goodbye|adieu|good-?\s?night)\b){OBJECT}"),
    ),
    "bid": (("parting", TARGET, rf"(?=\s(?:\w+\W+){{1,3}}(?:farewell|good-bye|goodbye|adieu)\b){OBJECT}"),),
    "left": (
        ("journey", PLACE, r"\s(?:the\s)?"),
        (
            "parting",
            TARGET,
            rf"{OBJECT}(?=[A-Z][\w.]+(?:\s[A-Z]\w+)?(?:[.,;]|\s(?:at|in|alone|standing|sitting|and|with)\b))",
        ),
    ),
    "quitted": (("journey", PLACE, r"\s(?:the\s)?"), ("parting", TARGET, OBJECT)),
    "set": (
        (
            "journey",
            ANY,
            r"\s(?:out|off|forth)(?=[.,;]|\s(?:for|from|on|with|together|alone|again|at|in|to\s(?:walk|find|look|meet|go|visit|the|[A-Z]))\b)",
        ),
    ),
    "started": (("journey", PLACE, r"\s(?:off\s)?for\s(?:the\s)?"),),
    "went": (
        ("journey", PLACE, _TO_PLACE),
        ("journey", ANY, r"\s(?:away|home|abroad)(?=[.,;])"),
        ("marriage", ANY, r"\sto\schurch\sto\sbe\smarried\b"),
    ),
    "travelled": (("journey", PLACE, _TO_PLACE),),
    "traveled": (("journey", PLACE, _TO_PLACE),),
    "journeyed": (("journey", PLACE, _TO_PLACE),),
    "sailed": (("journey", PLACE, _TO_PLACE), ("journey", ANY, r"\saway\b")),
    "drove": (("journey", PLACE, _TO_PLACE), ("journey", ANY, r"\s(?:away|off|home)(?=[.,;])")),
    "rode": (("journey", PLACE, _TO_PLACE), ("journey", ANY, r"\s(?:away|off)(?=[.,;])")),
    "walked": (("journey", PLACE, _TO_PLACE),),
    "hurried": (("journey", PLACE, _TO_PLACE),),
    "moved": (("journey", PLACE, _TO_PLACE),),
    "removed": (("journey", PLACE, _TO_PLACE),),
    "departed": (("journey", ANY, r"(?=[.,;]|\s(?:for|from|to|with)\b)"),),
    "returned": (
        ("arrival", PLACE, r"(?:\s(?:home|again|back))?\sto\s(?:the\s)?"),
        (
            "arrival",
            ANY,
            r"\s(?:home|from\s[A-Z]|from\s(?:his|her|the|a)\s(?:walk|ride|journey|visit|tour|voyage|errand|expedition)\b)",
        ),
    ),
    "came": (
        ("arrival", PLACE, r"(?:\s(?:home|back|down|up|over|again))?\s(?:to|into)\s(?:the\s)?"),
        ("arrival", ANY, r"\s(?:home|back|in)(?=[.,;])"),
    ),
    "arrived": (
        (
            "arrival",
            ANY,
            r"(?=[.,;]|\s(?:at|in|from|on|with|soon|home|and|to|next|that|the|early|late|just|before|after|safely)\b)",
        ),
    ),
    "reached": (("arrival", PLACE, r"\s(?:the\s)?"), ("arrival", ANY, r"\shome\b")),
    "entered": (("arrival", PLACE, r"\s(?:the\s)?"),),
    "struck": (("fight", TARGET, rf"{OBJECT}(?!\S+(?:\s\S+)?\sas\b)"),),
    "hit": (("fight", TARGET, OBJECT),),
    "attacked": (("fight", TARGET, OBJECT),),
    "stabbed": (("fight", TARGET, OBJECT),),
    "shot": (("death", ANY, rf"{_SELF}"), ("fight", TARGET, rf"(?:\sat)?{OBJECT}")),
    "wounded": (("fight", TARGET, OBJECT),),
    "fought": (("fight", TARGET, rf"(?:\swith|\sagainst)?{OBJECT}"),),
    "slapped": (("fight", TARGET, OBJECT),),
    "kicked": (("fight", TARGET, OBJECT),),
    "beat": (("fight", TARGET, OBJECT),),
    "fired": (("fight", TARGET, rf"\sat{OBJECT}"),),
    "knocked": (("fight", TARGET, rf"(?:\sdown)?{OBJECT}"),),
    "arrested": (("capture", TARGET, OBJECT),),
    "captured": (("capture", TARGET, OBJECT),),
    "escaped": (
        (
            "escape",
            ANY,
            r"(?=[.;]|\s(?:from\sthe|from\s[A-Z]|out\sof|into\sthe|through\sthe|to\sthe|with\shis|with\sher)\b)",
        ),
    ),
    "fled": (("escape", ANY, r"(?=[.,;]|\s(?:from|to|into|through|across|down|up|along|with)\b)"),),
    "eloped": (("escape", ANY, r"(?=[.,;]|\swith\b)"),),
    "ran": (("escape", ANY, r"\saway(?=[.,;]|\s(?:from|with|to|into)\b)"),),
    "discovered": (
        ("discovery", ANY, r"\s(?:that|the|a|an|how|why|who|where|what|his|her)\b"),
        ("discovery", TARGET, OBJECT),
    ),
    "found": (("discovery", ANY, r"\sout\s(?:that|the|how|why|who|where|what|all|about)\b"),),
    "learned": (("discovery", ANY, r"\s(?:from\s[^,.;]{3,40}\s)?that\b"),),
    "learnt": (("discovery", ANY, r"\s(?:from\s[^,.;]{3,40}\s)?that\b"),),
    "recognised": (
        ("discovery", TARGET, OBJECT),
        ("discovery", ANY, r"\s(?:that\s(?:it|he|she)|the\s(?:voice|face|handwriting|writing|man|woman))\b"),
    ),
    "recognized": (
        ("discovery", TARGET, OBJECT),
        ("discovery", ANY, r"\s(?:that\s(?:it|he|she)|the\s(?:voice|face|handwriting|writing|man|woman))\b"),
    ),
    "wrote": (
        ("letter", TARGET, rf"(?:{_A_LETTER}|\sagain|\sat\sonce|\simmediately)?{_TO_PERSON}"),
        ("letter", ANY, _A_LETTER),
        ("letter", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\sa\s(?:[a-z]+\s){{0,2}}{_LETTER})"),
    ),
    "sent": (("letter", ANY, rf"(?:\s[A-Z][a-z]+|\shim|\sher)?{_A_LETTER}"),),
    "posted": (("letter", ANY, _A_LETTER),),
    "opened": (("letter", ANY, rf"\s(?:the|his|her|this|that)\s(?:[a-z]+\s)?{_LETTER}"),),
    "read": (("letter", ANY, rf"\s(?:the|his|her|this|that)\s(?:[a-z]+\s)?{_LETTER}"),),
    "promised": (
        (
            "promise",
            ANY,
            r"\s(?!(?:well|fair|fairly|much|little|a\sfine)\b)(?:(?:him|her|me|them|[A-Z][a-z]+)\s)?(?:to\b|that\b|(?:he|she|I)\swould\b|never\b|faithfully\b|not\sto\b)",
        ),
    ),
    "swore": (("promise", ANY, r"\s(?:that|to|never)\b(?!\shimself)"),),
    "vowed": (("promise", ANY, r"\s(?:that|to|never)\b"),),
    "pledged": (("promise", ANY, r"\s(?:that|to|himself|herself|his|her)\b"),),
    "gave": (
        ("promise", ANY, r"\s(?:(?:him|her|me|[A-Z][a-z]+)\s)?(?:his|her|my)\s(?:word|promise)\b"),
        ("birth", ANY, r"\sbirth\sto\b"),
        ("gift", TARGET, rf"{OBJECT}(?=(?:him|her|me|(?:[A-Z][a-z.]+\s?){{1,3}}){_GOODS})"),
    ),
    "handed": (("gift", TARGET, rf"{OBJECT}(?=(?:him|her|me|(?:[A-Z][a-z.]+\s?){{1,3}}){_GOODS})"),),
    "presented": (("gift", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\swith\s)"),),
    "lent": (("gift", TARGET, rf"{OBJECT}(?=(?:him|her|me|(?:[A-Z][a-z.]+\s?){{1,3}}){_GOODS})"),),
    "bought": (("gift", TARGET, rf"{OBJECT}(?=(?:him|her|me|(?:[A-Z][a-z.]+\s?){{1,3}}){_GOODS})"),),
    "fainted": (("illness", ANY, r"(?=[.,;!]|\s(?:away|and|in|at|when|on)\b)"),),
    "swooned": (("illness", ANY, r"(?=[.,;!]|\s(?:away|and|in|at|when|on)\b)"),),
    "collapsed": (("illness", ANY, r"(?=[.;!]|\s(?:on|in|upon)\s)"),),
    "caught": (
        ("illness", ANY, r"\s(?:a\s)?(?:bad\s|severe\s|dreadful\s|violent\s)?(?:cold|fever)\b"),
        ("capture", TARGET, rf"{OBJECT}(?!\S+(?:\s\S+)?\s(?:by|up|in\sh|with)\b)(?=\S+\strying)"),
    ),
    "sprained": (("illness", ANY, r"\s(?:his|her|my)\s\w+"),),
    "broke": (("illness", ANY, r"\s(?:his|her|my)\s(?:leg|arm|ankle|neck|wrist|collar-bone|collarbone|rib)\b"),),
    "decided": (("decision", ANY, r"\s(?:to|not\sto|that|on|upon)\b(?!\san?\sanswer)"),),
    "resolved": (("decision", ANY, r"\s(?:to|not\sto|that|on|upon)\b"),),
    "determined": (("decision", ANY, r"\s(?:to|not\sto|that|on|upon)\b"),),
    "made": (
        ("decision", ANY, r"\sup\s(?:his|her|my)\smind\b"),
        ("meeting", TARGET, rf"\sthe\sacquaintance{_OF_PERSON}"),
        ("proposal", ANY, r"\s(?:him|her|me|[A-Z][a-z]+)\san\soffer\sof\smarriage\b"),
    ),
    "chose": (("decision", ANY, r"\sto\b"),),
    "consented": (("decision", ANY, r"\sto\b"),),
    "agreed": (("decision", ANY, r"\sto\s(?!(?:this|that|it|the|differ)\b)[a-z]+"),),
    "refused": (
        ("refusal", ANY, r"\s(?:to\s(?!(?:be\scomforted|believe)\b)|the|his|her|all|any)\b"),
        ("refusal", TARGET, OBJECT),
    ),
    "declined": (("refusal", ANY, r"\s(?:to|the|his|her|this|it|being|going|any)\b"),),
    "rejected": (("refusal", ANY, r"\s(?:the|his|her)\b"), ("refusal", TARGET, OBJECT)),
    "forbade": (("refusal", TARGET, OBJECT),),
    "accepted": (
        (
            "decision",
            ANY,
            r"\s(?:the|his|her|this|an|a)\s(?:[a-z]+\s)?(?:invitation|offer|proposal|hand|situation|post|challenge|bet)\b",
        ),
    ),
    "invited": (("invitation", TARGET, OBJECT),),
    "appointed": (("appointment", TARGET, OBJECT),),
    "hired": (("appointment", TARGET, OBJECT),),
    "dismissed": (("appointment", TARGET, OBJECT),),
    "became": (
        (
            "appointment",
            ANY,
            r"\s(?:a|an|the)\s(?:[a-z]+\s)?(?:clergyman|doctor|curate|rector|vicar|governess|teacher|member|partner|captain|king|queen|minister|lawyer|nun|priest|soldier|clerk|president|heir|heiress|leader|chief)\b",
        ),
        ("proposal", TARGET, rf"\sengaged{_TO_PERSON}"),
    ),
    "quarrelled": (("quarrel", TARGET, _WITH_PERSON), ("quarrel", ANY, r"(?=[.;])")),
    "quarreled": (("quarrel", TARGET, _WITH_PERSON),),
    "accused": (("quarrel", TARGET, OBJECT),),
    "scolded": (("quarrel", TARGET, OBJECT),),
    "reproached": (("quarrel", TARGET, OBJECT),),
    "betrayed": (("allegiance", TARGET, OBJECT),),
    "deserted": (("allegiance", TARGET, OBJECT),),
    "forgave": (("allegiance", TARGET, OBJECT),),
    "joined": (
        (
            "allegiance",
            ANY,
            r"\sthe\s(?:army|navy|regiment|church|club|society|party|service|police|volunteers|militia)\b",
        ),
        ("meeting", TARGET, OBJECT),
    ),
    "rescued": (("escape", TARGET, OBJECT),),
    "saved": (("escape", TARGET, rf"{OBJECT}(?!\S+\s(?:the\strouble|from\s\w+ing))"),),
}
"""verb -> (kind, need, what follows the verb up to the need)."""

_MORE: dict[str, tuple[tuple[str, str, str], ...]] = {
    "told": (("telling", TARGET, rf"{OBJECT}{_TOLD}"),),
    "informed": (("telling", TARGET, rf"{OBJECT}{_TOLD}"),),
    "confessed": (("telling", TARGET, _TO_PERSON), ("telling", ANY, r"\s(?:that|everything|all|to\shaving)\b")),
    "confided": (("telling", TARGET, rf"(?:\sin|\sto){OBJECT}"),),
    "announced": (("telling", ANY, r"\s(?:that|to\s[^,.;]{3,40}\sthat|his|her|the)\b"),),
    "revealed": (("telling", ANY, r"\s(?:that|to|his|her|the)\b"),),
    "warned": (("telling", TARGET, OBJECT),),
    "begged": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "urged": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "implored": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "entreated": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "persuaded": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "advised": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "ordered": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "commanded": (("request", TARGET, rf"{OBJECT}{_TO_DO}"),),
    "danced": (("company", TARGET, _WITH_PERSON),),
    "dined": (("company", TARGET, _WITH_PERSON),),
    "lunched": (("company", TARGET, _WITH_PERSON),),
    "supped": (("company", TARGET, _WITH_PERSON),),
    "played": (("company", TARGET, _WITH_PERSON),),
    "accompanied": (("company", TARGET, OBJECT),),
    "escorted": (("company", TARGET, OBJECT),),
    "followed": (("company", TARGET, OBJECT),),
    "stayed": (("company", TARGET, _WITH_PERSON),),
    "sat": (("company", TARGET, rf"\s(?:down\s)?(?:beside|by|near|opposite|next\sto|between|with)(?=\s){OBJECT}"),),
    "talked": (("company", TARGET, rf"\s(?:to|with){OBJECT}"),),
    "spoke": (("company", TARGET, rf"\s(?:to|with){OBJECT}"),),
    "conversed": (("company", TARGET, _WITH_PERSON),),
    "shook": (("company", TARGET, rf"\shands{_WITH_PERSON}"),),
    "kissed": (("affection", TARGET, OBJECT),),
    "embraced": (("affection", TARGET, OBJECT),),
    "hugged": (("affection", TARGET, OBJECT),),
    "fell": (("affection", TARGET, rf"\s(?:[a-z]+ly\s)?in\slove{_WITH_PERSON}"),),
    "was": (
        ("affection", TARGET, rf"\s(?:[a-z]+ly\s)?in\slove{_WITH_PERSON}"),
        ("meeting", BY, r"\s(?:met|joined|visited|overtaken|greeted|received){by}"),
        ("fight", BY, r"\s(?:attacked|struck|seized|stabbed|shot|wounded){by}"),
        ("company", BY, r"\s(?:followed|accompanied){by}"),
        ("invitation", BY, r"\sinvited{by}"),
        ("escape", BY, r"\s(?:saved|rescued){by}"),
    ),
    "were": (("meeting", BY, r"\s(?:met|joined|visited|overtaken|greeted|received){by}"),),
    "went": (("journey", ANY, _TO_SPOT),),
    "drove": (("journey", ANY, _TO_SPOT),),
    "rode": (("journey", ANY, _TO_SPOT),),
    "walked": (("journey", ANY, _TO_SPOT),),
    "hurried": (("journey", ANY, _TO_SPOT),),
    "returned": (("arrival", ANY, _TO_SPOT),),
    "came": (
        ("arrival", ANY, _TO_SPOT),
        ("arrival", ANY, r"\s(?:into|to)\sthe\s(?:room|house|drawing-room|library|kitchen|parlour)\b"),
    ),
    "took": (
        ("journey", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\s(?:home|away|to\s(?:the|[A-Z]))\b)"),
        ("illness", ANY, r"\s(?:to\s(?:his|her|my)\sbed|ill|cold)(?=[.,;]|\swith)"),
    ),
    "brought": (("arrival", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\s(?:home|back|to\s(?:the|[A-Z]))\b)"),),
    "sent": (("request", TARGET, rf"\sfor{OBJECT}"),),
    "heard": (("discovery", ANY, r"\s(?:from\s[^,.;]{3,40}\s)?(?:that|of\sthe|of\shis|of\sher)\b"),),
    "found": (
        (
            "discovery",
            ANY,
            r"\s(?:a|an|the)\s(?:[a-z]+\s){0,2}(?:letter|note|body|paper|papers|key|box|door|money|ring|knife|trace|track|place|way|cave|passage|room)\b",
        ),
    ),
    "received": (
        (
            "letter",
            ANY,
            r"\s(?:a|an|the|his|her)\s(?:[a-z]+\s){0,2}(?:invitation|news|summons|answer|reply|packet|parcel)\b",
        ),
    ),
    "introduced": (("meeting", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\sto\b)"),),
    "greeted": (("meeting", TARGET, OBJECT),),
    "joined": (("meeting", TARGET, OBJECT),),
    "overtook": (("meeting", TARGET, OBJECT),),
    "seized": (("fight", TARGET, rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\s(?:by|and)\b)"),),
    "threatened": (("quarrel", TARGET, OBJECT),),
    "cursed": (("quarrel", TARGET, OBJECT),),
    "thanked": (("affection", TARGET, OBJECT),),
    "apologised": (("affection", TARGET, _TO_PERSON),),
    "apologized": (("affection", TARGET, _TO_PERSON),),
    "helped": (("company", TARGET, OBJECT),),
    "offered": (("gift", ANY, rf"(?:\s(?:him|her|me|[A-Z][a-z]+))?{_GOODS}"),),
    "rang": (("request", ANY, r"\sfor\s"),),
}
_ROUND: dict[str, tuple[tuple[str, str, str], ...]] = {
    **dict.fromkeys(
        [
            "went",
            "ran",
            "hurried",
            "rushed",
            "hastened",
            "walked",
            "stepped",
            "crept",
            "slipped",
            "strode",
            "climbed",
            "dashed",
            "came",
            "rode",
            "drove",
            "fled",
            "stole",
            "darted",
            "scrambled",
            "wandered",
            "strolled",
            "staggered",
            "flew",
            "retired",
            "withdrew",
            "retreated",
            "started",
            "swept",
        ],
        (("movement", ANY, _MOVED),),
    ),
    **dict.fromkeys(
        [
            "led",
            "brought",
            "drew",
            "pulled",
            "dragged",
            "carried",
            "showed",
            "conducted",
            "guided",
            "ushered",
            "drove",
            "pushed",
            "took",
        ],
        (("company", TARGET, rf"{OBJECT}{_ALONG}"),),
    ),
    **dict.fromkeys(
        ["saw", "noticed", "spied", "watched", "beheld", "perceived", "spotted"], (("sight", TARGET, OBJECT),)
    ),
    **dict.fromkeys(
        ["asked", "questioned", "consulted", "besought", "requested"], (("request", TARGET, rf"{OBJECT}{_ASKED}"),)
    ),
    "left": (
        ("movement", ANY, rf"\s(?:the|his|her|my|their)\s{_ROOM}"),
        (
            "parting",
            TARGET,
            rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?(?:[.,;]|\s(?:at|in|alone|standing|sitting|and|with|for)\b))",
        ),
    ),
    "quitted": (("movement", ANY, rf"\s(?:the|his|her|my|their)\s{_ROOM}"),),
    "entered": (("movement", ANY, rf"\s(?:the|his|her|my|their)\s{_ROOM}"),),
    "caught": (("sight", TARGET, rf"\ssight{_OF_PERSON}"),),
    "burst": (("grief", ANY, r"\s(?:into\s(?:[a-z]+\s){0,3}(?:tears|sobs|weeping)|out\s(?:crying|sobbing))\b"),),
    "wept": (("grief", ANY, r"(?=[.,;!]|\s(?:bitterly|for|over|with|and|aloud|as|at|like)\b)"),),
    "sobbed": (("grief", ANY, r"(?=[.,;!]|\s(?:bitterly|for|over|with|and|aloud|as)\b)"),),
    "offered": (
        ("gift", TARGET, rf"{OBJECT}(?=(?:him|her|me|(?:[A-Z][\w.]*\s?){{1,3}}?)\s?(?:a|an|the|his|her|some)\s)"),
    ),
    "introduced": (("meeting", TARGET, OBJECT),),
    "addressed": (("company", TARGET, OBJECT),),
    "approached": (("meeting", TARGET, OBJECT),),
    "found": (
        (
            "meeting",
            TARGET,
            rf"{OBJECT}(?=\S+(?:\s[A-Z]\S+)?\s(?:in|at|on|sitting|standing|waiting|alone|there|by|with|asleep|lying|walking|seated|playing|reading|writing)\b)",
        ),
    ),
    "telegraphed": (("letter", ANY, r"\sto\b"),),
    "wired": (("letter", ANY, r"\sto\b"),),
    "summoned": (("request", TARGET, OBJECT),),
    "passed": (("meeting", TARGET, OBJECT),),
    "embarked": (("journey", ANY, r"(?=[.,;]|\s(?:for|on|at|in|from)\b)"),),
    "landed": (("arrival", ANY, r"\s(?:at|in|on|near)\b"),),
    "confronted": (("quarrel", TARGET, OBJECT),),
    "denounced": (("quarrel", TARGET, OBJECT),),
    "interrupted": (("quarrel", TARGET, OBJECT),),
    "comforted": (("affection", TARGET, OBJECT),),
    "consoled": (("affection", TARGET, OBJECT),),
    "deceived": (("allegiance", TARGET, OBJECT),),
    "obeyed": (("allegiance", TARGET, OBJECT),),
}
for _verb, _frames in [*_MORE.items(), *_ROUND.items()]:
    FRAMES[_verb] = FRAMES.get(_verb, ()) + tuple((k, n, p.replace("{by}", _BY_PERSON)) for k, n, p in _frames)

WEIGHTS = {
    "death": 10, "marriage": 9, "proposal": 8, "birth": 7, "fight": 6, "capture": 6, "escape": 6, "promise": 5, "quarrel": 5,
    "allegiance": 5, "discovery": 5, "decision": 5, "refusal": 5, "illness": 5, "letter": 4, "appointment": 4, "journey": 4,
    "gift": 4, "telling": 3, "request": 3, "affection": 4, "invitation": 3, "parting": 3, "meeting": 3, "arrival": 2,
    "company": 2, "grief": 3, "talk": 2, "sight": 1, "movement": 1,
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
HYPOTHESES = r"\b(?:if|unless|whether|lest|in\scase|whenever|as\sthough|perhaps|suppose|supposing|why|no\ssooner)\b"
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
