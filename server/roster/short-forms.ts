/** Common short forms of given names, in English and Spanish: the names, a colon, their short forms. */
const table = `
abigail: abby gail
abraham abram: abe bram
adalberto alberto norberto roberto gilberto humberto heriberto: beto
agustin: tin
aleksandr alexander alejandro alexandra alejandra alexandria: alex alec al sandy sasha xander lex ale jandro
alfonso: fonso poncho
alfred alfredo: al fred freddy alf fredo
alicia: licha ali
amanda: mandy
ana: anita
andrew andres: andy drew
angela: angie
anne ann anna hannah: annie nan nancy
anthony antonio: tony toni tono
antonia: tonia tona toni
augustus angus constantine: gus
barbara: barb babs barbie
bartholomew: bart
beatrice beatriz: bea trixie betty
benjamin benedict benicio: ben benny benji
bernard bernadette: bernie
bradley bradford: brad
caroline carolyn carolina: carol carrie caro lina
catherine katherine kathryn kathleen catalina: kate katie cathy kathy kat kit kitty cat kay cata
cecilia: ceci celia
charles charlotte charlene: charlie chuck chas charley lottie
christina christine kristina cristina: chris christy tina kristy chrissy cristi
christopher christian: chris kit topher
clifford clifton: cliff
concepcion: concha conchita chona
consuelo: chelo
cornelius: neil corny
cynthia: cindy
daniel daniela danielle: dan danny dani
david: dave davey
deborah: deb debbie debby
dolores: lola
dominic domingo: dom nick mingo
donald: don donny donnie
dorothy dorothea: dot dottie dolly thea
douglas: doug
edward edwin edgar edmund eduardo: ed eddie ted teddy ned lalo
eleanor elena helen helena: ellie nell nellie nora lena
elizabeth elisabeth isabel: liz lizzie beth betty betsy eliza libby bess lisa chabela isa
emanuel emmanuel manuel: manny manolo meme
emily emilia: em emmy
enrique henrique: quique kike rique
ernest ernesto: ernie neto
esperanza: espe
esteban stephen steven stephanie: steve stevie steph
eugene eugenia: gene
evangelina: eva lina
ezekiel: zeke
federico frederico frederick: fede fred freddy rick lico
felicia felicity: fliss
fernando: nando fer
florence: flo flossie
frances francis francisco francisca franklin: frank fran frankie paco pancho panchita pancha kiko cisco franny
gabriel gabriela gabrielle: gabe gaby gabi
george georgina: georgie
gerald geraldine gerard gerardo jerome: jerry gerry
gilbert: gil bert
gonzalo: chalo
graciela: chela
gregory gregorio: greg goyo
guadalupe: lupe lupita lupillo
guillermo: memo guille
gwendolyn: gwen
harold harry henry: hal harry hank
herbert albert robert hubert: bert
hilario: layo
ignacio ignatius: nacho iggy
isaac: ike
isidro: chilo
jacob james: jake jim jimmy jamie
jacqueline: jackie
javier xavier: javi
jeffrey: jeff
jennifer jenny: jen jenny
jeremiah jeremy: jerry
jessica: jess jessie
jesus: chuy chucho
joaquin: quino
john jonathan: jack jon johnny johnnie
jorge: coque
jose josefa josefina: pepe pepa chepe fina
joseph josephine: joe joey jo josie
joshua: josh
juan juana: juanito juanita
judith: judy
julian juliana juliet: jules julie
kenneth: ken kenny
kimberly: kim
lawrence laurence lorenzo: larry laurie renzo
leonard leonardo leopold: leo len lenny leon
leticia: lety
lillian: lily lil
louis louise luis lewis: lou louie lucho
lucia luz lucila: lucy lucha lucita
magdalena: lena magda maggie
margaret margarita marguerite: maggie meg peg peggy greta marge margie rita daisy
maria: mari mary marucha
martha: marty patty
martin: marty
mary miriam: molly polly mamie mimi
matilda: tilda tillie
matthew mateo: matt matty teo
maximilian maxwell maximiliano: max
melissa melinda: mel missy lindy
mercedes: meche merche
michael michelle miguel: mike mickey mick micky mikey shelly
mildred: millie
mordecai morton mortimer: morty mort
natalie natalia natividad: nat nati
nathan nathaniel: nate nat
nereida: nere
nicholas nicolas nicole: nick nicky nico
octavio: tavo
gustavo: tavo gus
olivia oliver: ollie liv
osvaldo oswaldo: valdo
pamela: pam
patricia patrick patricio: pat patty tricia trish paddy pato
paulina pauline paula: pau polly
pedro: perico
penelope: penny
peter: pete
phillip philip: phil
priscilla: cilla
providencia: provi
rachel raquel: rae
rafael raphael: rafa ralph
ramon: moncho
raymond raymundo: ray mundo
rebecca: becky becca
refugio: cuco
reginald: reggie
ricardo richard: rick ricky rich richie dick rico
robert roberta: rob robbie bob bobby bobbie
rodolfo rudolph: rudy fito
rogelio: roy
ronald veronica: ron ronnie ronny
rosalinda rosario rosa: rosie charo chayo rosita
roxanne: roxy
salvador: chava sal
samuel samantha samson: sam sammy
santiago: santi chago
sebastian: seb sebas bas
sergio: checo
silvia sylvia: sil syl
solomon: sol
stanley: stan
susan susanna susana: sue susie suzy
tabitha: tabby
teresa theresa: tere terry tess tessa teresita
terrence terence: terry
theodore: ted teddy theo
thomas tomas: tom tommy
timothy: tim timmy
trinidad: trini
valentina valeria valerie: val vale
vicente vincent: vince vinny chente vinnie
victor victoria: vic vicky tori
virginia: ginny ginger
walter: walt wally
wilfredo alfredo: fredo
william wilhelm: will bill billy willie liam willy
winifred: winnie
xiomara: xio
yolanda: yoli
zachary zachariah: zach zack
`;

const fullForms = new Map<string, readonly string[]>();
for (const line of table.trim().split('\n')) {
  const [full = '', short = ''] = line.split(': ');
  for (const form of short.split(' ')) {
    fullForms.set(form, [...(fullForms.get(form) ?? []), ...full.split(' ')]);
  }
}

/** The given names that a word is a common short form of: `bill` of `william`. */
export function fullFormsOf(form: string): readonly string[] {
  return fullForms.get(form) ?? [];
}
