"""How much a decoded text looks like something a person wrote.

A wrong decoder still yields characters, but rare ones in odd company. Knows nothing of files or codecs. The one
promise: a number per text that is clearly higher for the right decoding of ordinary prose than for any wrong one.
"""

from __future__ import annotations

from collections import Counter

# The most frequent characters of modern and classical prose, simplified, traditional and Japanese together.
_HAN = frozenset(
    "的一是不了人我在有他这中大来上国个到说们为子和你地出道也时年得就那要下以生会自着去之过家学对可她里后小么心多天而能好都然没日于起"
    "还发成事只作当想看文无开手十用主行方又如前所本见经头面公同三已老从动两长知民样现分将外但身些与高意进把法此实回二理美点月明其种声全"
    "工己话儿者向情部正名定女问力机给等几很业最间新什打便位因重被走电四第门相次东政海口使教西再平真听世气信北少关并内加化由却代军产入先"
    "山五太水万市眼体别处总才场师书比住员九笑性通目华报立马命张活难神数件安表原车白应路期叫死常提感金何更反合放做系计或司利受光王果亲界"
    "及今京务制解各任至清物台象记边共风战干接它许八特觉望直服毛林题建南度统色字请交爱让认算论百吃义科怎元社术结六功指思非流每青管夫连远"
    "曰言吾汝矣乎乃兵将军曹操孙刘备城杀帝臣侯府官姐姑娘爷奶坐站拿轻慢忙忽突静黑红夜晚早晨雨雪花树草屋窗床灯街村河船"
    "這個來國為們時說會後過學對裡麼還發當開無經頭現動長樣將與進實點聲話兒問給機業間電門東書氣關內卻產場師報馬難數車應華覺總邊親處變"
    "萬戰體辦員論愛讓認連遠張義術結請興運該輕轉紅綠葉風飛頓願響顯買賣錢鐵銀談調許計記設試誰課讀談變讚負責貴賢賴起趕路身"
    "日本語私僕彼女何時間今思言見行来出入立前後上下中大小人自分気持手目口足顔声話聞食飲読書会社学校先生友達家族父母兄弟姉妹子供男"
    "一二三四五六七八九十百千万年月火水木金土曜朝昼夜春夏秋冬東西南北道町村市国世界空海山川花鳥風雨雪車電駅"
    "笑泣怒喜悲愛好嫌良悪新古高低長短多少強弱近遠早遅開閉始終止歩走帰待忘知覚考感作使変当然実際体心頭白黒赤青"
)
_HANGUL = frozenset(
    "이다는을에의가고하지도그한나사로리어은들자를인기해서아있시대정게라일과만보수면부오전주여우그녀니까없었않것말때마음눈손집문물길"
    "더안야했와으세제데요려같속내러무소상장생원구모거당동미성공유실신경조각였던며든위두바람간분비교스르히저네너무왜듯얼굴소리방밤아침"
    "습십국년월선재용호회할될될께서님입차례명후된작업역현학발표민관계"
)
_PUNCTUATION = frozenset("，。、；：？！“”‘’「」『』《》〈〉（）【】…—－·～　〜ー・々〇")
_TYPOGRAPHIC = frozenset("‘’“”„‚‹›«»–—…•†‡™€")
_ACCENTED = frozenset("àâäáãåæçéèêëíìîïñóòôöõøœúùûüýÿßÀÂÄÁÅÆÇÉÈÊËÍÎÏÑÓÔÖØŒÚÙÛÜ")
_QUIET_SIGNS = frozenset("¡¿°§©®£¥½¼¾ªº´²³¹×\u00a0\u00ad¶")
SAMPLE_CHARS = 60_000


def _weight(char: str) -> float:
    """What one character says about the decoding, from -8 (never in prose) to +3 (the bread of a language)."""
    code = ord(char)
    if code < 0x20 or 0x7F <= code < 0xA0:
        return -6.0
    if char in _HAN or char in _HANGUL:
        return 3.0
    if 0x3041 <= code <= 0x3096 or 0x30A1 <= code <= 0x30FA:
        return 2.0
    if char in _PUNCTUATION or 0xFF10 <= code <= 0xFF5A:
        return 2.0
    if 0x0430 <= code <= 0x044F or code == 0x0451:
        return 2.0
    if 0x0410 <= code <= 0x042F or code == 0x0401 or char in _TYPOGRAPHIC:
        return 1.0
    if char in _ACCENTED:
        return 1.5
    if 0x4E00 <= code <= 0x9FFF:
        return -0.3
    if 0xAC00 <= code <= 0xD7A3 or char in _QUIET_SIGNS or 0x2150 <= code <= 0x218F or 0x2460 <= code <= 0x24FF:
        return 0.0
    if 0xFF61 <= code <= 0xFF9F:
        return -3.0
    if 0xE000 <= code <= 0xF8FF or 0xD800 <= code <= 0xDFFF or code >= 0x20000:
        return -8.0
    return -2.0


def _kind(char: str) -> str:
    """A letter for the script of a character: a ASCII letter, e other Latin, c/C Cyrillic, h CJK, space otherwise."""
    code = ord(char)
    if code < 0x80:
        return "a" if char.isalpha() else " "
    if 0x0400 <= code <= 0x04FF:
        return "c" if char.islower() else "C"
    if 0xC0 <= code < 0x250:
        return "e"
    if 0x3040 <= code <= 0x30FF or 0x3400 <= code <= 0x9FFF or 0xAC00 <= code <= 0xD7A3 or code >= 0xF900:
        return "h"
    return " "


def spread(text: str, size: int = SAMPLE_CHARS) -> str:
    """Slices from the beginning, the middle and the end."""
    if len(text) <= size:
        return text
    third = size // 3
    middle = len(text) // 2
    return text[:third] + text[middle : middle + third] + text[-third:]


def plausibility(text: str) -> float:
    """The mean weight of the characters beyond ASCII, less what odd neighbours cost. 0 or below is noise."""
    text = spread(text)
    counts = Counter(text)
    beyond = {
        char: n for char, n in counts.items() if ord(char) >= 0x80 or (ord(char) < 0x20 and char not in "\t\n\r\f")
    }
    total = sum(beyond.values())
    if not total:
        return 1.0 if text else 0.0
    score = sum(_weight(char) * n for char, n in beyond.items())
    return (score - _odd_company(text, beyond)) / total


def _odd_company(text: str, beyond: dict[str, int]) -> float:
    """What a wrong decoder betrays: CJK inside Latin words, capitals inside Cyrillic words, words all of accents."""
    kinds = Counter({" ": 0})
    shape = "".join(map(_kind, text))
    kinds.update(shape)
    cost = 3.0 * shape.count("aha") + 3.0 * shape.count("cC") + 4.0 * (shape.count("ac") + shape.count("ca"))
    letters = kinds["a"] + kinds["e"]
    if kinds["e"] > 0.3 * letters:
        cost += 3.0 * kinds["e"]
    cyrillic = kinds["c"] + kinds["C"]
    if cyrillic < 0.3 * (kinds["a"] + cyrillic):
        cost += 2.0 * cyrillic
    cost += 2.0 * (shape.count("he") + shape.count("eh") + shape.count("hc") + shape.count("ch"))
    return cost
