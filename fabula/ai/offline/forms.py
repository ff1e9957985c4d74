"""What kind of sentence a piece of speech is: a reason, a number, a greeting, a judgement, a question.

Owns the marks by which such forms are known in English and Chinese, and how well a piece of speech stands alone. It
knows nothing of messages. Promise: pure functions of the text.
"""

from __future__ import annotations

import re

_EN = {
    "reason": r"\b(?:because|for (?:i|he|she|it|they|you|we|the|my)|since|therefore|owing to|on account"
    r"|in order to|that is why|the reason)\b",
    "time": r"\b(?:when|yesterday|to-?day|to-?morrow|o'clock|morning|evening|night|noon|week|month|year|years"
    r"|ago|hour|hours"
    r"|minutes?|soon|ever since|january|february|april|june|july|august|september|october|november|december"
    r"|monday|tuesday"
    r"|wednesday|thursday|friday|saturday|sunday|age of|half[- ]past|days?)\b",
    "number": r"\b(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fifteen"
    r"|sixteen|eighteen|twenty"
    r"|thirty|forty|fifty|sixty|hundred|thousand|dozen|half|twice|score)\b",
    "place": r"\b(?:in|at|from|near|to|under|behind|upon|on|into|by)(?: (?:the|a|an|my|our|his|her|your|this"
    r"|that))?(?: \w+)? "
    r"(?:house|room|town|city|village|street|road|garden|wood|woods|forest|river|sea|hill|park|hall|church|school|inn"
    r"|shop|office|station|country|county|island|castle|cellar|attic|kitchen|library|parlour|bed|box|drawer|door|window"
    r"|field|bridge|harbour|shore|ship|lane|corner|cottage|abbey|tower|palace|court|camp|home|well|tunnel|hole|cave"
    r"|stairs|upstairs|downstairs|shire|quarter|square|yard)\b|\b(?:[Ii]n|[Aa]t|[Tt]o|[Ff]rom"
    r"|[Nn]ear) [A-Z][a-z]{2,}|\b[Hh]ome\b"
    r"|\b[Uu]pstairs\b|\b[Aa]broad\b",
    "means": r"\b(?:by (?:\w+ing|means|the|a|my)|with (?:a|the|my)|through|so that|in this way|simply|first)\b",
    "yes": r"^(?:yes|no|certainly|never|indeed|of course|not|oh,? (?:yes|no)|i (?:do|did|am|was|have|shall"
    r"|will|should|would|can|could"
    r"|dare|must|never|don't|cannot|hope|think|suppose|believe|fear)|nothing|nobody|always|by no means|undoubtedly)\b",
    "counsel": r"\byou (?:should|must|ought|had better|may|need|can)\b|\bif i were you\b|^(?:never|always"
    r"|do not|don't|let|take|keep|go|be"
    r"|try|remember|make|trust|beware|wait)\b|\bmy advice\b|\bi (?:advise|recommend)\b|\b(?:we|one) (?:should"
    r"|must|ought)\b",
    "judgement": r"\b(?:good|bad|kind|cruel|proud|vain|clever|foolish|fool|silly|wise|handsome|pretty"
    r"|beautiful|ugly|charming|amiable"
    r"|agreeable|disagreeable|pleasant|dear|dearest|sweet|best|worst|noble|honest|wicked|excellent|delightful"
    r"|horrid|horrible|dreadful"
    r"|odd|strange|dull|brave|coward|clever|brilliant|stupid|gentle|generous|selfish|love|loves|loved|like"
    r"|likes|liked|hate|hates|hated|despise"
    r"|admire|admires|respect|esteem|detest|dislike|fond|trust|pity|worthy|worthless|rascal|villain|scoundrel"
    r"|genius|perfect|great"
    r"|sensible|ridiculous|impertinent|rude|wonderful|splendid|remarkable|fine|nicest|nice|mad|dangerous"
    r"|afraid|jealous|angry|queer|spoiled"
    r"|worse|better|happy|unhappy|lucky|wretched|miserable|good-natured|good-humoured|gentlemanlike"
    r"|accomplished|faithful|strong|weak|honourable|respectable"
    r"|extraordinary|interesting|fascinating|disgraceful|insufferable|unjust|absurd|lovely)\b",
    "greeting": r"\b(?:good (?:morning|afternoon|evening|day)|how do you do|how d'ye do|glad to see you"
    r"|happy to see you|welcome"
    r"|pleased to (?:see|meet)|delighted to (?:see|meet)|pleasure to (?:see|meet)|hello|hullo|halloa|how are you)\b",
    "farewell": r"\b(?:good-?bye|good night|farewell|adieu|take care of yourself|god bless|bless you"
    r"|until we meet|au revoir|fare thee)\b",
}
_ZH = {
    "reason": r"因|故也|是故|以此|为此|所以|由于|乃因|恐|以其|原因",
    "time": r"日|月|年|时|夜|昨|今|明日|早|晚|更|点钟|小时|分钟|星期|昔|向",
    "number": r"[一二三四五六七八九十百千万两\d]",
    "place": r"(?:在|于|往|至|到|入|出|住).{0,4}(?:家|城|山|江|河|国|州|郡|县|村|庄|关|营|寨|府|宫|殿|门|楼"
    r"|阁|室|屋|店|街|巷|桥|港|湾|岛|林|处|中|里|下|上)|此处|此间|那里|这里|乡",
    "means": r"可用|可以|先|以|用|若|只须|但|须|如此|如何",
    "yes": r"^(?:然|是|不|未|非|诺|唯|愿|否|没|当然|自然|正是|不错|可|必|岂|何不|我不|吾不|不敢|嗯|对|好)",
    "counsel": r"可(?!是|惜|怜)|当|宜|须|不如|莫若|勿|不可|应该|最好|别|务必|必须|要",
    "judgement": r"好|恶|善|贤|英雄|豪杰|勇|智|谋|忠|义|奸|贼|雄|才|能|愚|无能|匹夫|小人|君子|仁|暴|强|弱|妙"
    r"|美|丑|爱|恨|怕|惧|喜欢|讨厌|佩服|聪明|傻|笨|可怜|可敬"
    r"|老实|善良|固执|倔|厉害|神|世之|无双|不足|虎|龙|鼠|温柔|冷|怪|真心|可信",
    "greeting": r"久闻|幸会|别来无恙|久仰|有失远迎|得见|幸得|你好|您好|早啊|来了|欢迎|稀客|好久不见",
    "farewell": r"告辞|保重|再会|后会有期|就此别|珍重|再见|慢走|一路",
}

