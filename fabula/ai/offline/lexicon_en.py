"""English word lists: what carries no topic, which forms belong together, and modern words for old things.

General vocabulary only; no name and no word of any one book. Owns the data, not its use.
"""

from __future__ import annotations

from fabula.ai.offline.vocabulary import word_set

STOP = word_set(
    """a about above after again against all almost also although always am among an and any anybody anyone anything
are as at away be became because become been before being below between both but by came can cannot could did do
does doing done down during each either else enough even ever every everything few first for from further get
gets getting give given go goes going gone got had has have having he her here hers herself him himself his how
however i if in indeed into is it its itself just keep let like made make makes making many may me might mine
more most much must my myself near neither never no nor not nothing now of off often oh on once one only or
other others our ours ourselves out over own perhaps put puts quite rather really said same say says shall she should
since so some somebody someone something soon still such sure than that the their theirs them themselves then
there these they this those though through thus till to too took towards under until up upon us very want was
way we well went were what whatever when where whether which while who whom whose why will with within without
would yes yet you your yours yourself yourselves dont didnt doesnt isnt arent wasnt werent wont wouldnt cant
couldnt shouldnt havent hasnt hadnt ive youve im youre hes shes its thats whats wheres whos theres theyre well
ill lets id youd shan ain em o ah eh em re ve ll d m t s please mr mrs ms sir madam dr dear"""
)

# Words of a question that say what is asked for, not what about.
ASKING = word_set(
    """ask asked answer opinion think thought thoughts happen happened happens happening tell told talk describe
explain know knew known feel feels feeling felt mean means kind sort type people person someone thing things
favourite favorite best view views idea ideas believe consider call called named name sound look looks seem come
really truly honestly ever exactly actually currently many much long old often far reason time times today word
words story book chapter bit little lot guess wonder wish hope suppose find found see saw seen chance possible
understand remember matter good bad great interesting anything"""
)

# Of these, the ones that are never a topic.
HOLLOW = word_set(
    """ask asked answer opinion happen happened happens happening tell told talk describe explain kind sort type thing
things favourite favorite best called call named name sound look looks seem really truly honestly ever exactly
actually currently many much long old often far bit little lot please anything think thought mean know"""
)

KIN = word_set(
    """sister sisters brother brothers mother father daughter daughters son sons wife husband aunt uncle cousin niece
nephew friend friends lady gentleman man woman master mistress"""
)

# Each line: forms that count as one word. Regular endings are left to the stemmer.
FAMILIES = """
be being been
bear bore born borne
beat beaten
begin began begun beginning
bite bit bitten
bleed bled blood bloody
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen choice
cling clung
creep crept
cry cried cries weep wept weeping tears sob sobbing
dance dancing dancer ball
deal dealt
die died dying dead death
dig dug
draw drew drawn
dream dreamt dreaming
drink drank drunk drunken
drive drove driven
eat ate eaten
fall fell fallen
fear feared afraid frightened frighten frightening fright terrified terror scared
feed fed
fight fought fighting
flee fled
fling flung
fly flew flown flight
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
grow grew grown
hang hung hanged
hear heard
hide hid hidden
hold held
hurt hurting
keep kept
kill killed murder murdered murderer slay slew slain
kneel knelt
laugh laughed laughter laughing
lay laid
lead led
learn learnt learned
leave left leaving
lend lent
lie lied lying liar
light lit
lose lost losing loss
love loved lover loving
marry married marriage wedding wed
meet met meeting
mistake mistook mistaken
pay paid
proud pride proudly
ride rode ridden
ring rang rung
rise rose risen
run ran running
sail sailed sailor
seek sought
sell sold sale
send sent
shake shook shaken
shine shone
shoot shot
show shown
shut shutting
sing sang sung song
sink sank sunk
sit sat sitting
sleep slept asleep sleepy
smell smelt
speak spoke spoken speech
spend spent
spring sprang sprung
stand stood
steal stole stolen thief thieves theft
stick stuck
strike struck stricken
strong strength
swear swore sworn
sweep swept
swim swam swum
take taken
teach taught teacher teaching
tear tore torn
think thinking
throw threw thrown
tread trod trodden
wake woke woken awake
wear wore worn
win won winner
write wrote written writing writer letter
angry anger angrily
happy happiness happily unhappy
sad sadness sadly
jealous jealousy
beautiful beauty beautifully
brave bravery courage courageous
honest honesty
honour honor honourable honorable
favour favor
colour color
grey gray
wise wisdom
mad madness
ill illness sick sickness
poor poverty
rich riches wealth wealthy
true truth
young youth
dark darkness
cold coldness
lonely loneliness alone
guilty guilt
free freedom liberty
hungry hunger
thirsty thirst
friend friendship
foot feet
tooth teeth
child children
mouse mice
goose geese
wife wives
knife knives
life lives live living alive
leaf leaves
man men
woman women
gentleman gentlemen
sea seas ocean
invisible invisibility
secret secrecy secretly
lost losing
danger dangerous
religion religious
sorry sorrow regret regretted
believe belief
advise advice
promise promised
betray betrayal betrayed treason traitor
hate hatred hated
revenge avenge vengeance
safe safety
hope hopeful
trust trusted
success succeed
educate education
please pleasure pleased pleasant
"""

