"""Words that show what a sentence tells about a person, a setting or a genre, in English and Chinese.

Owns lists only. Knows nothing of how they are weighed. Promise: English entries are lower-case whole words, Chinese
entries are substrings.
"""

from __future__ import annotations

from fabula.reading.words import listed, ordered

BODY = listed(
    "hair eyes eyebrows brows face features beard moustache mustache whiskers complexion cheeks lips nose "
    "forehead chin figure build stature height shoulders coat dress gown hat bonnet cap cloak spectacles "
    "glasses scar freckles countenance hands neck mouth skin voice suit jacket boots"
)
"""What a body has and wears."""
SHAPES = listed(
    "tall short slender slim stout fat thin lean plump pale dark fair handsome beautiful pretty ugly plain "
    "lovely graceful elegant bald bearded freckled stooped stooping wrinkled grey gray grey-haired gray-haired "
    "white-haired red-haired fair-haired dark-haired blond blonde blue-eyed dark-eyed young old youthful "
    "elderly middle-aged lame      thickset broad broad-shouldered well-built "
    "bony "
)
"""What a body is like."""
NATURE = listed(
    "kind kindly gentle proud cold clever stupid shy timid brave bold cruel selfish generous honest cheerful "
    "   talkative patient impatient lazy idle diligent industrious stubborn obstinate "
    "vain modest humble arrogant haughty polite rude amiable agreeable disagreeable sensible foolish wise "
    " romantic practical ambitious jealous envious loyal faithful honourable honorable passionate calm "
    "nervous  sincere frank temper tempered disposition character nature natured manners humour humor "
    "good-natured good-humoured ill-tempered well-bred affectionate tender reserved eccentric melancholy "
    "careless careful cautious stern severe strict fond intelligent shrewd cunning simple innocent wicked tact "
    "charming lively unreserved punctual exact hopeful mournful"
)
"""What a character is like."""
ORIGINS = (
    r"\b(?:(?:son|daughter|brother|sister|nephew|niece|cousin|widow|widower|wife|child|heir|heiress|grandson|"
    r"granddaughter|pupil|servant|partner) (?:of|to)|was born|"
    r"had (?:once |long |always )?been (?:a|an|the|born|brought up|educated|apprenticed|married) |"
    r"formerly|years (?:ago|before|earlier)|(?:was|had been|got) married|was educated|was brought up|apprentic\w+|"
    r"had inherited|an? orphan|orphaned|widowed|by (?:trade|profession|birth)|came (?:from|of) (?:a|an|the)|native of|"
    r"descended from|for (?:some|many|[a-z-]+) years|grew up|had (?:lived|served|worked|made a fortune)|retired|"
    r"a fortune of)"
    r"(?:\b|(?<= ))"
)
"""Turns of phrase that tell where somebody comes from; a regular expression."""
HOSTILE = listed(
    "killed murdered murderer threatened struck seized sneered betrayed poisoned stole robbed hated villain "
    "villainous wicked evil enemy traitor cruel cruelly savage savagely strangled stabbed shot attacked cursed "
    "blackmail revenge vengeance malice malicious malignant scoundrel treachery fiend tyrant ruffian crime "
    "criminal assassin"
)
SETTING = listed(
    "town village city house street country county island sea river forest castle manor farm parish england "
    "century year years war peace king queen summer winter spring autumn world people family families society "
    "estate neighbourhood neighborhood inhabitants population situated lived built ancient kingdom empire "
    "district"
)
GENRES: dict[str, frozenset[str]] = {
    "mystery": listed(
        "detective murder murdered murderer inspector clue clues poison alibi inquest coroner suspect suspicion "
        "corpse scotland crime criminal evidence victim police revolver"
    ),
    "romance": listed(
        "love loved lover marry marriage married engaged engagement kiss kissed wedding heart affection attachment "
        "ball bride husband courtship tenderness"
    ),
    "fantasy": listed(
        "magic magical wizard witch dragon sword spell elf elves dwarf sorcerer enchanted prophecy realm kingdom "
        "fairy wand goblin throne"
    ),
    "science fiction": listed(
        "spaceship planet robot galaxy orbit laser android alien aliens starship colony experiment laboratory "
        "invisible apparatus reactor computer"
    ),
    "horror": listed(
        "ghost terror horror vampire haunted grave coffin scream ghastly monster blood demon nightmare spectre"
    ),
    "adventure": listed(
        "ship treasure island voyage captain sail pirate crew jungle savage rifle expedition anchor deck mast"
    ),
    "war": listed("army general battle soldiers regiment troops trench enemy cannon officer war victory retreat"),
}

LOOKS_ZH = ordered(
    "身长 身高 面如 唇若 目如 眼睛 眉毛 髯 胡须 胡子 长发 短发 头发 白发 容貌 相貌 面貌 生得 长得 身材 脸 肤 "
    "穿着 身穿 穿一件 头戴 清秀 美貌 俊 魁梧 瘦 胖 高大 英俊 漂亮 面容 皮肤 鼻子 嘴唇 声若 势如 威风 堂堂 仪表 "
    "袖套 围裙 衬衫"
)
NATURE_ZH = ordered(
    "性子 性格 性情 生性 天性 为人 脾气 气性 温柔 善良 聪明 勇猛 忠厚 孝顺 仁慈 奸诈 多谋 足智 骄傲 刚直 沉默 "
    "寡言 冷静 开朗 暴躁 胆小 谨慎 热情 固执 倔强 诚实 老实 狡猾 慷慨 宽厚 宽和 豪爽 喜怒 好学 好酒 爱笑 内向 "
    "细心 粗心 能干 嘴硬 心软 小气 大方"
)
PAST_ZH = ordered(
    "人氏 人也 之子 之后 之女 之弟 之兄 父亲是 母亲是 出身 祖父 世居 原是 本是 自幼 从小 小时候 当年 毕业 官至 "
    "官拜 守寡 嫁给 师从 当过 做过 做了 进所 从前 结婚 孤儿 岁 掌柜 大夫 医生 老师 教师 检定员 木匠 铁匠 船夫"
)
HOSTILE_ZH = ordered("杀 害 奸 恶 毒 叛 谋反 篡 贼 凶 残 暴 仇 骂 逼 抢 劫")
SETTING_ZH = ordered("天下 朝 年 城 县 州 村 镇 山 江 河 海 国 战 街 家 学校 公司 世界 时代 王 帝 百姓 兵")
GENRES_ZH: dict[str, tuple[str, ...]] = {
    "wuxia": ordered("江湖 剑法 掌门 武功 内力 侠 镖 武林 轻功 帮主"),
    "xianxia": ordered("修炼 灵气 仙 丹药 法宝 元婴 金丹 飞剑 宗门 渡劫 灵石 真气"),
    "historical": ordered("丞相 将军 军马 太守 朝廷 陛下 主公 兵马 天子 大军 百官 诏"),
    "romance": ordered("喜欢 爱 结婚 恋 男朋友 女朋友 心跳 拥抱 吻 约会"),
    "mystery": ordered("案 凶手 警察 侦探 尸体 线索 嫌疑 证据 谋杀 破案"),
    "science fiction": ordered("飞船 星球 机器人 宇宙 外星 太空 实验 基因 舰"),
    "horror": ordered("鬼 僵尸 阴森 恐怖 诅咒 血淋淋 亡魂"),
}