FORMS = tuple(_EN)
_PATTERN_EN = {form: re.compile(p, re.IGNORECASE if form != "place" else 0) for form, p in _EN.items()}
_PATTERN_ZH = {form: re.compile(p) for form, p in _ZH.items()}

_ME = re.compile(r"\b(?:i|me|my|mine|myself)\b|[我吾某孤朕]|寡人|老夫|在下", re.IGNORECASE)
_YOU = re.compile(r"\b(?:you|your|yours|yourself|thou|thee|thy)\b|[你汝您尔公君卿]", re.IGNORECASE)
_YOU_ARE = re.compile(
    r"\b(?:you are|you're|you were|you have been|thou art)(?:\W+\w+){0,3}\W+"
    + _EN["judgement"]
    + r"|\bi (?:\w+ )?(?:love|hate|like|admire|despise|trust|respect|esteem|detest|dislike|pity|envy"
    r"|miss) (?:you|thee)\b" + r"|[你汝您公君](?:是|乃|真|有|这|之)",
    re.IGNORECASE,
)
_THIRD = re.compile(r"\b(?:he|she|him|her|his|hers|himself|herself)\b|[他她其彼]|此人|那人", re.IGNORECASE)
_SUBJECT_THIRD = re.compile(r"\b(?:he|she|they)\b|[他她]们?", re.IGNORECASE)
_VERBS = (
    r"(?:is|was|has|had|will|would|could|can|must|may|does|did|never|always|seems|seemed|looks|loves|likes|knows|means)"
)
_PREDICATE = re.compile(
    r"\s+(?:\w+\s+)?" + _VERBS + r"\b|(?:乃|是|者|真|虽|有|必|为人|之|素|本|多|世|不|也|很|太|最|这|那|一向|从来|总)",
    re.IGNORECASE,
)
_THIRD_TELLS = re.compile(
    r"\b(?:he|she)(?:'s|\s+(?:\w+\s+)?" + _VERBS + r")\b|\bas (?:he|she) is\b|[他她其](?:是|真|很|太|最|不|总|为人)",
    re.IGNORECASE,
)
_NAMES_ITSELF = re.compile(
    r"\b(?:my name|i am|i'm|i’m|call me|called)\b|(?:我|吾|某|在下)(?:是|乃|叫|名)", re.IGNORECASE
)
_DANGLING = re.compile(
    r"^(?:and|but|he|she|it|they|that|this|these|those|him|her|his|their|its|or|so|then|which|who|nor|yet|because"
    r"|there|such|both|neither)\b|^(?:但|而|且|此|其|他|她|它|那|这|又|则|然后|所以|因此|于是)",
    re.IGNORECASE,
)
_POLITE = re.compile(r"^(?:oh,? |ah,? |yes,? |no,? |my )*my dear (?:mr|mrs|miss|sir|lady)\b", re.IGNORECASE)
_INNER = re.compile(r"[“‘'\"][^'\"’”]{3,80}[,!?.]['’\"”]|\b(?:says|said|cries|cried) (?:he|she|i)\b|(?:says|said) I\b")
_LETTER = re.compile(r"\b(?:yours (?:truly|faithfully|sincerely|ever|affectionately)|&c|dear sir)\b", re.IGNORECASE)


