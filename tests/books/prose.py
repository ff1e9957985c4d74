"""Prose of our own in several languages, for building books: enough of it, never twice the same in a row."""

from __future__ import annotations

_EN = (
    "The ferry left at noon with nobody on it but Harker and the mail. He stood at the rail and watched the town\n"
    'shrink, roof by roof, until only the gasworks chimney was left, and then the haze took that as well. "You will\n'
    'want a coat," said the mate, and went below without waiting to hear whether he had one.',
    "It rained all that week. The gutters ran over, the cellar filled to the second step, and the cat moved its\n"
    "kittens one at a time to the top shelf of the linen press, where Mrs. Oddy found them and said nothing "
    "about it\n"
    "to anybody. On the Friday the wind went round and the whole valley steamed like a kettle.",
    '"I never asked for it," said Lydia. She laid the letter on the table between them and smoothed it flat with two\n'
    'fingers. "He may have the house and the orchard and every spoon in it. What I want is the boat." Nobody at the\n'
    "table could think of an answer, and the clock, which had been slow for years, struck three.",
    "They came down out of the hills after dark with a lantern tied to a pole. There were fewer of them than there\n"
    "had been in the spring. The smith counted as they passed his door and when he had finished counting he went in\n"
    "and put another log on the fire, and sat, and did not speak until morning.",
    "What the surveyor had written was quite plain, and quite wrong. The stream did not turn east at the "
    "mill; it had\n"
    "never turned east; and a village that had stood for six hundred years on the strength of that bend was, by the\n"
    "letter of the map, at the bottom of a lake. Everyone agreed that something ought to be done.",
)
_ZH = (
    "　　天色渐渐暗了下来，河面上起了一层薄雾。老船夫把竹篙往岸边一撑，小船便悄悄地滑了出去。"
    "“今晚怕是要下雨了。”他回过头来，对坐在船尾的少年说。"
    "少年没有回答，只是紧紧抱着怀里的那个布包，望着越来越远的灯火。",
    "　　第二天一早，镇上的人都知道了这件事。茶馆里坐满了人，说什么的都有。掌柜的一边擦桌子，一边听，听到后来"
    "忍不住笑了：“你们谁亲眼见过？”众人"
    "一时都不作声，只听见炉子上的水咕嘟咕嘟地响。",
    "　　她推开门，院子里静悄悄的，只有那棵老槐树在风里沙沙作响"
    "。桌上的饭菜已经凉了，碗底压着一张字条，上面只写了四个字。"
    "她看了很久，才慢慢地把"
    "它折好，放进了袖子里。",
    "　　山路越走越窄，到后来只容得下一个人侧身而过。走在前面的人忽然停住了脚步，举起手来示意大家不要出声。"
    "远处传来一阵马蹄声，由远而近，又渐渐"
    "地远了。",
)


def english(seed: int = 0, paragraphs: int = 3) -> str:
    """Hard-wrapped English paragraphs with blank lines between."""
    return "\n\n".join(_EN[(seed + i) % len(_EN)] for i in range(paragraphs))


def flowing(seed: int = 0, paragraphs: int = 3) -> str:
    """The same, one line a paragraph."""
    return "\n\n".join(p.replace("\n", " ") for p in english(seed, paragraphs).split("\n\n"))


def chinese(seed: int = 0, paragraphs: int = 3) -> str:
    """Chinese paragraphs, one a line, no blank lines between."""
    return "\n".join(_ZH[(seed + i) % len(_ZH)] for i in range(paragraphs))


