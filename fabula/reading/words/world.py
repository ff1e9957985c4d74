"""Words for groups, things, rules, questions and plans, in English and Chinese.

Owns lists and patterns only. Knows nothing of how they are counted. Promise: nothing is taken from a particular novel.
"""

from __future__ import annotations

from fabula.reading.words import listed, ordered

THINGS = ordered(
    "ring sword dagger pistol revolver rifle letter diary manuscript map treasure necklace locket crown key box chest portrait "
    "mirror watch lamp lantern telescope violin piano harp notebook mask veil fan brooch bracelet diamond pearl "
    "ship boat carriage motor engine machine bomb poison medicine scales slate sceptre flag throne coffin "
    "telegram parcel talisman wand"
)
THINGS_ZH = ordered(
    "玉玺 宝剑 宝刀 画戟 兵书 诏书 密诏 印绶 玉带 锦囊 棺 古琴 琴 地图 遗书 宝马 金印 令箭 虎符 砝码 杆秤 秤砣 秤杆 木箱 钥匙 戒指 "
    "项链 日记 照片 手表 信封 手枪 匕首 丹药 法宝 飞剑 灵石 玉佩 镜子 铜镜 账本 锁 灯笼 箱子"
)
SCHOOLS_ZH = "派门帮教会盟宗堂寨"
STATES_ZH = ordered("魏 蜀 吴 汉 秦 楚 齐 燕 赵 晋 宋 唐 辽 金 元 明 清 越 梁 陈 周")
ARMY_WORDS = listed("regiment army militia brigade battalion navy police guard guards corps fleet crew")
COMPANY_WORDS = listed(
    "club society league council committee party company institute brotherhood order union college school"
)
RULE = (
    r"\b(?:it\s(?:is|was)\s(?:a|the)\s(?:rule|law|custom|maxim|principle|tradition|truth\suniversally)\b|"
    r"(?:the|our|a)\s(?:law|rule|custom|rules|laws)\s(?:of\s[a-z\s]{2,40}\s)?(?:is|was|are|were|forbids?|forbade|requires?|required|says?|said)\b|"
    r"(?:was|were|is|are)\s(?:strictly\s)?(?:forbidden|prohibited|not\sallowed|not\spermitted|obliged\sby\s(?:law|custom))\b|"
    r"\b(?:no\sone|nobody|no\sman|no\swoman|no\sperson)\s(?:may|must|shall|can\sever|is\sallowed|was\sallowed|was\spermitted)\b|"
    r"\bon\s(?:pain|penalty)\sof\b|\bby\s(?:law|ancient\scustom|rule)\b|\bagainst\sthe\s(?:law|rules?|regulations?)\b)"
)
RULE_HINTS = (
    "law", "rule", "custom", "maxim", "forbid", "forbade", "prohibited", "allowed", "permitted", "penalty", "pain of", "universally",
    "o one ", "obody ", "o man ", "o woman ", "regulations", "obliged by",
)  # fmt: skip
RULE_HINTS_ZH = (
    "违",
    "军令",
    "律",
    "军法",
    "规矩",
    "祖制",
    "国法",
    "家法",
    "立法",
    "约法",
    "禁止",
    "不许",
    "不得",
    "者斩",
    "皆斩",
)
"""Words without which no sentence states a rule; looked for first."""
RULE_HARD = r"\b(?:law|forbid\w*|forbade|prohibited|not\sallowed|not\spermitted|must|shall|penalty|pain\sof|against|may|obliged)\b"
RULE_ZH = r"(?:违者[皆]?[斩罚处重]|违令者|军令如山|按律|按军法|依律|照规矩|规矩是|有规矩|的规矩|定下规矩|祖制|国法|家法|立法|约法|禁止|不许|不得(?:擅|私|有|入|出|违)|者斩|者皆斩)"
SEARCH = r"\b(?:search(?:ed|ing)?\sfor|look(?:ed|ing)\sfor|in\squest\sof|in\ssearch\sof|hunt(?:ed|ing)?\sfor|in\spursuit\sof)\s"
MYSTERY = r"\b(?:mystery|secret|riddle|puzzle|enigma)\b"
QUESTION = r"(?:who|what|where|why|how|which|whose|was|were|had|did|could|would|should|is)\b"
WHETHER = (
    r"\b(?P<verb>resolved|decided|determined|chose|refused|declined|agreed|consented|offered|promised|begged|urged|advised|"
    r"persuaded|entreated|implored|asked|ordered|commanded|wished|longed|meant|intended|proposed|hesitated|tried|"
    r"preferred|threatened)(?P<whom>\s(?:him|her|me|them|[A-Z][\w.]*(?:\s[A-Z]\w+)?))?(?:\seither)?\s(?P<option>(?:not\s)?to\s(?!(?:be|have|the|his|her|think|"
    r"believe|see|say|know|hear|speak|it|this|that|him|me|them|a|an)\b)[a-z][^,.;:!?\"“”()]{4,80})"
)
"""A verb of choosing, wishing or urging, and what is chosen, wished or urged, as an infinitive."""
WHETHER_ZH = r"(?P<verb>决意|决定|欲|要|劝[^，。；]{1,4}|不如|不若|宁可|愿|打算|想要|议|请[^，。；]{1,4}|可)(?P<option>[^，。；！？：“”]{3,24})(?=[，。；！？])"