def forms(text: str, chinese: bool) -> frozenset[str]:
    """Every form that a text shows."""
    patterns = _PATTERN_ZH if chinese else _PATTERN_EN
    return frozenset(form for form, pattern in patterns.items() if pattern.search(text))


def has_me(text: str) -> bool:
    """Whether the speaker speaks of itself."""
    return bool(_ME.search(text))


def has_you(text: str) -> bool:
    """Whether the one spoken to is spoken of."""
    return bool(_YOU.search(text))


def says_you_are(text: str) -> bool:
    """Whether something is said about the one spoken to."""
    return bool(_YOU_ARE.search(text))


def has_third(text: str) -> bool:
    """Whether somebody else is meant by a pronoun."""
    return bool(_THIRD.search(text))


def names_itself(text: str) -> bool:
    """Whether a speaker says who it is."""
    return bool(_NAMES_ITSELF.search(text))


def judgements(text: str, chinese: bool) -> int:
    """How many judging words a text holds, three at most."""
    found = (_PATTERN_ZH if chinese else _PATTERN_EN)["judgement"].findall(text)
    return min(len(found), 3)


def tells(after: str) -> bool:
    """Whether what follows a name says something of its bearer."""
    return bool(_PREDICATE.match(after))


def tells_of_third(text: str) -> bool:
    """Whether something is said of a "he" or "she"."""
    return bool(_THIRD_TELLS.search(text))


def dangles(text: str) -> bool:
    """Whether the text leans on what was said before it."""
    return bool(_DANGLING.search(text))


def prior(text: str, words: float, *, named: bool, vocative: bool) -> float:
    """How well a piece of speech is understood alone: 0 or less; `words` as counted by `sentences.length`."""
    score = 0.0
    if dangles(text):
        score -= 0.10
    if not named:
        score -= 0.05 * min(len(_SUBJECT_THIRD.findall(text)), 3)
    if words < 3:
        score -= 0.22
    elif words < 5:
        score -= 0.10
    elif words > 45:
        score -= 0.08
    if text[-1:] in ",-—–，、" or text.endswith("--"):
        score -= 0.06
    if text.rstrip("\"'”’_").endswith(("?", "？")):
        score -= 0.10
    if vocative:
        score -= 0.04
    if _POLITE.search(text):
        score -= 0.04
    if text[:1].islower():
        score -= 0.05
    if _INNER.search(text) or _LETTER.search(text):
        score -= 0.10
    return score