# A modern word, a colon, and words an older book may use for it. These count less than the word itself.
CONCEPTS = """
fun: amusement amuse enjoy delight pleasure merry diversion entertain
job: occupation profession employment business trade work situation duty
work: labour occupation profession business employment toil task
food: dinner supper breakfast bread meat eat meal cake tea
eat: dinner supper breakfast bread meat food meal hungry
home: house lodging dwelling
house: home lodging dwelling
kid: child boy girl
mom: mother mamma mama
mum: mother mamma mama
dad: father papa
parent: father mother papa mamma
boyfriend: lover suitor sweetheart
girlfriend: sweetheart lover
police: constable inspector officer detective
cop: constable inspector officer detective
money: fortune income pound guinea rich shilling
rich: fortune income money pound
car: carriage cab coach
doctor: physician surgeon
crazy: mad insane lunatic
mad: insane lunatic crazy
fear: dread alarm horror dare
sad: unhappy sorrow grief miserable melancholy wretched
happy: glad joy content delight
angry: rage furious temper cross fury vex
nice: agreeable amiable pleasant kind
smart: clever intelligent sensible
clever: intelligent sensible quick
sick: ill unwell fever
party: ball dance assembly company
date: engagement court courtship
wedding: marry engagement
marry: engagement propose husband wife engage
hate: dislike detest loathe abhor despise
dislike: hate detest
love: affection attach adore fond
pretty: handsome beautiful
beautiful: handsome pretty lovely
handsome: pretty beautiful
clothes: dress gown coat
dress: gown frock
fight: quarrel battle war struggle
friend: companion comrade acquaintance
enemy: foe
boss: master employer
smoke: pipe tobacco cigar cigarette
drug: cocaine morphine opium
hobby: amusement pursuit occupation
holiday: journey tour travel
travel: journey tour voyage
school: lesson learn teach tutor governess
study: lesson learn read
book: read novel library
music: piano sing play tune
piano: music play instrument
die: kill perish grave
kill: die dead strangle poison stab
killer: kill murderer criminal
crime: criminal murder theft
clue: evidence trace footmark
guilty: crime innocent
god: heaven lord providence
pray: prayer god heaven
religion: god church faith
mistake: error wrong blunder
lie: deceive falsehood truth
secret: mystery conceal hide
dream: sleep vision
scare: fear alarm
cry: grief unhappy
lonely: solitary friend
weather: rain cold wind snow sun storm
winter: cold snow
animal: dog cat horse bird
pet: dog cat
ugly: plain hideous
fat: stout
thin: lean
weird: strange odd curious queer
strange: odd curious queer singular
boring: dull tedious weary tired
bored: dull tedious weary tired
tired: weary fatigue rest sleep
proud: vanity vain
shy: bashful timid
rude: impertinent insolent uncivil manner
polite: civil manner courtesy
forgive: pardon
sorry: pardon apology grief
regret: repent remorse
goal: ambition aim purpose object
plan: scheme design intend purpose
future: hope intend tomorrow
past: youth childhood
childhood: child boy girl young
old: age year
age: old young year
poor: money
gossip: report rumour scandal
trial: court judge evidence jury witness
prison: gaol jail prisoner
prisoner: prison captive execution
teacher: governess tutor master school
art: picture paint artist
family: mother father brother sister child household kin
relative: mother father brother sister cousin aunt uncle
parents: mother father papa mamma
grandmother: gran grandmamma
grandma: gran grandmother
grandpa: grandfather
village: town parish
town: village city
scared: fear alarm
brave: courage bold
honest: truth cheat lie
cheat: honest deceive trick
trick: cheat deceive
machine: engine instrument
leave: depart
arrive: come
begin: commence
end: finish
want: wish desire
need: want wish
like: fond enjoy love
enjoy: fond like delight
rules: law rule
law: rule justice court
justice: law just fair
fair: just justice
important: matter
expensive: dear cost price
cheap: price cost
price: cost shilling penny
sleep: bed night dream
bed: sleep
breakfast: dinner supper meal
drink: wine beer tea ale
alcohol: wine beer ale drink
beer: ale drink
pub: inn tavern
bar: inn tavern
hotel: inn
hospital: physician nurse
shop: store market
neighbour: neighbor
leader: master chief
hero: brave noble
ghost: spirit haunt
haunted: ghost spirit
magic: enchant spell charm
evil: wicked sin
believe: faith trust
paint: picture portrait artist
"""
