"""Words for what people are to each other, in English and Chinese: the kind of each, and the gender it tells.

Owns lists only. Knows nothing of sentences. Promise: every word names what its bearer is to somebody else.
"""

from __future__ import annotations

from fabula.reading.words import ordered

_KIN_M = ordered(
    "father brother son uncle nephew grandfather grandson father-in-law brother-in-law son-in-law stepfather stepson papa"
)
_KIN_F = ordered(
    "mother sister daughter aunt niece grandmother granddaughter mother-in-law sister-in-law daughter-in-law stepmother stepdaughter mamma mama"
)
BONDS: dict[str, tuple[str, str]] = {
    **dict.fromkeys(_KIN_M, ("kin", "m")),
    **dict.fromkeys(_KIN_F, ("kin", "f")),
    "cousin": ("kin", ""),
    "child": ("kin", ""),
    "twin": ("kin", ""),
    "ward": ("kin", ""),
    "guardian": ("kin", ""),
    "husband": ("spouse", "m"),
    "wife": ("spouse", "f"),
    "bride": ("spouse", "f"),
    "bridegroom": ("spouse", "m"),
    "betrothed": ("betrothed", ""),
    "fiance": ("betrothed", "m"),
    "fiancé": ("betrothed", "m"),
    "fiancee": ("betrothed", "f"),
    "fiancée": ("betrothed", "f"),
    "friend": ("friend", ""),
    "companion": ("friend", ""),
    "comrade": ("friend", ""),
    "chum": ("friend", ""),
    "confidant": ("friend", ""),
    "confidante": ("friend", ""),
    "lover": ("friend", ""),
    "sweetheart": ("friend", ""),
    "enemy": ("foe", ""),
    "foe": ("foe", ""),
    "rival": ("foe", ""),
    "adversary": ("foe", ""),
    "master": ("master", "m"),
    "mistress": ("master", "f"),
    "employer": ("master", ""),
    "patron": ("master", ""),
    "patroness": ("master", "f"),
    "captain": ("master", ""),
    "tutor": ("acquaintance", ""),
    "teacher": ("acquaintance", ""),
    "governess": ("servant", "f"),
    "servant": ("servant", ""),
    "maid": ("servant", "f"),
    "housekeeper": ("servant", "f"),
    "housemaid": ("servant", "f"),
    "nurse": ("servant", ""),
    "butler": ("servant", "m"),
    "coachman": ("servant", "m"),
    "valet": ("servant", "m"),
    "gardener": ("servant", ""),
    "cook": ("servant", ""),
    "clerk": ("servant", ""),
    "secretary": ("servant", ""),
    "footman": ("servant", "m"),
    "groom": ("servant", "m"),
    "pupil": ("acquaintance", ""),
    "neighbour": ("acquaintance", ""),
    "neighbor": ("acquaintance", ""),
    "partner": ("acquaintance", ""),
    "colleague": ("acquaintance", ""),
    "schoolfellow": ("friend", ""),
    "guest": ("acquaintance", ""),
    "host": ("acquaintance", ""),
    "hostess": ("acquaintance", "f"),
    "landlady": ("acquaintance", "f"),
    "landlord": ("acquaintance", "m"),
    "visitor": ("acquaintance", ""),
}
"""word -> (kind, the gender of its bearer where the word tells it)."""
MUTUAL = frozenset({"brother", "sister", "cousin", "twin", "husband", "wife", "bride", "bridegroom"})
"""Words whose relation holds both ways, though the word for the way back may differ."""
MUTUAL_KINDS = frozenset({"spouse", "betrothed", "friend", "foe", "acquaintance"})
BONDS_ZH: dict[str, tuple[str, str]] = {
    **dict.fromkeys(
        ordered(
            "父 父亲 爸爸 爹 子 长子 次子 三子 幼子 少子 儿子 儿 兄 哥哥 长兄 弟 弟弟 兄弟 幼弟 叔 叔父 叔叔 伯父 伯伯 侄 侄儿 侄子 外甥 甥 舅 舅舅 孙 孙子 祖父 爷爷 外公 岳父 女婿 婿 义子 义弟 义兄 养子 继子 从弟 从兄 族弟 族兄 族侄 嫡子 庶子 堂弟 堂兄 表兄 表弟 表哥 舅父"
        ),
        ("kin", "m"),
    ),
    **dict.fromkeys(
        ordered(
            "母 母亲 妈妈 娘 女 长女 次女 女儿 姊 姐 姐姐 妹 妹妹 姑 姑姑 姨 姨妈 婶 嫂 嫂嫂 嫂子 祖母 奶奶 外婆 外祖母 岳母 儿媳 媳妇 侄女 外甥女 孙女 义女 养女"
        ),
        ("kin", "f"),
    ),
    "夫": ("spouse", "m"),
    "丈夫": ("spouse", "m"),
    "妻": ("spouse", "f"),
    "妻子": ("spouse", "f"),
    "夫人": ("spouse", "f"),
    "妾": ("spouse", "f"),
    "爱妾": ("spouse", "f"),
    "后妻": ("spouse", "f"),
    "老婆": ("spouse", "f"),
    "爱人": ("spouse", ""),
    "太太": ("spouse", "f"),
    "未婚妻": ("betrothed", "f"),
    "未婚夫": ("betrothed", "m"),
    **dict.fromkeys(ordered("友 好友 故人 朋友 旧友 故友 知己 同学 故旧"), ("friend", "")),
    **dict.fromkeys(
        ordered(
            "部将 手下 帐下 麾下 牙将 家将 家奴 仆人 侍女 丫鬟 从吏 部下 偏将 副将 谋士 心腹 大将 先锋 步将 骑将 主簿 长史 从事 参谋 属下 学徒 徒弟 助手 秘书 司机 门人 弟子 军师 亲将 末将 小将 健将 手将 属吏 门客"
        ),
        ("servant", ""),
    ),
    **dict.fromkeys(ordered("主公 主人 师父 师傅 老师 故主 主子 东家"), ("master", "")),
    **dict.fromkeys(ordered("邻居 同事 同乡 同僚 学生 房东 房客"), ("acquaintance", "")),
}
"""The same for Chinese."""
MUTUAL_ZH = frozenset(
    [
        "兄",
        "弟",
        "兄弟",
        "哥哥",
        "弟弟",
        "姊",
        "姐",
        "姐姐",
        "妹",
        "妹妹",
        "义弟",
        "义兄",
        "从弟",
        "从兄",
        "族弟",
        "族兄",
        "堂弟",
        "堂兄",
        "表兄",
        "表弟",
        "表哥",
        "长兄",
        "幼弟",
        "夫",
        "丈夫",
        "妻",
        "妻子",
        "夫人",
        "妾",
        "爱妾",
        "后妻",
        "老婆",
        "爱人",
        "太太",
    ]
)
