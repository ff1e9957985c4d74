"""What a reader does with a message: greets, asks why, insults, gives orders to a machine, asks for more.

Owns the patterns, English and Chinese, of every kind of message. Several may hold at once. It knows nothing of any
book: names are found elsewhere. Promise: every pattern is linear in the (capped) length of the message.
"""

from __future__ import annotations

import re

# A message that is only one of these is answered without looking at its words (see `social`).
SOCIAL = ("greet", "bye", "thanks", "sorry", "how-are-you", "who-are-you", "reader", "insult", "praise")

_EN = {
    "meta": r"\b(?:are|r) (?:you|u) (?:really |just |actually )?(?:an? )?(?:ai|a\.i\.|robot|bot|machine|computer|real"
    r"|language model|llm|chat ?bot|human|program|gpt|fictional|made up)\b|\b(?:chatgpt|language model|openai"
    r"|artificial intelligence)\b|\bwho (?:made|created|programmed|built) you\b"
    r"|\bare you (?:only )?in a (?:book|novel)\b",
    "instruction": r"\b(?:ignore|disregard|forget|override)\b.{0,30}\b(?:instruction|prompt|rule|previous|above|system"
    r"|told)|\bsystem prompt\b|\b(?:developer|debug|admin|jailbreak|dan) mode\b|\bjailbreak|\byou are now\b"
    r"|\b(?:act|behave|respond|reply|answer) as (?:if you|an?|the)\b|\bpretend (?:to be|you|that you)\b"
    r"|\brole ?play\b|\b(?:print|reveal|show|repeat|output) (?:me )?(?:your|the) (?:prompt|instructions|rules|system"
    r"|secret key|api key|password|token|config|training)|\bapi key\b|\b(?:write|generate|give) (?:me )?(?:an? |some )?"
    r"(?:python|javascript|java|sql|html|code|script|program|essay|poem|haiku|email|recipe|summary)\b|<\/?\w+>"
    r"|\bdrop table\b|\bselect \* from\b|\btranslate (?:this|the following)\b|\bsummari[sz]e\b",
    "obscene": r"\b(?:fuck\w*|shit\w*|cunt|whore|slut|bitch\w*|porn\w*|nude|naked pic\w*|sexy?|rape\w*|blow ?job|dick"
    r"|pussy|horny|kys|kill yourself|nigg\w+|fag\w*)\b",
    "more": r"^(?:please |and |then |so |ok(?:ay)? |yes )*(?:(?:can you |could you |do )?(?:tell me|say"
    r"|give me) (?:some "
    r"|a (?:bit|little) )?more|go on|continue|carry on|more|what (?:happened|happens|did you say|came|was) "
    r"(?:next|then|after(?:wards| that)?)|(?:and )?then(?: what)?|what then|keep going|next|and|elaborate)"
    r"(?: please| about (?:it|that|this))?$",
    "why-follow": r"^(?:(?:but |and |oh |really |so )*(?:why(?: (?:not|so|is that|was that|do you (?:say|think) "
    r"(?:so|that)|that|though))?|how (?:so|come)|really|is that so|seriously|what do you mean(?: by (?:that|this))?"
    r"|indeed|you did|did you|are you sure|what happened))$",
    "bye": r"^(?:well |ok(?:ay)? |thanks |thank you |so )*(?:good ?-?bye|bye(?: ?-?bye)?|farewell"
    r"|see you(?: later| soon)?"
    r"|good night|adieu|take care|i (?:must|have to|should|need to) (?:go|leave)(?: now)?|until next time|so long)"
    r"(?: \w+){0,3}$",
    "thanks": r"\b(?:thank you|thanks|thank ye|thx|i(?: a|')m (?:so |very |most )?grateful|much obliged)\b",
    "sorry": r"^(?:oh |i )?(?:(?:a|')?m |am )?(?:so |very |really |truly |terribly )*sorry\b(?! for you)"
    r"|\bi apologi[sz]e"
    r"|\bmy apologies\b|\bforgive me\b|\b(?:beg|ask) your pardon\b|\bpardon me\b",
    "how-are-you": r"\bhow (?:are|r) (?:you|u)(?: (?:doing|today|feeling|keeping|now|all|this \w+|getting on))*\W*$"
    r"|\bhow do you (?:do|feel)(?: today| now| this \w+)?\W*$|\bhow(?:'s| is) (?:it going|everything|life)"
    r"|\bhow have you been|\bare you (?:ok|okay|all right|alright|well|fine)\W*$|\bhow(?:'s| was| is) your day\b",
    "who-are-you": r"\bwho (?:are|r) (?:you|u)\b|\bwhat(?:'s| is) your (?:full |real |first |last )?name\b"
    r"|\b(?:tell me (?:something |more |a (?:bit|little) )?about|introduce|describe) yourself\b|\bwhat are you\W*$",
    "reader": r"\bwho am i\b|\bdo you (?:like|know|love|remember|trust|hate|miss|see) me\b"
    r"|\bwhat do you think (?:of|about)"
    r" me\b|\bam i \w+\W*$|\bare we friends\b|\bwill you be my friend\b|\bwhat should i call myself\b",
    "greet": r"^(?:oh |well |why )*(?:hello|hi|hey|hiya|howdy|greetings|good (?:morning|afternoon|evening|day)|welcome"
    r"|pleased to meet you|nice to (?:meet|see) you|(?:glad|happy) to (?:meet|see) you|what's up|how do you do)\b",
    "insult": r"\b(?:you(?: a|')re|you are|you) (?:such )?(?:so |very |really |nothing but |just |an? "
    r"|the )*(?:\w+ )?(?:stupid"
    r"|idiot\w*|fool\w*|ugly|horrible|terrible|awful|boring|liar|coward\w*|pathetic|annoying|dumb|mean|selfish|arrogant"
    r"|snob\w*|rude|monster|villain|cruel|evil|vain|wicked|worthless|silly|weak|mad|crazy|traitor|disgust\w+"
    r"|hypocrite)\b"
    r"|\bi (?:hate|despise|can't stand|dislike) you\b|\bshut up\b|\bgo to hell\b",
    "praise": r"\b(?:you(?: a|')re|you are) (?:such )?(?:so |very |really |just |an? "
    r"|the )*(?:most )?(?:\w+ )?(?:wonderful|great"
    r"|brilliant|amazing|clever|smart|beautiful|handsome|kind|funny|lovely|brave|genius|hero\w*|sweet|charming|pretty"
    r"|wise|intelligent|witty|best|awesome|noble|good)\b|\bi (?:really |do |so )?(?:love|like|admire|adore) you\b"
    r"|\bwell done\b|\bi(?: a|')m (?:a|your) (?:big )?fan\b|\byou look (?:nice|lovely|beautiful|handsome|great)\b",
    "opinion": r"\bwhat(?:'s| is| was| are| were)? (?:do|did|would)? ?(?:you|your) (?:really |honestly "
    r"|truly )?(?:think|thought"
    r"|thoughts|opinion|make|feel|say|impression)\b.{0,20}\b(?:of|about|on)\b|\bhow do you (?:feel|find)\b"
    r"|\b(?:do|did) you "
    r"(?:really |still |even |ever |secretly )?(?:like|love|hate|trust|admire|respect|dislike|fear|despise"
    r"|believe|miss|know"
    r"|envy|pity|care)\b|\bare you (?:in love|fond|jealous|afraid|proud|friends|angry|married)\b|\bis (?:he"
    r"|she) \w+\W*$"
    r"|\byour (?:opinion|view|impression)\b|\bwhat (?:is|was) .{1,40} like\W*$",
    "who-is": r"\bwho(?:'s| is| was| were| are) (?!you\b)|\b(?:tell me|talk to me|speak|what can you (?:tell"
    r"|say)|say something"
    r"|what do you know) (?:me )?(?:something |more |all |a (?:bit|little) )?(?:about|of)\b|\bdo you know\b"
    r"|\bdescribe\b",
    "advice": r"\b(?:what )?should (?:i|we|one)\b|\b(?:any|your|some|give me) (?:\w+ )?advice\b|\badvise\b"
    r"|\bwhat (?:would|do) you "
    r"(?:advise|recommend|suggest)\b|\bhow (?:can|do|should) i\b|\bwhat (?:can|must|shall) (?:i|we|one) do\b"
    r"|\bhelp me\b"
    r"|\bwhich (?:way )?(?:should|ought) i\b|\bought (?:i|we) to\b",
    "why": r"\bwhy\b|\bwhat(?:'s| is| was) (?:the|your) (?:reason|motive)|\bhow come\b|\bfor what reason\b"
    r"|\bwhat made you\b",
    "where": r"\bwhere\b|\bwhich (?:place|town|city|country|room)\b|\bin what (?:place|town)\b",
    "when": r"\bwhen\b|\bwhat (?:time|day|year)\b|\bhow long (?:ago|since)\b|\bsince when\b",
    "number": r"\bhow (?:many|much|old|long|far|often|tall|rich)\b|\bwhat (?:age|number)\b|\bat what age\b",
    "event": r"\bwhat (?:happened|happens|has happened|is happening|was happening|took place|went on|did (?!you)\w+)\b"
    r"|\bhow did .{1,60} (?:die|end|escape|happen|begin|start|get|fall|become|find|meet|lose|win)\b",
    "who": r"\bwho(?:m|se)?\b|\bwhich (?:man|woman|person|of)\b",
    "how": r"\bhow\b",
    "what": r"\bwhat\b|\bwhich\b",
    "yes-no": r"^(?:so |and |but |well |oh |tell me |please )*(?:do|did|does|are|were|is|was|have|has|had|can"
    r"|could|will|would"
    r"|shall|should|must|may|might|don't|didn't|aren't|isn't|won't|haven't|wouldn't)\b",
}

