"""Chinese word lists: characters and words that carry no topic, and older words for modern ones.

General vocabulary only; no name and no word of any one book. Owns the data, not its use.
"""

from __future__ import annotations

from fabula.ai.offline.vocabulary import listed

# Single characters that say nothing about a topic, modern and classical.
STOP = frozenset(
    "的了是在不有我你他她它这那就也都和与及或而之乎者也矣焉哉其此彼若则乃且又吾汝尔予余曰道说云被把将从到对于以为"
    "因所何谁孰安岂莫非无未可能会要想去来上下中里前后时年日人个们一二三两几么吗呢吧啊呀哦嘛着过得地很太更最还再只"
    "但却如果没啥咱您俺跟给让叫使令向往自己今已便即方才"
)

# Function words and question words, taken out of a message before its characters are paired.
HOLLOW = tuple(
    sorted(
        listed(
            """为什么 为甚么 为何 何故 怎么样 怎样 怎么 如何 什么 甚么 哪里 哪儿 何处 何时 什么时候 时候 多少 多大 几岁
几个 觉得 认为 以为 看待 看法 想法 意见 评价 知道 告诉 请问 请 可以 可不可以 能不能 是不是 有没有 会不会 要不要
该不该 应该 应当 到底 究竟 真的 其实 一下 关于 对于 说说 谈谈 讲讲 聊聊 介绍 是谁 谁是 哪个 哪位 自己 我们 你们
他们 她们 咱们 这个 那个 这些 那些 这样 那样 因为 所以 但是 如果 已经 还是 或者 而且 可能 能够 愿意 想要 需要
必须 曾经 发生 事情 事 东西 地方 这里 那里 现在 今天 一个 一种 有些 有点 非常 特别 最 吗 呢 吧 啊 呀 你 我 他 她
您 的 了 是 在 着 过 把 被 给 让 和 与 跟 对 才 就 都 也 还 又 很 不 没 没有 会 能 要 想 肯 敢 喜欢的 人 什麼
有 做 当年 当初 后来 今年 什么样"""
        ),
        key=lambda word: (-len(word), word),
    )
)

# A modern word, a colon, and what an older text may say for it.
CONCEPTS = """
喜欢: 爱 好 喜 悦 乐
爱: 喜 好 恋 情
讨厌: 恶 恨 厌 憎
恨: 仇 怨 怒 恶
害怕: 惧 怕 恐 畏 惊
怕: 惧 恐 畏 惊 害怕
恐惧: 惧 怕 恐 畏
打仗: 战 交锋 兵 厮杀
打败: 破 败 胜 灭 取
击败: 破 败 胜 灭 取
皇帝: 天子 陛下 帝 圣上
朋友: 友 兄弟 知己
老婆: 妻 夫人
妻子: 妻 夫人 内人
丈夫: 夫 夫君 官人
孩子: 子 儿 小儿 孩儿
爸爸: 父 父亲 爹
父亲: 父 爹 爸爸
妈妈: 母 母亲 娘
母亲: 母 娘 妈妈
哥哥: 兄 兄长
弟弟: 弟
结婚: 娶 嫁 婚 配 成亲
钱: 金 银 财 帛
吃饭: 食 饭 吃
喝酒: 饮 酒 醉 杯
酒: 饮 醉 杯
死: 亡 殁 丧 卒 命
杀: 斩 诛 害 弑
杀死: 斩 诛 害 杀
聪明: 智 谋 才 慧
厉害: 勇 猛 骁 英雄 武艺
勇敢: 勇 猛 胆
强大: 强 盛 雄
撤退: 退 退兵 回军
退兵: 退 回军 班师
逃跑: 走 逃 奔
投降: 降 归降 投
难过: 悲 哀 伤 泣 哭
伤心: 悲 哀 伤 泣 哭
悲伤: 悲 哀 泣 哭 伤心
高兴: 喜 大喜 欢 乐 悦
快乐: 喜 欢 乐 悦
生气: 怒 大怒 愤
后悔: 悔 悔恨 懊悔
志向: 志 大志 天下 兴复
愿望: 愿 志 望
理想: 志 大志 愿
计划: 计 计策 谋 策
办法: 计 计策 策 谋
打算: 计 欲 意
秘密: 密 机密 瞒
背叛: 反 叛 背 负
忠诚: 忠 义 忠义
相信: 信 疑
怀疑: 疑
家: 宅 府 归家 乡
回家: 归 还乡 家
故乡: 乡 乡里 故里
工作: 业 职 营生 活
学习: 学 读书 书
读书: 书 学 经
身体: 病 疾 恙
生病: 病 疾
武器: 刀 枪 剑 戟 兵器
马: 骑 良驹
天气: 雨 雪 风 寒
天下: 四海 江山 社稷
国家: 国 朝廷 社稷
害死: 杀 害
命运: 命 天命 天数
孤独: 独 孤
秘诀: 法 诀
故事: 往事
"""

# Things of the present day: where the book does not have the word itself, a question about one is outside the book.
MODERN = listed(
    """手机 电脑 电视 电影 互联网 网络 网站 微信 微博 抖音 汽车 飞机 火车 地铁 高铁 足球 篮球 股票 比特币 人工智能
机器人 空调 冰箱 咖啡 可乐 啤酒 汉堡 披萨 冰淇淋 巧克力 外卖 快递 游戏 动漫 明星 总统 美国 英国 法国 德国 日本
俄罗斯 欧洲 非洲 纽约 伦敦 巴黎 东京 病毒 疫苗 疫情 新冠 核武器 原子弹 导弹 火箭 卫星 太空 宇航员 外星人 量子
相对论 方程 公式 代码 编程 软件 程序 数据 算法 大学 高考 考研 公司 老板 工资 房价 贷款 银行卡 信用卡 支付宝 超市
电梯 照相 照片 视频 音乐会 演唱会 摇滚 圣诞 万圣节 哈利波特 福尔摩斯 孙悟空 奥特曼 马斯克 特朗普 爱因斯坦 牛顿
拿破仑 莎士比亚 奥运会 世界杯 滑雪 瑜伽 健身 减肥 护照 签证 民主 资本主义 共产主义 电子 电话 电池 充电 摄像头
无人机 塑料 石油 星座 血型"""
)
