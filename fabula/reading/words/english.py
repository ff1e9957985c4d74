"""English words that help to find people and speech: titles, speech verbs, person nouns, stop words, places.

Owns lists only; knows nothing of how they are used. Promise: everything is lower case, every list is a frozen set or a
plain mapping, and no list was fitted to a text.
"""

from __future__ import annotations

from fabula.reading.words import listed

MALE_TITLES = listed(
    "mr mister sir lord master monsieur messrs herr signor señor senor don count duke baron prince king emperor earl "
    "marquis marquess viscount squire uncle brother father grandfather grandpa granddad papa dad daddy pa baronet "
    "friar abbot sultan sheikh czar tsar kaiser pasha sahib reverend rev pope cardinal bishop archbishop rabbi fr "
    "gaffer alderman"
)
FEMALE_TITLES = listed(
    "mrs miss ms lady madam madame mademoiselle mme mlle dame duchess countess baroness princess queen empress "
    "gran nana marchioness viscountess signora signorina señora senora señorita senorita frau fräulein fraulein "
    "aunt auntie "
    "aunty mother sister grandmother grandma granny mama mamma mum mummy ma mom abbess sultana "
    "tsarina"
)
OTHER_TITLES = listed(
    "dr doctor professor prof captain capt colonel col major general gen lieutenant lieut lt sergeant sgt corporal "
    "private admiral commander commodore inspector superintendent constable detective officer sheriff marshal judge "
    "justice president mayor senator governor chancellor minister comrade cousin nurse chief cap'n agent secretary "
    "ambassador commissioner bailiff deacon elder coach premier old young little big poor dear"
)
"""Titles that say a person follows, but not of which gender. The last line's adjectives are stripped from names."""

SOFT_TITLES = listed("old young little big poor dear")
KIN_TITLES = listed(
    "uncle brother father grandfather grandpa granddad papa dad daddy pa aunt auntie aunty mother sister grandmother "
    "grandma granny gran nana mama mamma mum mummy ma mom cousin"
)
TITLES = MALE_TITLES | FEMALE_TITLES | OTHER_TITLES
DOTTED = listed(
    "mr mrs ms dr st rev prof capt col gen lieut lt sgt messrs mme mlle hon jr sr esq vs etc no vol fig viz"
)
"""Abbreviations whose dot ends no sentence."""

RANKED = listed(
    "sir lord lady dame count countess duke duchess baron baroness prince princess king queen earl captain colonel "
    "major general lieutenant sergeant admiral inspector superintendent constable judge president mayor professor "
    "doctor dr reverend bishop"
)
"""Titles that two names must share before a shared surname makes them one person."""

SPEECH_VERBS = listed(
    "said says say saying replied replies reply answered answers asked asks inquired enquired cried cries exclaimed "
    "whispered murmured muttered shouted yelled screamed shrieked roared bellowed called returned rejoined retorted "
    "responded remarked observed added continued resumed repeated began went demanded suggested protested objected "
    "declared announced explained admitted agreed insisted persisted interrupted interposed ejaculated pursued "
    "proceeded concluded commented complained confessed grumbled growled snarled snapped hissed sighed sobbed wailed "
    "moaned groaned laughed chuckled giggled sneered mocked jeered gasped panted stammered stuttered faltered "
    "mumbled drawled urged begged pleaded implored entreated beseeched advised warned cautioned assured promised "
    "vowed swore confirmed acknowledged conceded allowed assented contradicted denied disagreed argued reasoned "
    "mused thought wondered reflected considered pondered speculated told informed stated asserted affirmed "
    "maintained averred noted mentioned recited quoted read chanted sang hummed breathed croaked squeaked piped "
    "chirped purred cooed barked thundered boomed rasped grunted hollered squealed whimpered whined blubbered "
    "tittered snorted scoffed teased joked quipped bantered prompted pressed coaxed soothed consoled comforted "
    "apologized apologised thanked greeted welcomed hailed invited offered proposed volunteered ventured hazarded "
    "hinted implied echoed corrected finished ended closed broke put struck chimed burst blurted spat spluttered "
    "sputtered fumed raged stormed ranted scolded chided rebuked reproached reproved admonished lectured commanded "
    "ordered directed instructed bade bid queried questioned challenged accused countered parried opined mourned "
    "lamented regretted sniffed sniffled crowed boasted bragged cheered applauded intoned related recounted narrated "
    "described speaks spoke spoken cries rasped asks whispers tells thinks shouts mutters adds accosted addressed uttered howled crooned"
)
WEAK_SPEECH = listed(
    "began went thought considered pressed closed broke put struck burst offered proposed told read called continued "
    "returned laughed sighed bid allowed directed described ended finished invited regretted related reflected "
    "wondered"
)
"""Verbs that are speech verbs only next to a quote."""

