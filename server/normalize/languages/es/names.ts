import type { NameFrame, NameSentences, PhraseOfNobody, WordNames } from '../language.ts';

const relatives =
  '(?:mam[áa]|pap[áa]|madre|padre|abuel[oa]|abuelit[oa]|hij[oa]|niñ[oa]|nen[eao]|beb[eé]|herman[oa]|espos[oa]|marido|mujer|señora|ex marido|ex esposa|pareja|novi[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|niet[oa]|bisniet[oa]|suegr[oa]|yerno|nuera|cuñad[oa]|comadre|compadre|vecin[oa]|amig[oa]|viej[oa]|padrino|madrina|ahijad[oa]|compañer[oa]|muchacha|cuidadora)';

/** What stands around a name that only a person can have. */
export const nameFrames: readonly NameFrame[] = [
  // "le pusimos alma", "de parte de luz", "pregunte por milagros"
  {
    before:
      /(?<!\p{L})(?:me llamo|se llama(?:ba)?|l[ea] (?:pusimos|pusieron|puse)|(?:le|me|nos|les) dicen(?: (?:la|el) (?:flac[oa]|gord[oa]|negr[oa]|güer[oa]|prieta?o?|chin[oa]))?|(?:me|l[oae]) (?:tienen por|conocen (?:por|como))|(?:le|me) (?:han|habían) dicho(?: siempre)?|le decimos|nombre (?:completo )?es|(?:primer|segundo) nombre(?: es)?|apellidos?(?: es| son)?|de parte de|pregunt\p{L}{1,4} por|comun[ií]c\p{L}{1,5} con|p[áa]s\p{L}{1,3} con|hablar con|(?:hablé|habló|hable) con|(?:le|te) (?:habla|atiende|acompaña|saluda)|me atendió|le atendió|a nombre de) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús)| y (?:de|que))/iu,
    takesDear: true,
  },
  // "la doctora paz", "doña lucha"
  {
    before:
      /(?<!\b(?:the|a|my|your|his|her|our|this|that|which|what|any|another|same|new|other) )(?<!\p{L})(?:don|doña|doctora?|dra?\.?|enfermer[oa](?: practicante)?|licenciad[oa]|abogad[oa]|maestr[oa]|señorita) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús))/iu,
    takesDear: true,
  },
  // "mi comadre consuelo", "me lleva quique"
  {
    before: new RegExp(
      `(?<!\\p{L})(?:(?:mi|tu|su|mis|nuestr[oa]|la|el)(?: otr[oa])? ${relatives}(?: mayor| menor| grande| chic[oa])?(?: se llama)?,?|me (?:lleva|llevó|trae|trajo|cuida|dijo|contó)) $`,
      'iu',
    ),
    after: /^(?! (?:de|del|con|sin|en|roja|azul|verde|blanca)(?!\p{L}))/iu,
    takesDear: false,
  },
  // "lucha le decimos"
  {
    before: /(?<!\p{L})(?:bueno|o|o sea|pero|es|se llama) $/iu,
    after: /^ (?:le|me) (?:decimos|dicen|digo)(?!\p{L})/iu,
    takesDear: true,
  },
];

/** Sentences about names. */
export const nameSentences: NameSentences = {
  called:
    '(?:todo el mundo|todos|mi familia|mis (?:amigos|amigas|hijos|nietos|primos)|en (?:la )?casa)(?: ya| siempre| nom[áa]s)? me (?:dicen?|llaman?|conocen? (?:como|por))',
  afterCalled: 'pero|y|porque|así|de cariño',
  asked:
    'c[óo]mo se llama|su (?:nombre|apellido)|nombre (?:completo|del paciente|de la paciente)|con qui[ée]n (?:hablo|tengo)|qui[ée]n (?:habla|l[oea]s? (?:cuida|trae|lleva|atendi[óo]|vio|mand[óo])|se lo|es su)|a qui[ée]n (?:llam|avis)\\p{L}{1,6}|contacto de emergencia|apellido|qu[ée] doctora?',
  opening: 'perd[oó]n|disculpe|bueno|aquí|aqu[ií] solo',
  heard:
    '(?:usted )?dijo|escuch[eé]|entend[ií]|l[oa] tengo como|(?:me sale|aparece)(?: (?:nada más|solo|como))?',
  confirmed: 'es correcto|es usted|verdad|cierto|me lo|lo puede',
  introduced: 'doctora|dra\\.?|señor(?:a|ita)?|don|doña|soy|me llamo|se llama|le dicen',
  exclaimed: /(?:^|[,.!¡] ?|(?<!\p{L})(?:ay|uy|no|pues|y|bueno|ah|oh|mira|mire|oiga) )¡?qué $/u,
  welcomed: /(?<!\p{L})(?:gracias por (?:su llamada|llamar) a|bienvenid[oa]s? a) $/iu,
  afterWelcome:
    /^(?: \p{L}+)?,? (?:c[óo]mo|en qu[ée]|con qui[ée]n|departamento|l[íi]nea|transporte|farmacia|citas|le (?:habla|atiende)|habla|soy|mi nombre)(?!\p{L})/iu,
};

