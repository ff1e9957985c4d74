"""First names with their usual gender, and pairs of a short form and the name it stands for.

Owns lists only. Names of people in the novels the room is measured on are left out on purpose (see words/__init__.py),
common as some of them are: a name that is missing costs little, since pronouns tell the gender. Promise: lower case.
"""

from __future__ import annotations

from fabula.reading.words import listed

FEMALE_NAMES = listed(
    "abigail adelaide adriana agnes aiko aileen alana alexandra alexis alicia alison alma althea alyssa amanda "
    "amber amelia amina amy anastasia andrea angela angelica anita annabel annabelle annette antonia april ariadne "
    "arlene ashley astrid audrey aurelia ava barbara beatrice beatrix becky beryl bess bessie beth bethany betsy "
    "betty beulah bianca blossom brenda bridget brigitte camilla candace carla carmen carol celeste celestine celia "
    "cherry chloe christina christine cicely clarissa claudia clementine colette colleen constance cora cordelia "
    "corinne cornelia cressida daphne deborah deirdre delia delilah della denise desdemona diane dolores donna dora "
    "doreen doris dorothy dulcie effie eileen elaine electra elena elise ella ellen elsa elsie elspeth elvira enid "
    "erica erin esme esmeralda estella estelle esther ethel etta eudora eunice eva evangeline eve faith fanny "
    "fatima felicia felicity fern fiona florence frances francesca freda freya gail gemma genevieve georgiana "
    "georgina geraldine germaine gillian gina ginevra ginny giselle gloria greta gretchen griselda guinevere gwen "
    "gwendolen gwendolyn hannah hazel heather hedda heidi helena helga henrietta hermia hermione hester hettie "
    "hilary hilda honor honora hope hortense hyacinth ida imogen ines ingrid irene iris isabel isobel isolde ivy "
    "jacqueline janet janice jasmine jean jeanne jemima jennifer jessica jessie jill joan joanna jocelyn joy joyce "
    "juanita judith judy june justine karen kate katherine kathleen kathy katie kay kim kirsten lakshmi lavinia "
    "layla leah leila lena leonora leslie leticia letitia lettice lillian linda lisa livia lois lorna lorraine "
    "lottie lucia lucinda lucretia lucy luna lynn mabelle magdalen magdalena maggie maisie mamie mandy manon "
    "marcella marcia marcy margery margot marguerite mariam marian marianne marie marina marjorie marlene martha "
    "matilda maud maude maura maureen mavis maxine mei melanie melinda melissa mercedes mercy meredith michelle "
    "mildred millicent millie mimi mina minerva moira mollie molly mona morgana myrna nadia nadine nan nanette "
    "naomi natalie natasha nell nellie nelly nettie nicole nicolette nina noelle nora norah noreen norma octavia "
    "olga olive olivia olympia opal ophelia pamela pandora patience patricia patsy patty paula paulina pauline "
    "pearl peggy penelope perdita petra petunia philippa phoebe phyllis polly pollyanna poppy portia primrose priya "
    "prudence ramona rebecca regina renata rhoda rhona rita roberta rosa rosalie rosalind rosaline rosalyn rose "
    "roseanne rosemary rowena roxana roxanne sabina sabrina sadie sakura sally salome samantha sandra sappho selena "
    "selina serena shannon sharon sheila shelley sheryl shona sidonie sigrid sita sonia sophie stacey stephanie "
    "susanna susannah susie suzanne sylvia tabitha tamara tanya tara tatiana tess tessa thea thelma theodora "
    "theresa thomasina tina titania tracy trixie trudy ulrika una ursula valentina valerie vanessa venetia vera "
    "verity verna veronica viola violet virginia vivian vivien wanda wendy wilhelmina willa winifred winnie yasmin "
    "yolanda yuki yvette yvonne zainab zara zelda zoe"
)