_ZH = {
    "meta": r"你.{0,4}(?:是不是|是|不是).{0,4}(?:机器人|人工智能|ＡＩ|AI|ai|程序|真人|真的人|虚构|电脑|模型)"
    r"|语言模型|谁.{0,2}(?:创造|设计|编写)了?你",
    "instruction": r"忽略.{0,12}(?:指令|提示|规则|要求|设定|内容|的话)|系统提示|提示词|(?:假装|扮演|现在你是"
    r"|你现在是)|(?:输出|打印|显示|告诉我).{0,6}"
    r"(?:提示|指令|密码|密钥|系统)|写.{0,4}(?:代码|程序|作文|论文|脚本)|开发者模式|越狱|翻译(?:一下|以下|下面)",
    "obscene": r"操你|傻逼|傻屄|妈的|他妈|色情|裸照|做爱|去死|强奸|鸡巴|婊子",
    "more": r"^(?:请|那|然后|你)?(?:继续|接着说|接着讲|再说|再讲|多说|往下说|说下去|讲下去|后来呢|然后呢"
    r"|接下来呢|还有呢|还有吗|之后呢|后来怎么样了?|详细)"
    r"(?:说|讲|点|些|一点|一些|吧|说说)*$",
    "why-follow": r"^(?:可是|那|但|但是)?(?:为什么|为何|何故|真的|真的吗|是吗|此话怎讲|什么意思|怎么说|怎么会"
    r"|为什么呢|何以见得|你确定吗|当真)[吗呢啊]?$",
    "bye": r"^(?:那|好|好的|我)?(?:再见|告辞|再会|拜拜|后会有期|保重|晚安|我走了|我先走了|失陪|下次见|回头见)",
    "thanks": r"谢谢|多谢|感谢|谢了|有劳|承蒙",
    "sorry": r"对不起|抱歉|恕罪|请原谅|原谅我|不好意思|得罪",
    "how-are-you": r"你(?:最近|今天|现在|近来)?(?:好吗|怎么样|还好吗|过得好吗|好不好|可好|身体好吗|身体怎么样|身体如何"
    r"|如何)[？?]?$|近来(?:如何|可好|怎样)|别来无恙|感觉怎么样",
    "who-are-you": r"你是谁|你是何人|你叫什么|汝是何人|尊姓大名|你是什么人|介绍一下你自己|介绍你自己|自我介绍",
    "reader": r"我是谁|你(?:喜欢|认识|爱|记得|信任|讨厌|了解)我|你(?:觉得|认为)我|我们是朋友吗",
    "greet": r"^(?:你好|您好|早上好|早安|晚上好|下午好|幸会|久仰|久闻大名|嗨|哈喽|见过)",
    "insult": r"你(?:真|这个|太|是个|就是|这|是)?(?:真是|很|个)?(?:蠢|笨|傻|坏|丑|奸贼|奸臣|小人|懦夫|废物"
    r"|混蛋|无耻|可恶|卑鄙|胆小|没用|骗子|白痴|讨厌|叛徒|老贼)"
    r"|我(?:恨|讨厌)你|闭嘴",
    "praise": r"你(?:真|太|好|很|是个|真是)(?:是|个)?(?:厉害|聪明|了不起|勇敢|英雄|伟大|漂亮|美|善良|棒|好人"
    r"|能干|有才|英勇)|我(?:喜欢|爱|佩服|敬佩|崇拜|仰慕)你",
    "opinion": r"(?:觉得|认为|看待|看|以为|评价).{1,14}(?:怎么样|怎样|如何|什么样|是什么人|怎么看)|怎么看"
    r"|怎样看|如何看|对.{1,14}(?:看法|印象|感觉|评价|意见)|你.{0,3}(?:喜欢|爱|恨|讨厌|怕"
    r"|害怕|信任|相信|敬佩|佩服|羡慕|嫉妒|想念|思念|看不起|服).{1,14}[吗么？?]|是个(?:什么样|怎样|怎么样)的人"
    r"|(?:你|汝)以为",
    "who-is": r"(?:是谁|是何人|是什么人)|谁是|(?:说说|谈谈|讲讲|介绍|聊聊).{1,16}|知道.{1,12}[吗么？?]"
    r"|认识.{1,12}[吗么？?]|关于.{1,12}",
    "advice": r"我(?:们)?(?:该|应该|应当|要)(?:怎么|如何|怎样|不该|不应该)?|该不该|有什么(?:建议|办法|主意"
    r"|对策|计策|良策)|如何是好|怎么办|教教我|给我.{0,4}(?:建议|忠告)",
    "why": r"为什么|为何|何故|为甚么|为啥|怎么会|什么原因|因何",
    "where": r"哪里|哪儿|何处|什么地方|在哪",
    "when": r"什么时候|何时|几时|哪一?年|多久",
    "number": r"多少|几个|几岁|多大|几人|多高|多远|多久|几年|几天|几次",
    "event": r"发生了?(?:什么|何事|啥)|怎么回事|(?:怎么|如何|怎样)(?:死|败|逃|输|赢|来|回|遇|认识|发现|找到|离开)",
    "who": r"谁|何人|哪个人|哪位",
    "how": r"怎么|如何|怎样",
    "what": r"什么|甚么|何",
    "yes-no": r"[吗么][？?]?$|是不是|有没有|会不会|能不能|可不可以|要不要|愿不愿意",
}