/** Phrases in which a word that may be a name is none. */
export const phrasesOfNobody: readonly PhraseOfNobody[] = [
  [/^(?:mejor|descanse|nutri[oó]log[oa])$/u, /(?:)/, /(?:)/],
  [/^lim[oó]n$/u, /(?<!\p{L})(?:ajo|pescado|agua|miel|sal|té|pollo|chile) con $/u, /(?:)/],
  [/^b[aá]rbar[oa]$/u, /(?<!\p{L})qu[eé] $/u, /(?:)/],
  [/^vin$/, /(?<!\p{L})(?:el|del|al|un|su) $/u, /(?:)/],
  [/^gleason$/, /(?:)/, /^ (?:de|seis|siete|ocho|nueve|diez)/],
  [/^(?:pedro|juan)$/, /\bcomo $/, /^ por su casa/],
  [/^diego$/, /\bdije digo,? digo $/, /(?:)/],
  [/^ambrosio$/, /\bcarabina de $/, /(?:)/],
];

const split = (words: string): readonly string[] => words.trim().split(/\s+/);

/** Names and short forms that also say how dear somebody is. */
const dear: ReadonlySet<string> = new Set(
  split(`
  cielo linda bella dulce amada amado nena nene negra negro gorda gordo flaca flaco santo santa gracia gloria bebo
  beba prieta prieto chato chata chavo chava angel ángel reina
`),
);
/** Other names that are ordinary words, and short forms that no list of names has. */
const others: ReadonlySet<string> = new Set(
  split(`
  socorro consuelo esperanza milagros remedios rosario refugio amparo soledad caridad piedad clemencia clemente
  salvador domingo confesor fe luz paz sol cruz ángeles angeles dolores mercedes pilar victoria estrella perla
  esmeralda aurora alba alma blanca rosa violeta azucena margarita altagracia candelaria natividad trinidad
  encarnación asunción concepción purificación inmaculada nieves reyes santos bienvenido bienvenida primitivo
  inocencio fortunato prudencio severo casto plácido placido próspero librado librada liberato deseada celeste patria
  libertad olvido auxilio patrocinio tránsito digna digno generoso león leon modesto modesta justo justa benigno
  benigna fausto feliciano placer placida mar marina brisa lluvia abril julio junio noel navidad belén jazmín jazmin
  dalia hortensia iris lirio jacinto narciso flor virtudes prudencia leal franco claro constancia felicidad armonía
  rocío rocio nube aurelio máximo maximo perfecto perfecta pura puro severa sereno serena plácida tránsita querubín
  serafín oriente américa argentina beto toño tono chuy pancho pepe paco chelo concha cuca memo quique kike lalo tito
  tita güicho licha chayo chabela chabe nando mundo poncho fito goyo moncho yayo cheo wito papo tato chago chano cuco
  mingo minga fefa fefita yoli vero paty lola lucha luchita mague meche oli ofe cande conchis tere coco cocó chela
  güera güero chema chepe chente lencho nacho chole chaparra chaparro cachita toña tati titi pilo pina polo neto tavo
  tencha tacho chito chita china chino oseas eliú eliu guerra campos ríos rios flores rojas blanco moreno rubio
  delgado gordillo calvo rico pobre bravo lobo cordero toro vaca becerra cabrera pastor herrera zapatero guerrero
  soldado montes montaña peña rosas prado valle cuevas torres castillo iglesias palacios casas salas puente caballero
  duque conde marqués barrera corral mesa cano alegre salinas luna villa bello crespo rey aguas fuentes pozo arroyo
  lagos romero laurel olivo naranjo manzano parra trigo arroz cebollas mora oliva ventura gallo gallegos cisneros
  paloma
`),
);

export const wordNames: WordNames = { dear, others };