THINK_VERBS = listed("thought mused reflected wondered pondered considered")

COMMON_VERBS = listed(
    "was is had has were did does would could should might must will shall can may came went looked turned stood sat "
    "rose took gave made saw heard knew felt seemed found left put ran walked smiled nodded shook threw held kept got "
    "began thought became laughed stopped started fell lay sprang leaned stepped paused drew opened closed bowed "
    "entered returned wanted tried moved hesitated glanced stared gazed frowned blushed coloured colored listened "
    "watched waited wished hoped loved liked hated lived died spoke never always also only still himself herself "
    "then brought bent wrote read slept ate drank rode led met"
)

MALE_NOUNS = listed(
    "man gentleman boy lad fellow father son brother uncle nephew husband grandfather grandson king prince duke lord "
    "baron count earl knight squire monk friar priest vicar curate parson rector clergyman bishop butler footman "
    "coachman groom valet waiter barman landlord policeman constable postman fireman fisherman sportsman workman "
    "watchman woodman woodcutter ploughman horseman huntsman seaman sailor soldier sergeant sir papa dad daddy chap "
    "bachelor widower bridegroom host master schoolmaster stationmaster headmaster youth old-man sheriff blacksmith "
    "carpenter porter chauffeur tramp mariner emperor wizard sorcerer swordsman nobleman monarch tinker"
)
FEMALE_NOUNS = listed(
    "woman lady girl maid maiden mother daughter sister aunt niece wife grandmother granddaughter queen princess "
    "duchess countess baroness nun abbess governess housekeeper housemaid parlourmaid chambermaid nursemaid "
    "schoolmistress headmistress mistress landlady hostess waitress actress widow bride mamma mama mum mummy granny "
    "spinster dame damsel lass milkmaid charwoman washerwoman seamstress witch empress heiress sempstress matron "
    "stewardess barmaid laundress kitchenmaid midwife sorceress priestess"
)
OTHER_NOUNS = listed(
    "child baby doctor physician surgeon lawyer solicitor attorney barrister judge coroner captain colonel general "
    "lieutenant major officer inspector detective professor teacher tutor student scholar pupil cook gardener servant "
    "nurse stranger visitor guest traveller traveler passenger companion friend neighbour neighbor cousin driver "
    "cabman guard clerk secretary manager merchant shopkeeper baker butcher tailor barber farmer shepherd miller "
    "artist painter poet author writer musician pianist singer editor reporter journalist spy thief robber murderer "
    "prisoner jailer executioner hunter beggar philosopher scientist chemist invalid american englishman frenchman "
    "german italian spaniard russian voice speaker caller patient client witness owner president chairman mayor "
    "minister ambassador host innkeeper peasant labourer labourers captive ghost giant dwarf elf robot pilot mate "
    "boatswain corporal private commander admiral chief leader elder orphan caretaker curator librarian apprentice "
    "messenger sentry janitor conductor engineer mechanic agent banker jeweller jeweler"
)
PERSON_NOUNS = MALE_NOUNS | FEMALE_NOUNS | OTHER_NOUNS

RELATION_NOUNS = listed(
    "father mother son daughter brother sister uncle aunt nephew niece husband wife grandfather grandmother cousin "
    "papa mamma mama friend companion guest host hostess master mistress visitor"
)
"""Nouns that, after his/her/my, point at somebody related to somebody else."""

DETERMINERS = listed("the a an his her my our their your this that another one")
ARTICLES_ABROAD = listed(
    "der die das den dem des ein eine einen einem einer eines im am zum zur le la les un une des du au aux el los las "
    "una unos unas il lo gli i uno o os as um uma het een de den det en ett"
)
"""Articles of other languages: what follows them is no person."""
HE = listed("he him his himself")
SHE = listed("she her hers herself")