TRADITIONAL = (
    "天色漸漸暗了下來，河面上起了一層薄霧。老船夫把竹篙往岸邊一撐"
    "，小船便悄悄地滑了出去。「今晚怕是要下雨了。」他回過頭來，"
    "對坐在船尾的少年說。\n少年沒有回答，只是緊緊抱著懷裡的那個布"
    "包，望著越來越遠的燈火。第二天一早，鎮上的人都知道了這件事。"
    "茶館裡坐滿了人，說什麼的都有。掌櫃的一邊擦桌子，一邊聽，聽"
    "到後來忍不住笑了：「你們誰親眼見過？」眾人一時都不作聲，"
    "只聽見爐子上的水咕嘟咕嘟地響。\n她推開門，院子裡靜悄悄的，只有那"
    "棵老槐樹在風裡沙沙作響。桌上的飯菜已經涼了，碗底壓著一張字條。\n"
)
JAPANESE = (
    "船は正午に港を出た。乗っていたのは郵便袋と、原という若い男だ"
    "けだった。彼は手すりにもたれて、町が屋根から順に小さくなって"
    "いくのを眺めていた。「上着がいりますよ」と船員は言ったが、返事"
    "を待たずに下へ降りていった。\nその週はずっと雨が降り続いた。"
    "樋はあふれ、地下室には二段目まで水がたまり、猫は子猫を一匹ずつ棚"
    "の上に運んだ。奥さんはそれを見つけたが、誰にも何も言わなかった。"
    "金曜日になると風が変わり、谷じゅうがやかんのように湯気を立てた。\n"
)
KOREAN = (
    "배는 정오에 항구를 떠났다. 타고 있던 것은 우편물과 젊은 남자 한 사"
    "람뿐이었다. 그는 난간에 서서 마을이 지붕부터 하나씩 작아지는 것을 "
    '바라보았다. "외투가 필요할 겁니다." 선원은 그렇게 말하고 대답도 기'
    "다리지 않고 아래로 내려갔다.\n그 주에는 내내 비가 왔다. 지하실에는 "
    "둘째 계단까지 물이 찼고, 고양이는 새끼를 한 마리씩 선반 위로 옮겼다"
    ". 부인은 그것을 보았지만 아무에게도 말하지 않았다. 금요일이 되자 "
    "바람의 방향이 바뀌었다.\n"
)
FRENCH = (
    "Le bateau quitta le port à midi avec pour tout passager le courrier et un jeune homme nommé Hervé. "
    "Accoudé à la rambarde, il "
    "regardait la ville s'éloigner, toit après toit, jusqu'à ce qu'il ne restât plus que la cheminée de "
    "l'usine à gaz ; puis la "
    "brume l'emporta à son tour. « Il vous faudra un manteau », dit le second, et il descendit sans "
    "attendre de réponse.\n"
    "Il plut toute la semaine. Les gouttières débordaient, la cave s'était remplie jusqu'à la deuxième "
    "marche, et la chatte "
    "déménageait ses petits un à un sur l'étagère où la vieille dame les découvrit sans en parler à personne.\n"
)
GERMAN = (
    "Das Schiff verließ den Hafen zu Mittag, und außer der Post war niemand an Bord als ein junger Mann "
    "namens Jürgen. Er lehnte am "
    "Geländer und sah zu, wie die Stadt kleiner wurde, Dach für Dach, bis nur noch der Schornstein des "
    "Gaswerks übrig war. „Sie "
    "werden einen Mantel brauchen“, sagte der Steuermann und ging hinunter, ohne die Antwort "
    "abzuwarten.\nEs regnete die ganze "
    "Woche. Die Dachrinnen liefen über, der Keller füllte sich bis zur zweiten Stufe, und die Katze trug "
    "ihre Jungen eines nach dem "
    "anderen auf das oberste Brett.\n"
)
RUSSIAN = (
    "Пароход отошёл в полдень, и на нём не было никого, кроме почты и молодого человека по имени Егор. Он "
    "стоял у поручней и смотрел, "
    "как город уменьшается, крыша за крышей, пока не осталась одна только труба газового завода. «Вам "
    "понадобится пальто», — сказал "
    "помощник и спустился вниз, не дожидаясь ответа.\nВсю неделю шёл дождь. Подвал залило до второй "
    "ступеньки, и кошка перенесла "
    "котят по одному на верхнюю полку. В пятницу ветер переменился.\n"
)