_PATTERNS = {
    act: tuple(re.compile(p, re.IGNORECASE) for p in (_EN.get(act), _ZH.get(act)) if p)
    for act in dict.fromkeys((*_EN, *_ZH))
}
_ASKING = ("why", "where", "when", "number", "event", "who", "how", "what", "yes-no", "opinion", "who-is", "advice")
_CONTENT = re.compile(r"[^\W_]")
_EDGES = re.compile(r"^[\s\W_]+|[\s\W_]+$")
_SPEAKING_TO = re.compile(r"\b(?:you|your|yours|yourself|u|thou|thee)\b|[你您汝尔]", re.IGNORECASE)


def empty(message: str) -> bool:
    """Whether nothing in the message could be read as a word."""
    return not _CONTENT.search(message)


def bare(message: str) -> str:
    """The message without the punctuation around it."""
    return _EDGES.sub("", message)


def read_acts(message: str) -> frozenset[str]:
    """Every act that holds for one message; a greeting that goes on to ask is only a question."""
    plain = bare(message)
    found = {act for act, patterns in _PATTERNS.items() if any(p.search(plain) for p in patterns)}
    if "?" in message[-3:] or "？" in message[-3:]:
        found.add("asks")
    return frozenset(found)


def asks(acts: frozenset[str]) -> bool:
    """Whether the message wants to know something."""
    return "asks" in acts or any(act in acts for act in _ASKING)


def to_you(message: str) -> bool:
    """Whether the message speaks of the character itself."""
    return bool(_SPEAKING_TO.search(message))
