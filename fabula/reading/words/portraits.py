"""Words that show what a sentence tells about a person, a setting or a genre, in English and Chinese.

Owns lists only. Knows nothing of how they are weighed. Promise: English entries are lower-case whole words, Chinese
entries are substrings.
"""

from __future__ import annotations

from fabula.reading.words import listed, ordered

LOOKS = listed(
    "hair haired eyes eyed eyebrows brows face faced features beard bearded moustache mustache whiskers "
    "complexion cheeks lips nose forehead chin skin tall short slender slim stout fat thin lean plump pale "
    "dark fair handsome beautiful pretty ugly plain lovely graceful elegant bald figure build stature height "
    "shoulders dressed wore wearing clad coat dress gown hat bonnet spectacles glasses scar freckles "
    "freckled stooped wrinkled grey gray blond blonde golden countenance appearance looked aged young old "
    "youthful elderly middle-aged limp"
)
NATURE = listed(
    "kind kindly gentle proud cold warm clever stupid shy timid brave bold cruel selfish generous honest "
    "cheerful gay sad serious grave silent quiet talkative patient impatient lazy idle diligent industrious "
    "stubborn obstinate vain modest humble arrogant haughty polite rude amiable agreeable disagreeable "
    "sensible foolish wise silly romantic practical ambitious jealous envious loyal faithful honourable "
    "honorable passionate calm nervous anxious curious sincere frank temper tempered disposition character "
    "nature natured manners manner habit mind heart humour humor humoured spirits good-natured good-humoured "
    "well-bred affectionate tender reserved eccentric melancholy careless careful cautious stern severe "
    "strict fond loved hated feared never always opinion pride principle conscience intelligent shrewd "
    "cunning simple innocent wicked wise tact charm charming"
)
PAST = listed(
    "born son daughter brother sister father mother wife husband widow widower orphan married married nephew "
    "niece uncle aunt cousin heir heiress inherited family descended native formerly once years ago brought "
    "educated apprenticed served profession trade doctor lawyer merchant clergyman vicar rector captain "
    "officer soldier sailor clerk farmer teacher governess servant housekeeper butler master mistress owner "
    "landlord engaged lived came fortune income estate retired worked grew childhood youth schoolmaster "
    "banker manufacturer"
)
HOSTILE = listed(
    "killed murdered murderer threatened struck seized sneered betrayed poisoned stole robbed hated villain "
    "villainous wicked evil enemy traitor cruel cruelly savage savagely strangled stabbed shot attacked "
    "cursed blackmail revenge vengeance malice malicious malignant scoundrel treachery fiend tyrant ruffian "
    "crime criminal assassin"
)
SETTING = listed(
    "town village city house street country county island sea river forest castle manor farm parish england "
    "century year years war peace king queen summer winter spring autumn world people family families "
    "society estate neighbourhood neighborhood inhabitants population situated lived built ancient kingdom "
    "empire district"
)
GENRES: dict[str, frozenset[str]] = {
    "mystery": listed(
        "detective murder murdered murderer inspector clue clues poison alibi inquest coroner suspect suspicion "
        "corpse scotland crime criminal evidence victim police revolver"
    ),
    "romance": listed(
        "love loved lover marry marriage married engaged engagement kiss kissed wedding heart affection "
        "attachment ball bride husband courtship tenderness"
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
    "身长 身高 面如 唇若 目如 眼 眉 髯 须 长发 短发 头发 白发 容貌 相貌 面貌 生得 长得 身材 脸 肤 穿着 身穿 "
    "头戴 披 衣 清秀 美貌 俊 魁梧 瘦 胖 高大 英俊 漂亮 面容 皮肤 鼻 嘴唇 声若 势如 威风 堂堂 仪表"
)
NATURE_ZH = ordered(
    "性 为人 脾气 温柔 善良 聪明 勇 忠 孝 仁 义 奸 诈 多谋 智 骄 傲 刚 直 沉默 寡言 冷静 开朗 暴躁 胆小 谨慎 "
    "热情 固执 倔强 诚实 狡猾 慷慨 宽厚 宽和 豪爽 喜怒 好学 好酒 爱笑 内向 细心 粗心 心细 能干"
)
PAST_ZH = ordered(
    "字 人氏 乃 人也 之子 之后 之女 之弟 之兄 父亲 母亲 儿子 女儿 妻子 丈夫 出身 祖 世居 曾 原是 本是 家中 "
    "自幼 从小 小时候 当年 毕业 工作 官至 官拜 太守 将军 县令 医生 老师 教师 学生 掌柜 老板 商人 师父 徒弟 "
    "弟子 结婚 孤儿 岁"
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