STOP = listed(
    "a about above across after again against ah ain't alas all almost alone along already also although always am "
    "amen amid among an and another any anybody anyhow anyone anything anywhere are aren't around as aside at away aye "
    "back be because been before behind being below beneath beside besides between beyond both but by bye can can't "
    "cannot certainly come consequently could couldn't damn dare dear did didn't do does doesn't don't done down "
    "during each eh either else enough even ever every everybody everyone everything everywhere except far few fie "
    "finally first five for four from further gentlemen get go god good goodness gracious great had hadn't half "
    "hallo halloo has hasn't have haven't he he'd he'll he's hear heaven heavens hello hence her here here's hereupon "
    "hers herself hey him himself his hm hold hope how how's however hullo hum humph hurrah hush i i'd i'll i'm i've "
    "if in indeed inside instead into is isn't it it'd it'll it's its itself jesus just keep kindly ladies last lastly "
    "later lately least less lest let let's like listen little long look lord many may maybe me meanwhile merely might "
    "mightn't mine more moreover most mostly much must mustn't my myself nay near nearly need neither never "
    "nevertheless next no nobody none nonsense nor not nothing notwithstanding now nowhere o o'clock of off oh old on "
    "once one only onto or other others otherwise ought our ours ourselves out outside over overhead ow own pardon "
    "past pay per perhaps please pooh poor pray presently pshaw put quick quickly quite rather really right round run "
    "same say scarcely second see seeing seven several shall shan't she she'd she'll she's should shouldn't silence "
    "similarly since sit six slowly so some somebody somehow someone something sometimes somewhere soon sorry speak "
    "stand stay still stop stuff such suddenly suppose sure surely take tell ten than thank thanks that that's the "
    "their theirs them themselves then thence there there's thereafter therefore thereupon these they they'd they'll "
    "they're they've think third this those thou though three through throughout thus thy till to together tomorrow "
    "tonight too toward towards truly tut twas twenty twice two ugh under underneath unless unlike until unto up upon "
    "us use very wait was wasn't watch we we'd we'll we're we've welcome well were weren't what what's whatever when "
    "when's whence whenever where where's whereas whereat wherever whereupon whether which whichever while whilst who "
    "who's whoever whole whom whose why why's will wish with within without won't wonderful would wouldn't yes yet "
    "yonder you you'd you'll you're you've young your yours yourself yourselves aha bah bravo ha haha hah hi hist ho "
    "hoy huh la lo lor lud mercy nay oho oops ouch phew psst pst tush ugh um umph whew whoa wow yeah yep zounds "
    "bosh rubbish fiddlesticks confound dammit blimey begad egad gad golly gosh good-bye goodbye good-night "
    "good-morning farewell adieu amen alright thankee thank'ee 'tis 'twas tis twas enter exit exeunt chapter book "
    "volume part section letter preface contents introduction epilogue prologue appendix note illustration footnote "
    "figure page project ebook copyright edition author finis"
)

NOT_PEOPLE = listed(
    "january february march april june july august september october november december jan feb sept oct nov dec "
    "monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays christmas easter michaelmas whitsun whitsuntide lent midsummer yule halloween spring summer autumn winter "
    "english french german italian spanish russian irish scotch scottish welsh british american indian chinese "
    "japanese greek roman latin hebrew jewish jew jews christian christians christianity catholic catholics protestant "
    "protestants mohammedan muslim muslims hindu hindus buddhist pagan turkish turk turks dutch danish swedish "
    "norwegian polish hungarian austrian prussian egyptian african european asian oriental englishman englishmen "
    "englishwoman frenchman frenchmen frenchwoman irishman irishmen scotchman scotsman welshman american americans "
    "germans italians spaniards russians romans greeks indians canadian canadians australian gypsy gypsies "
    "bible testament genesis exodus psalm psalms gospel scripture scriptures providence almighty god lord saviour "
    "savior creator christ messiah trinity satan devil heaven hell hades nature fate fortune destiny time death love "
    "life art science history religion philosophy parliament congress senate government state church college "
    "university school academy institute society company club hotel inn house hall castle palace abbey park street "
    "road lane square avenue bridge station court temple tower north south east west northern southern eastern western "
    "northeast northwest southeast southwest i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx "
    "ps nb esq jr sr am pm bc ad usa uk tv ok o.k majesty highness honour honor excellency lordship ladyship grace "
    "worship reverence heaven's gracious godspeed government bank post office army navy crown throne republic "
    "revolution war empire"
)