MALE_NAMES = listed(
    "aaron abel abner abraham abram adam adolf adolphus ahmed aidan alaric alban aldous alec alex algernon ali "
    "alistair alonzo aloysius alphonse alvin amadeus ambrose amos anatole andre andrew andy angus anselm anthony "
    "anton antonio antony apollo archibald archie ariel aristide arjun armand arnold arsene asa ashton aubrey "
    "august augustine augustus aurelius austin baldwin balthazar barnabas barnaby barney ben benedick benedict "
    "benjamin benvolio bernard bert bertie bertram blaise bob boris boyd bradford brendan brian bruce brutus byron "
    "caesar caleb calvin cameron caspar casper cassius cato cedric chad christian christopher chuck clarence claude "
    "claudius clement cleon clifford clive clyde conan connor conrad constantine corin cornelius cosmo craig cyril "
    "cyrus damian damien damon dan daniel dave david dean demetrius dennis derek desmond dexter dick dickon diego "
    "digby dirk dmitri dominic donald donovan douglas duncan dunstan dwight ebenezer ed eddie edmond edmund eli "
    "elias elijah elliot ellis elmer emanuel emil emile emmanuel enoch enrico ephraim erasmus eric erik ernesto "
    "esau ethan eugene eustace ewan ezekiel ezra fabian felix ferdinand fergus fernando finn fletcher florian floyd "
    "foster francisco franz fred freddie freddy fritz gareth gary gaspard gaston gavin gene gerald gerard gervase "
    "giacomo gideon giles gilles giovanni giuseppe glen godfrey godwin gordon graham gregor griffith gus gustav "
    "gustave guy hal hamish hamlet hank hannibal hans harold harvey hassan hector helmut henri herbert herman "
    "hernando hiram hiroshi homer horace horatio hubert hugh hugo humbert humphrey hunter ian ibrahim ichabod "
    "ignatius igor ike immanuel ira irving isaac isaiah ishmael israel ivan jacob jacques jake jared jarvis jason "
    "jasper jay jed jeff jefferson jeffrey jeremiah jeremy jerome jesse jethro joachim job jock joel johann johnny "
    "jonah jonas jorge jose joseph josh joshua juan jude jules julian julio julius jun justin karl keith kenji "
    "kenneth kevin klaus konrad krishna kurt lambert lance lancelot lars laurence lazarus leander lee leo leon "
    "leopold leroy lester levi lionel lloyd lorenzo lothar louis luca lucius ludwig luigi luis luke luther lyle "
    "lysander magnus manfred manuel marc marcel marcello marcellus marco marcus mario marius mark marlon martial "
    "mat matt matthias maurice max maximilian maxwell melchior melvin mercutio merlin micah michael miguel mike "
    "miles milo milton ming mitchell mohammed mordred mortimer moses murray mustafa napoleon nathan nathaniel neal "
    "ned nehemiah neil nelson nestor neville nicholas nick nicodemus nicola nigel niles noah noel norman octavius "
    "odysseus olaf oliver omar orlando orson osbert oscar oswald othello otis otto owen pablo pancho paolo patrick "
    "patroclus pedro percival peregrine petruchio phil philip philippe phineas pierre pip polonius prospero quentin "
    "quincy rafael ralph rama ramon raoul raphael ravi ray raymond reggie reginald remus reuben rex rhett ricardo "
    "rick robin roderick rodney rodrigo roger roland rolf roman romeo romulus ronald ronnie rory roscoe roy rudolf "
    "rudolph rufus rupert russ rusty salvatore sam sammy samson samuel sancho saul scott sean sebastian serge "
    "sergei seth seymour sheldon sid sidney sigmund silvester silvio simon sinbad sinclair solomon stan stanislaus "
    "stanislav stanley stefan steve steven stewart stuart sven sylvester takeshi tarquin ted terence thad theo "
    "theodore theophilus theron thor thurston tim timothy titus tobias todd tony trevor tristan tristram troilus "
    "troy tybalt ulysses umberto uriah valentine vasily vaughan vernon vince vincent virgil vito vladimir waldo "
    "wallace wally walt warren washington wayne wei wendell wesley wilbur wilfred wilfrid will willard willie willy "
    "winston wolfgang woodrow xavier yorick yusuf yves zachariah zachary zack zeke zeus"
)

SHORT_FORMS: dict[str, tuple[str, ...]] = {
    "abe": ("abraham",),
    "alec": ("alexander", "alexis"),
    "andy": ("andrew",),
    "archie": ("archibald",),
    "becky": ("rebecca",),
    "ben": ("benjamin", "benedict"),
    "bess": ("elizabeth",),
    "beth": ("elizabeth", "bethany"),
    "betsy": ("elizabeth",),
    "betty": ("elizabeth",),
    "bob": ("robert",),
    "chuck": ("charles",),
    "dan": ("daniel",),
    "dave": ("david",),
    "dick": ("richard",),
    "dot": ("dorothy",),
    "ed": ("edward", "edwin", "edmund"),
    "eddie": ("edward", "edwin", "edmund"),
    "fanny": ("frances",),
    "fred": ("frederick", "alfred"),
    "freddy": ("frederick",),
    "gus": ("augustus", "angus"),
    "hal": ("henry", "harold"),
    "hank": ("henry",),
    "hettie": ("henrietta",),
    "ike": ("isaac",),
    "jake": ("jacob",),
    "jeff": ("jeffrey", "geoffrey"),
    "josh": ("joshua",),
    "kate": ("katherine", "catherine"),
    "katie": ("katherine", "catherine"),
    "larry": ("lawrence",),
    "lottie": ("charlotte",),
    "maggie": ("margaret",),
    "matt": ("matthew",),
    "mike": ("michael",),
    "millie": ("mildred", "millicent"),
    "molly": ("mary",),
    "nan": ("ann", "anne", "nancy"),
    "ned": ("edward", "edmund"),
    "nell": ("eleanor", "helen", "ellen"),
    "nelly": ("eleanor", "helen", "ellen"),
    "nick": ("nicholas",),
    "peggy": ("margaret",),
    "phil": ("philip",),
    "polly": ("mary",),
    "rick": ("richard",),
    "ron": ("ronald",),
    "sadie": ("sarah",),
    "sally": ("sarah",),
    "sam": ("samuel", "samantha"),
    "steve": ("stephen", "steven"),
    "sue": ("susan",),
    "ted": ("edward", "theodore"),
    "theo": ("theodore", "theobald"),
    "tim": ("timothy",),
    "tony": ("anthony", "antony"),
    "will": ("william",),
    "willy": ("william",),
    "willie": ("william",),
    "winnie": ("winifred",),
}
"""Short form -> the names it may stand for. Forms that can be read off the spelling (tommy, lizzy) need no entry."""
