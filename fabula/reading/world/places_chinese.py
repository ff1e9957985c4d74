"""Places of a Chinese book: what people march to, hold and come from, and what governors govern.

Owns judging two- and three-character strings by the words around them. Knows nothing of persons except their names.
Promise: a place stands in at least two kinds of surroundings that only places have, or ends in a word for one.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence

from fabula.reading.findings import Ground
from fabula.reading.pace import Pace
from fabula.reading.pages import Pages
from fabula.reading.words import listed
from fabula.reading.words.chinese import NOT_NAMES, PLACE_MARKS
from fabula.reading.world.places import Site

_HAN = "\u3400-\u4dbf\u4e00-\u9fff"
_BOUND = r"(?=[，。；：！？、”）]|去|来|太守|刺史|之|的|城|而|进发|与|有)"
_TO = re.compile(
    rf"([至到往投奔取攻守屯回入出据镇离袭犯驻赴望围归在去过]|前往|来到|离开|回到|于|自|从)([{_HAN}]{{2,3}}?){_BOUND}"
)
_RULED = re.compile(rf"(?:[，。；：领为拜封授是除]|将军|)([{_HAN}]{{2}})(?:太守|刺史|牧|令尹|知县|县令|县长|县委)")
_FROM = re.compile(rf"(?:，|。|乃|系|是|祖贯|生于)([{_HAN}]{{2}})([{_HAN}]{{2,3}})人(?:氏|也)")
_MARKS = frozenset(PLACE_MARKS)
_NOT = frozenset(
    ""
    "的了一这那大小后前本此其各二三两城我你他她不上下中内外处时日年月人马军兵将阵寨营门帐船岸家来去见报说道曰言问听看知者也矣乎哉"
    "吾汝公贼敌众诸与和同为以所何谁之而于在有无是非得应先便即一四五六七八九十百千万"
)
_GENERIC = listed(
    "会合 会齐 下寨 安营 山谷 营寨 隘口 半路 浮桥 水寨 谷口 壕边 敌楼 吊桥 险要 山口 江口 路口 河口 渡口 街口 "
    "村口 门口 胸口 窗口 四海 东南 西北 东北 西南 四方 "
    "州郡 四郡 诸郡 沿江 相府 城门 大路 小路 山坡 山顶 山脚 柜台 县城 省城 城楼 城墙 敌营 本寨 老营 大营 空营 "
    "土山 高山 大江 岸边 江岸 "
    "后山 深山 山林 树林 林中 村庄 庄上 学校 医院 公司 家里 屋里 车站 旷野 荒野 中原 边境 边关 关隘 关口 粮草 "
    "东西 南北 左右 前面 后面 "
    "北岸 南岸 东岸 西岸 对岸 宫中 朝中 府中 帐中 营中 城中 军中 阵中 江中 水中 山中 路中 途中 房中 堂中"
)
_LEADING = frozenset("至到投往奔取攻守屯回入出据镇离袭犯驻赴望围归在去过于自从进")
_TOWN = re.compile(rf"([{_HAN}]{{2}}[县镇村乡市省州])(?![{_HAN}]?长)")
_STEMS = frozenset("全本我们这个那个一个哪个两个几个整个各个到处每个自己进城回到来到去了")
_STRONG = frozenset(["据", "镇", "屯", "守", "驻", "袭", "前往", "来到", "离开", "回到", "围", "往", "奔"])
WELL_KNOWN = listed(
    "荆州 成都 洛阳 长安 许昌 汉中 中国 北京 上海 天津 重庆 广州 深圳 南京 杭州 苏州 武汉 西安 开封 香港 台湾 "
    "美国 英国 法国 日本 德国 俄国 "
    "东京 巴黎 伦敦 纽约 四川 湖南 湖北 河南 山西 陕西 广东 广西 云南 贵州 浙江 江苏 福建 安徽 江西 甘肃 青海 "
    "新疆 西藏 黄河 长江"
)
"""Places of the country and the world that every reader knows."""
_HOUSES = re.compile(rf"(?<=[在到去进从回往])([{_HAN}]{{1,3}}[坊站社铺所店馆院厂局庙校])(?![{_HAN}]?长)")
_STEM = 5
"""A name before 县 or 镇 that stands so often in the book is a place without it too."""
_MOST = 120
_MOST_WEIGHED = 600


def chinese_places(
    pages: Pages, grounds: Sequence[Ground], taken: Collection[str], homes: Sequence[tuple[int, int]], pace: Pace
) -> list[Site]:
    """The places of a book, most named first. `taken` are the names of its people, `homes` spans like 甲家."""
    text = pages.text
    pace.next_pass()
    leads = _surroundings(text)
    likely = sorted(leads, key=lambda n: (-sum(leads[n].values()), n))[:_MOST_WEIGHED]
    names = {
        n: leads[n] for n in likely if n in WELL_KNOWN or (_shaped(n, leads, taken) and _placed(n, leads[n], text))
    }
    for ground in grounds:
        name = ground.name
        if name not in {*taken, *_GENERIC} and not _led(name, leads) and name[-1] not in "寨营楼府门":
            names.setdefault(name, Counter())
    kept = [n for n in names if len(n) < 3 or n[1:] not in names or n[-1] in "关山江河"]
    kept.extend(sorted({text[start:end] for start, end in homes} - set(kept))[:_MOST])
    sites = [Site(n) for n in sorted(kept, key=lambda n: (-len(n), n))]
    owned: set[int] = set()
    for site in sites:
        at = text.find(site.name)
        while at >= 0:
            if at not in owned:
                site.starts.append(at)
                owned.update(range(at, at + len(site.name)))
            at = text.find(site.name, at + len(site.name))
    found = [s for s in sites if len(s.starts) >= 2]
    found.sort(key=lambda s: (-len(s.starts), s.name))
    return found[:_MOST]


def _surroundings(text: str) -> dict[str, Counter[str]]:
    """For each string that may be a place, what stands around it and how often."""
    leads: dict[str, Counter[str]] = defaultdict(Counter)
    for match in _TO.finditer(text):
        leads[match.group(2)][match.group(1)] += 1
    for match in _RULED.finditer(text):
        leads[match.group(1)]["太守"] += 1
    for match in _FROM.finditer(text):
        leads[match.group(1)]["人氏"] += 1
    towns = Counter(m.group(1) for m in _TOWN.finditer(text))
    for town, count in sorted(towns.items(), key=lambda t: (-t[1], t[0]))[:_MOST_WEIGHED]:
        stem = town[:2]
        if not any(c in _NOT or c in _LEADING or c in _STEMS for c in stem):
            leads[town]["县"] += count
            if text.count(stem) >= _STEM:
                leads[stem]["镇"] += 1
    for match in _HOUSES.finditer(text):
        leads[match.group(1)]["坊"] += 1
    return leads


def _led(name: str, leads: dict[str, Counter[str]]) -> bool:
    """Whether a string is a verb of going with a place behind it."""
    return len(name) > 2 and name[0] in _LEADING and name[1:] in leads


def _shaped(name: str, leads: dict[str, Counter[str]], taken: Collection[str]) -> bool:
    """Whether a string can be a place's name at all: no words of grammar in it, nobody's name, no common noun."""
    if name in taken or name in NOT_NAMES or name in _GENERIC or _led(name, leads):
        return False
    if any(c in _NOT for c in name[:-1]) or (name[-1] in _NOT and name[-1] != "中"):
        return False
    if any(name[i:j] in taken for i in range(len(name) - 1) for j in range(i + 2, len(name) + 1)):
        return False
    short = len(name) == 2 and name[-1] in "寨营楼府宫殿亭台路街房门边"
    return not short and name[-1] not in "杀边寨门去来住"


def _placed(name: str, around: Counter[str], text: str) -> bool:
    """Whether what stands around a string stands around places only."""
    total = sum(around.values())
    strong = sum(around[w] for w in _STRONG)
    ruled = around["太守"] + around["人氏"]
    if (around["坊"] >= 2 and len(name) > 2) or (around["镇"] and len(name) == 2):
        return True
    if around["县"] >= 2 and around["县"] >= 0.5 * text.count(name):
        return True
    if len(around) >= 3 and total >= 4 and (strong or ruled):
        return True
    marked = name[-1] in _MARKS
    return total >= 2 and ((bool(ruled) and len(around) >= 2) or (marked and (len(name) > 2 or strong > 0)))