PLACE_SUFFIXES = listed(
    "street road lane square avenue terrace crescent place bridge station park house hall castle palace abbey priory "
    "manor court lodge cottage farm grange inn hotel tavern club church cathedral chapel college university school "
    "hospital theatre theater museum gallery island isle islands lake river sea ocean bay harbour harbor cape strait "
    "channel mountain mountains mount hill hills valley forest wood woods heath moor common green county shire city "
    "town village parish kingdom empire republic territory province district beach cliff coast point falls creek "
    "gardens garden gate row vale waters end tower wharf dock docks market fields"
)
PLACE_PREFIXES = listed("mount lake cape port fort st saint san santa new upper lower great west east")

PLACES = listed(
    "england scotland ireland wales britain london paris rome vienna berlin madrid lisbon moscow petersburg athens "
    "constantinople venice florence naples milan geneva brussels amsterdam antwerp edinburgh glasgow dublin oxford "
    "cambridge bath bristol liverpool manchester birmingham leeds york brighton dover portsmouth plymouth southampton "
    "norwich canterbury winchester lincoln derby nottingham leicester sheffield newcastle kent sussex essex surrey "
    "norfolk suffolk devon devonshire cornwall somerset dorset hampshire wiltshire gloucestershire derbyshire "
    "hertfordshire yorkshire lancashire cheshire oxfordshire berkshire france germany italy spain portugal austria "
    "prussia russia poland holland belgium switzerland sweden norway denmark greece turkey egypt africa asia europe "
    "america australia canada india china japan persia arabia mexico brazil peru cuba jamaica york boston chicago "
    "philadelphia washington orleans california texas virginia carolina georgia ohio kentucky tennessee massachusetts "
    "pennsylvania connecticut bombay calcutta madras delhi bengal ceylon shanghai hongkong tokyo jerusalem cairo "
    "alexandria algiers tunis mediterranean atlantic pacific baltic thames seine rhine danube nile alps pyrenees "
    "westminster chelsea kensington piccadilly mayfair whitehall soho greenwich hampstead richmond"
)
"""Well known places of the world."""

PLACE_PREPOSITIONS = listed("in at near from into through towards toward around outside inside across via")

ELISIONS = listed("tis twas twere twill em cause bout til til's neath gainst ere e im er is un ud ll")
"""What may follow an apostrophe that opens no quote ('tis, 'em)."""

TITLE_NOUNS: dict[str, frozenset[str]] = {
    "doctor": frozenset({"dr", "doctor"}),
    "physician": frozenset({"dr", "doctor"}),
    "surgeon": frozenset({"dr", "doctor"}),
    "professor": frozenset({"professor", "prof"}),
    "captain": frozenset({"captain", "capt"}),
    "colonel": frozenset({"colonel", "col"}),
    "general": frozenset({"general", "gen"}),
    "major": frozenset({"major"}),
    "lieutenant": frozenset({"lieutenant", "lieut", "lt"}),
    "sergeant": frozenset({"sergeant", "sgt"}),
    "inspector": frozenset({"inspector", "detective-inspector"}),
    "superintendent": frozenset({"superintendent"}),
    "constable": frozenset({"constable"}),
    "admiral": frozenset({"admiral"}),
    "sheriff": frozenset({"sheriff"}),
    "judge": frozenset({"judge", "justice"}),
    "president": frozenset({"president"}),
    "mayor": frozenset({"mayor"}),
    "vicar": frozenset({"reverend", "rev"}),
    "rector": frozenset({"reverend", "rev"}),
    "curate": frozenset({"reverend", "rev"}),
    "parson": frozenset({"reverend", "rev"}),
    "clergyman": frozenset({"reverend", "rev"}),
    "bishop": frozenset({"bishop"}),
    "count": frozenset({"count"}),
    "countess": frozenset({"countess"}),
    "duke": frozenset({"duke"}),
    "duchess": frozenset({"duchess"}),
    "baron": frozenset({"baron"}),
    "baroness": frozenset({"baroness"}),
    "prince": frozenset({"prince"}),
    "princess": frozenset({"princess"}),
    "marquis": frozenset({"marquis"}),
}
"""What a person of such a title is called once introduced ("the doctor")."""
