/**
 * Which words a frame takes: given names; those that are no endearment; those that are no month, day or season; or
 * surnames as well.
 */
export type NameWords = 'given' | 'greeted' | 'timeless' | 'any';

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

/** English given names and short forms that are ordinary words. */
const englishGiven = split(`
  will hope grace faith dawn june april may august rose lily violet ivy art frank rich mark bill chase hunter miles
  grant reed cliff dale glen wade lane penny candy ginger olive pearl ruby opal sunny bliss major royal noble earl duke
  constant prudence patience temperance chance ace bud chip buck dusty rusty sandy misty stormy windy wren robin jay
  lark raven birdie fern clover basil sage rosemary saffron cherry flip skip kip scout ranger trapper gunner archer
  baker cooper porter parker sawyer tanner turner walker weaver mason summer autumn winter joy crystal amber jade
  hazel holly daisy iris jasmine heather laurel myrtle poppy marigold juniper willow aspen ash forest heath brook
  brooke skye sky star stella melody harmony carol chorus viola piper harper drew rob sue pat gene dean ray sonny
  buddy slim red rocky stone sterling clay wolf bear fox drake colt angel heaven destiny trinity serenity genesis
  precious charity mercy honor justice liberty journey blessing treasure princess queen prince king reign legend
  maverick saint blaze jet dash ryder rider bubba boomer peg dot babs deb mags trick tex cy mo des les vic mac ty
  dutch butch cookie honey happy lucky sparkle cricket bunny kitty dolly teddy junior ford dodge royce mercedes
  lexus chevy kia porsche dallas austin phoenix brooklyn paris london sydney chelsea savannah georgia carolina
  montana dakota virginia florence india china asia africa ireland israel jordan zion eden
  sandy cash bay cove reef river rain storm gale snow frost winter
`);
/** English surnames that are ordinary words. */
const englishSurnames = split(`
  young long short small little white black brown green gray grey gold silver stone wood woods forest hill hills field
  fields brook brooks rivers lake pond banks ford bridges bridge church temple pope bishop priest abbott knight squire
  price rich poor best good goodman wise strong swift sharp moody savage love loving darling dear sweet joy bliss day
  weeks summers winter winters frost snow rain storm gale bell ball bowman cash coin dollar penny nickel pack page
  rush case chance cross crow finch drake swan wolf fox lyon lamb bull buck colt roe hart hare hand foot head beard
  bone shin quick speed power powers sparks flowers plant root roots berry rice bean beans cook baker butler
  carpenter miller mason gardener farmer shepherd hunter fisher fish pike bass trout salmon herring marsh meadows
  glass lock key keys gates walls house hall chambers post street lane rhodes rowe holland england ireland french
  english german irish welsh scott wales london york lincoln ash birch cherry plum salt sugar honey cotton silk
  law lawless judge justice marshall sheriff major sergeant captain king queen prince noble royal duke earl baron
  cannon gunn pistol sword shields armor sunday monday friday march may august
`);
/** Spanish given names and short forms that are ordinary words, or that no list of names has. */
const spanishGiven = split(`
  socorro consuelo esperanza milagros remedios rosario refugio amparo soledad caridad piedad clemencia clemente
  salvador domingo confesor fe luz paz sol cruz ángel angel ángeles angeles dolores mercedes pilar gloria gracia
  victoria estrella perla esmeralda aurora alba alma blanca rosa violeta azucena margarita altagracia candelaria
  natividad trinidad encarnación asunción concepción purificación inmaculada nieves reyes santos bienvenido
  bienvenida primitivo inocencio fortunato prudencio severo casto plácido placido próspero librado librada liberato
  amado amada deseada celeste cielo patria libertad olvido auxilio patrocinio tránsito digna digno generoso león leon
  modesto modesta justo justa benigno benigna fausto feliciano placer placida dulce linda bella mar marina brisa
  lluvia abril julio junio noel navidad belén jazmín jazmin dalia hortensia iris lirio jacinto narciso flor virtudes
  prudencia leal franco claro constancia felicidad armonía rocío rocio nube aurelio máximo maximo perfecto perfecta
  pura puro santo santa severa sereno serena plácida tránsita querubín serafín oriente américa argentina
  beto toño tono chuy pancho pepe paco chelo concha cuca memo quique kike lalo tito tita güicho licha chayo chabela
  chabe nando mundo poncho fito goyo moncho yayo cheo wito papo tato chago chano cuco mingo minga fefa fefita yoli
  vero paty lola lucha luchita mague meche oli ofe cande conchis tere coco cocó beba bebo chavo chava chela güera
  güero negra negro flaca flaco gordo gorda chema chepe chente lencho nacho nena nene chole chata chato prieta prieto
  chaparra chaparro cachita toña tati titi pilo pina polo neto tavo tencha tacho chito chita china chino oseas eliú eliu
`);
/** In a greeting they say how dear somebody is. */
const endearments = new Set(
  split(
    'cielo linda bella dulce amada amado nena nene negra negro gorda gordo flaca flaco chula santo santa gracia gloria bebo beba prieta prieto chato chata chavo chava honey happy buddy bud princess princesa kitty bunny dolly precious angel ángel treasure queen reina sparkle baby',
  ),
);
const times = new Set(
  split(
    'april may june august summer autumn winter sunday abril julio junio domingo navidad noel lluvia mar sol paz cielo',
  ),
);
/** Spanish surnames that are ordinary words. */
const spanishSurnames = split(`
  guerra campos ríos rios flores rojas blanco moreno rubio delgado gordillo calvo rico pobre bravo lobo cordero toro
  vaca becerra cabrera pastor herrera zapatero guerrero soldado montes montaña peña rosas prado valle cuevas torres
  castillo iglesias palacios casas salas puente caballero duque conde marqués barrera corral mesa cano franco leal
  alegre ángeles salinas luna sol villa nieves paz cruz bello bello crespo rey reina aguas fuentes pozo arroyo lagos
  romero laurel olivo naranjo manzano parra trigo arroz cebollas mora oliva ventura gallo gallegos cisneros paloma
`);

const given = new Set([...englishGiven, ...spanishGiven]);
const family = new Set([...englishSurnames, ...spanishSurnames]);

function groupsOf(name: string): readonly NameWords[] {
  const greeted: readonly NameWords[] = endearments.has(name) ? [] : ['greeted'];
  return ['given', 'any', ...greeted, ...(times.has(name) ? [] : (['timeless'] as const))];
}

const groups = new Map<string, readonly NameWords[]>([
  ...[...family].map((name) => [name, ['any']] as const),
  ...[...given].map((name) => [name, groupsOf(name)] as const),
]);

/** The lists that a word in lower case is in; undefined for none. */
export const namesOf = (word: string): readonly NameWords[] | undefined => groups.get(word);
