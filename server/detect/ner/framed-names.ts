import { allMatches } from '../../domain/all-matches.ts';
import type { Detection, Span } from '../../domain/detection.ts';
import { isBrand } from '../vocabulary/brands.ts';
import { isInPhrase } from '../vocabulary/ordinary-phrases.ts';
import { guess } from './doubtful-names.ts';
import { type NameWords, namesOf } from './name-words.ts';

/** Words around a name that only a person can stand between, in one language. `before` and `after` end at the name. */
interface Frame {
  /** 'doubtful' takes only what the model may have as a name, 'listed' only what a list has too. */
  readonly names: NameWords | 'doubtful' | 'listed';
  readonly before: RegExp;
  readonly after: RegExp;
}

const relatives =
  '(?:mother|mom|mum|father|dad|parents?|grand(?:mother|father|ma|pa|son|daughter|child|kid)|son|daughter|baby|brother|sister|twin|husband|wife|partner|fianc[ée]e?|boyfriend|girlfriend|spouse|ex|uncle|aunt|cousin|niece|nephew|friend|buddy|pal|co-?worker|neighbou?r|roommate|caregiver|caretaker|aide|nurse|guardian|boss|kid|boy|girl|little one|in-law|emergency contact)(?:[- ]in[- ]law)?';
const desk =
  '(?:from|in|at|over in|with) (?:the )?(?:billing|scheduling|front|reception|radiology|lab\\b|pharmacy|records|medical records|insurance|accounting|your office|office|referrals?|intake|admissions|registration|nursing|clinic)';
const ends = '^(?:[,.?!;]|\\s*$|';
const starts =
  '(?:^|[,.?!;] ?|\\b(?:yesterday|today|i think|i guess|maybe|last week|this morning|last night|earlier|so|and|because|cause|but|then|that|when|if|where|since|what|no|yes|yeah|oh|um|uh|well|okay|mostly|usually|monday|tuesday|wednesday|thursday|friday)) ?$';
const begun = new RegExp(starts, 'i');
const any = /(?:)/;

/** What a clinic is or does, at the end of how it is announced. */
const place =
  '(?:clinic|cent(?:er|re)|office|desk|lines?|health|care|pharmacy|medical|medicine|group|triage|teams?|services?|department|hospital|intake|associates|program|billing|scheduling|dental|surgical|therapy|lab|unit|floor|calling|records|study|bank)';

const english: readonly Frame[] = [
  // "thanks for calling the nurse line this is hope", "triage this is autumn how can i help"
  {
    names: 'given',
    before: new RegExp(
      `(?:^|[.?!,;] |\\b(?:${place}|hi|hello|hey|yes|yeah|okay|um|uh|evening|morning|afternoon) )(?:and )?(?:this is|my name is|you've reached|is this) $`,
      'i',
    ),
    after: new RegExp(
      `${ends} (?:how (?:can|may)|can i help|may i help|what can|speaking|calling|again\\b|with (?!the|a\\b)|(?:over )?(?:at|from) |(?:over )?in (?!an?\\b|pain)|here\\b|your nurse|the (?:nurse|virtual|automated)))`,
      'i',
    ),
  },
  // "night desk june speaking", "Physical therapy, Faith here."
  {
    names: 'given',
    before: new RegExp(`(?:^|[.?!,;] |\\b(?:${place}|hi|hello|hey|yes|morning|tech) )$`, 'i'),
    after: /^ (?:speaking|here)(?:[.,!?]|\s*$| (?:how|at|from|with|what)\b)/i,
  },
  // "and your date of birth miss teal"
  {
    names: 'doubtful',
    before:
      /(?:^|[.?!,] ?|\b(?:birth|birthday|number|name|phone|address|okay|alright|all right|sure|right|yes|hello|hi|hey|sorry|thanks|thank you|morning|afternoon|evening|you|is|with|and|for|from|it's|i'm) )(?:miss|ms|missus|mrs|mister|mr)\.? $/i,
    after: any,
  },
  // "i've got a tobin abara here"
  {
    names: 'doubtful',
    before:
      /\b(?:i|we|you)(?:'ve| have)?(?: also)? (?:got|have|see|show|found|find|know|need|had) (?:an? |another )$/i,
    after: new RegExp(
      `${ends} (?:on|for|born|and|or|here|in (?:room|the)|at|from|scheduled|down|with|somebody|someone)\\b)`,
      'i',
    ),
  },
  // "the patient is a tobin abara", "it went to a tobin abara"
  {
    names: 'doubtful',
    before:
      /\b(?:patient|caller|it|that|this|one|name|order|referral|letter) (?:is|was|went|goes|belongs|says)(?: to| for)? an? $/i,
    after: /^(?: \p{L}{3,}|[\s.,?!]*$)/u,
  },
  // "we're here for the tazuka baby", "can you pull the okonjo chart"
  {
    names: 'doubtful',
    before: /\b(?:the|this|that) $/i,
    after:
      /^ (?:famil(?:y|ies)|household|residence|bab(?:y|ies)|boys?|girls?|kids?|twins?|chart|estate|wedding|funeral)\b/i,
  },
  // "her son pheng finishes work at two"
  {
    names: 'doubtful',
    before: new RegExp(`\\b(?:my|his|her|our|their|your) ${relatives} $`, 'i'),
    after: /^ (?!is\b|was\b|this\b|always\b)\p{L}{2,9}[^s\P{L}](?:e?s|ed) (?!of\b)\p{L}/iu,
  },
  // "my khang he is off tuesday", "updated for you and vireak"
  {
    names: 'doubtful',
    before: /\bmy $/i,
    after: /^ (?:he|she)(?:['’]s|['’]ll| (?:is|was|has|had|will|works|takes|needs|goes|drives))\b/i,
  },
  {
    names: 'doubtful',
    before: /\b(?:for|with|to) (?:you|him|her|me|us|them) and $/i,
    after: /^[\s.?!]*$/,
  },
  // "some lady named pepper", "a girl called wren"
  {
    names: 'given',
    before:
      /\b(?:lady|guy|man|woman|girl|boy|kid|nurse|fella|gal|person|somebody|someone|doctor|tech|receptionist|one)(?: (?:they|we|everybody|everyone))? (?:named|called|call) $/i,
    after: any,
  },
  // "they got me as pj sometimes"
  {
    names: 'doubtful',
    before:
      /\b(?:has|have|had|got|put|listed|wrote|spelled)(?: me| him| her| us| my \p{L}+)(?: down| listed| in)? as $/iu,
    after: new RegExp(`${ends} (?:but|and|on|in|sometimes|instead|not|with)\\b)`, 'i'),
  },
  // "some guy rutger at the desk"
  {
    names: 'doubtful',
    before: /\b(?:some|this|that|a|the) (?:lady|guy|man|woman|girl|kid|fella|gal|tech),? $/i,
    after: /^,? (?:at|from|in|on|who|said|says|told|or|i think)\b/i,
  },
  // "her name's penny", "last name is abbott", "we named the baby wren"
  {
    names: 'any',
    before:
      /\b(?:(?:first|last|middle|maiden|full|legal|preferred|married|family) name(?:'s| is| was|,|:)?|(?:my|his|her|their|your|\p{L}{1,20}'s) name(?:'s| is| was)|surname(?:'s| is|,)?) $/iu,
    after: new RegExp(
      `${ends} (?!different|spelled|hyphenated|wrong|changed|and hard|but)\\p{L})`,
      'iu',
    ),
  },
  {
    names: 'given',
    before:
      /\b(?:named (?:(?:the|our|my|her|his) \p{L}+|him|her)|whose name is|goes by|nicknamed|(?:calls?|called|calling|call) (?:him|her)) $/iu,
    after: any,
  },
  // "you better call june", "what's june's last name"
  {
    names: 'given',
    before:
      /\b(?:better|can|could|should|please|to|just|you|gotta|i'll|let me) (?:call|text|phone|contact|ask) $/i,
    after: /^(?! (?:first|\d|the|of|up|out|and (?:return|go)))/i,
  },
  {
    names: 'given',
    before: any,
    after:
      /^['’]s (?:(?:first|last|middle|full) name|birthday|birth date|date of birth|dob|(?:cell|phone|callback) number|mom|dad|mother|father)\b/i,
  },
  // "dutch come here is it blistering", "summer come tell her"
  {
    names: 'given',
    before: any,
    after:
      /^,? (?:come (?:here|on over|back here|tell|say|look|sit)|go (?:in|to) (?:the|your)|go (?:play|sit|ask|outside|upstairs|away)|get (?:down|off (?:the|of|that)|out of)|sit (?:down|still)|stop (?:it|that|doing)|quit (?:it|that|doing)|be quiet|tell (?:her|him|them|me|the)|say (?:hi|hello|your)|put (?:that|it) down|leave (?:it|that|him|her|the)|hold still|hush\b|don't touch|turn (?:it|that|the|down|off|here|left|right|around)|pull over|slow down|hurry up|watch out|hand me|close the|open the|let go|watch your)/i,
  },
  // "what can we do for you faith", "see you on the third rose"
  {
    names: 'greeted',
    before:
      /\b(?:do for you|help you(?: with)?(?: today)?|how are you(?: doing)?(?: today)?|take care|have a (?:good|great|nice) (?:one|day|night|weekend)|(?:date of birth|birthday|phone number)(?: please)?),? $/i,
    after: /^[\s.?!]*$/,
  },
  {
    names: 'timeless',
    before: /\bsee you(?: (?!in\b)\S{1,12}){1,5} $/i,
    after: /^[\s.?!]*$/,
  },
  // "will will be the one", "i'm at april's"
  {
    names: 'timeless',
    before: begun,
    after: /^ will (?:be (?:the|there|here|with|driving|bringing)|come|bring|pick|drive|call)\b/i,
  },
  {
    names: 'given',
    before: /\b(?:i'm|we're|he's|she's|stay(?:s|ed|ing)|liv(?:es|ed|ing)|was|been) (?:over )?at $/i,
    after: /^['’]s(?![\p{L}\p{N}])/u,
  },
  // "hello is this will"
  {
    names: 'given',
    before:
      /\b(?:is this|am i speaking (?:to|with)|(?:may|can|could) i (?:speak|talk) (?:to|with)|trying to reach|looking for) $/i,
    after: /^\s{0,4}(?:[.?]\s{0,4})?$/,
  },
  // "with the hygienist autumn"
  {
    names: 'given',
    before:
      /\b(?:hygienist|adjuster|case ?worker|case manager|social worker|therapist|technician|tech|interpreter|receptionist|midwife|pharmacist|nurse practitioner|home aide)(?:['’]s name is| is| named| called|,)? $/i,
    after: new RegExp(`${ends}['’]s | (?:who|at|from|and|on|will|is|was|has|said|called)\\b)`, 'i'),
  },
  // "put me through to art"
  {
    names: 'given',
    before:
      /\b(?:put me through|connect me|transfer me|speak|talk|spoke|talked|talking|speaking|get me through)(?: back)? (?:to|with) $/i,
    after: any,
  },
  // "doctor young told me"
  {
    names: 'any',
    before:
      /(?<!\b(?:the|a|my|your|his|her|our|their|this|that|which|what|any|another|same|new|old|eye|foot|family|good|regular|primary|other|heart|other) )(?<!\p{L})(?:nurse practitioner|doctor|dr\.?|mister|mr\.?|missus|mrs\.?|ms\.?) $/iu,
    after: new RegExp(`${ends}['’]s | (?!\\d)\\p{L})`, 'iu'),
  },
  {
    names: 'given',
    before: /\b(?:nurse|aunt|auntie|uncle|cousin|miss|sister|brother) $/i,
    after: new RegExp(
      `${ends}['’]s | (?:told|said|says|called|is|was|has|gave|who|in|at|from|and|did|does|usually|came|drew|took|wants|for|to)\\b)`,
      'i',
    ),
  },
  // "my son hunter has a fever"
  {
    names: 'given',
    before: new RegExp(
      `\\b(?:my|his|her|our|their|your|the)(?: (?:ex|oldest|youngest|older|younger|little|big|late|new|best|good|other|step|baby|twin))? ${relatives}(?:'s name is|,| is named| named)? $`,
      'i',
    ),
    after: new RegExp(
      `${ends}['’]s | (?:has|is|was|who|needs|had|said|says|told|takes|took|called|will|would|did|does|doesn't|didn't|can't|got|gets|lives|usually|and|he|she|they|came|went|wants|fell|started|keeps|drives|picks|handles|works|turned|turns)\\b)`,
      'i',
    ),
  },
  // "so art my brother he …", "penny is my cousin"
  {
    names: 'given',
    before: begun,
    after: new RegExp(
      `^(?:,? (?:my|his|her|our|the) ${relatives}\\b| (?:is|was|and)(?: actually| also| only)? (?:my|her|his|our) ${relatives}\\b| ${desk})`,
      'i',
    ),
  },
  // "yesterday hope said …"
  {
    names: 'given',
    before: begun,
    after:
      /^ (?:said (?!no|yes)|told (?:me|us|him|her|them)|called (?:me|us|back|and|yesterday|about)|(?:was|is) supposed to (?:call|send|come|fax)|(?:usually|always|normally) (?:drives|takes|comes|does|handles|picks|helps|goes)|can't (?:hear|drive|walk|talk|see|come|make)|(?:doesn't|couldn't|didn't) (?:hear|drive|speak|see|call|like)|drives (?:me|him|her)|takes care|takes me|picks me|gave me|asked (?:me|if|for)|sent me|helped me|wrote me|and i (?:both|need|are|were|have|will|want))/i,
  },
  // "could you tell mark i left the papers"
  {
    names: 'given',
    before: /\b(?:ask|tell|told|let|remind|text|asked|reminded) $/i,
    after: /^ (?:know|that|i\b|if|she|he|we\b|to (?:call|bring|send|fax|come)|about|please)/i,
  },
  // "is grace in today"
  {
    names: 'given',
    before: /\b(?:is|isn't) $/i,
    after:
      /^ (?:in today|in yet|in this|in\?|there\b|available|around|working|on today|with you|the (?:patient|nurse|one))/i,
  },
  // "tell jolene that chuck is coming"
  {
    names: 'timeless',
    before: /\b(?:that|and|say|says|know|knows|because|so) $/i,
    after:
      /^(?:['’]s| is| will be) (?:coming|on (?:his|her|the) way|running late|waiting (?:for|in|out)|in the (?:car|lobby|truck|parking))\b/i,
  },
  // "it's for ruby she's four"
  {
    names: 'timeless',
    before: /\b(?:it's|it is|this is|this one's|that's|message is|appointment is|calling) for $/i,
    after: new RegExp(`${ends} (?:she|he|my|who|about my|again)\\b)`, 'i'),
  },
  // "i'm rich the husband", "this is art again"
  {
    names: 'given',
    before: /\b(?:i'm|i am|this is|it's|name is) $/i,
    after: new RegExp(
      `^,? (?:(?:the|his|her|their) ${relatives}\\b|calling\\b|again\\b|speaking\\b|${desk})`,
      'i',
    ),
  },
  // "thanks chip you've been great"
  {
    names: 'greeted',
    before:
      /(?:^|[.?!,] ?|\b(?:okay|yes|no|oh) )(?:thanks(?: so much| a lot)?|thank you(?: so much)?|hi|hey|hello|bye|good morning|good afternoon)(?: there)?,? $/i,
    after: new RegExp(
      `${ends} (?:you|you've|you're|it's|i|i'm|i'll|this is|we|what|how|when|can|could|do|is (?:the|your|this|that|it)|have|bye)\\b)`,
      'i',
    ),
  },
];

const parientes =
  '(?:mam[áa]|pap[áa]|madre|padre|abuel[oa]|abuelit[oa]|hij[oa]|niñ[oa]|nen[eao]|beb[eé]|herman[oa]|espos[oa]|marido|mujer|señora|ex marido|ex esposa|pareja|novi[oa]|t[ií][oa]|prim[oa]|sobrin[oa]|niet[oa]|bisniet[oa]|suegr[oa]|yerno|nuera|cuñad[oa]|comadre|compadre|vecin[oa]|amig[oa]|viej[oa]|padrino|madrina|ahijad[oa]|compañer[oa]|muchacha|cuidadora)';
const oficina =
  '(?:la|el|los|las) (?:de(?:l)?|que) (?:la |el |los |las )?(?:recepción|recepcion|cobros|seguros?|citas|referidos?|farmacia|laboratorio|expedientes|archivo|oficina|clínica|clinica|turno|noche|frente|entrada|traduce|limpia|atiende)';
const empieza =
  /(?:^|[,.?!¿¡;] ?|(?<!\p{L})(?:ayer|hoy|que|y|pero|porque|cuando|si|nomás|nomas|nada más|solo|sólo|entonces|pues|pos|bueno|no|sí|este|eh|es que|ahorita|antier|anoche)) ?$/iu;

const relativeBefore = new RegExp(
  `(?<!\\p{L})(?:mi|tu|su|mis|nuestr[oa]|la|el)(?: otr[oa])? ${parientes}(?: mayor| menor| grande| chic[oa])?(?: se llama)?,? $`,
  'iu',
);

const spanish: readonly Frame[] = [
  // "le pusimos alma", "de parte de luz", "pregunte por milagros"
  {
    names: 'any',
    before:
      /(?<!\p{L})(?:me llamo|se llama(?:ba)?|l[ea] (?:pusimos|pusieron|puse)|(?:le|me|nos|les) dicen(?: (?:la|el) (?:flac[oa]|gord[oa]|negr[oa]|güer[oa]|prieta?o?|chin[oa]))?|(?:me|l[oae]) (?:tienen por|conocen (?:por|como))|(?:le|me) (?:han|habían) dicho(?: siempre)?|le decimos|nombre (?:completo )?es|(?:primer|segundo) nombre(?: es)?|apellidos?(?: es| son)?|de parte de|pregunt\p{L}{1,4} por|comun[ií]c\p{L}{1,5} con|p[áa]s\p{L}{1,3} con|hablar con|(?:hablé|habló|hable) con|(?:le|te) (?:habla|atiende|acompaña|saluda)|me atendió|le atendió|a nombre de) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús)| y (?:de|que))/iu,
  },
  // "en la tarjeta figura como mabcu", "me tienen como helena", "ahí me puso tuide", "escuché diksesh"
  {
    names: 'doubtful',
    before:
      /(?<!\p{L})(?:(?:figur|aparec|sal|qued|teng|tien)\p{L}{0,4} como|(?:me|le|l[oa]) pus(?:o|ieron)|escuché|entendí|apellido parecido a(?: un[oa]?)?) $/iu,
    after:
      /^(?: \p{L}{3,})?(?:[,.?!;]|\s*$| (?:y|fue|es|perdón|eso|con|sin|pero|en vez|a veces|aquí|ahí)(?!\p{L}))/iu,
  },
  // "educación en diabetes habla gurpreet"
  {
    names: 'doubtful',
    before: /(?<![\p{L}¿])habla $/iu,
    after: /^(?:[,.!]|\s*$| (?:de|del|desde|en qué|cómo|dígame|para servirle)(?!\p{L}))/iu,
  },
  // "Perdón, se cortó. ¿Bocman?"
  {
    names: 'doubtful',
    before: /(?:perd[oó]n|disculpe|cort[oó])\b[^¿]{0,20}¿$/iu,
    after: /^\?\s*$/u,
  },
  // "soy la técnica yudelka", "con la enfermera practicante soo jin"
  {
    names: 'any',
    before:
      /(?<!\p{L})(?:soy|habla|con|le saluda|de parte de) (?:la|el) (?:t[ée]cnic[oa]|farmac[ée]utic[oa]|terapeuta|asistente|int[ée]rprete|higienista|recepcionista|coordinadora|trabajadora? social|enfermer[oa](?: practicante)?|dentista|pediatra|qu[ií]mic[oa]|param[ée]dic[oa]|ingenier[oa]) $/iu,
    after: /^(?! (?:de (?!la |los |las )|del)(?!\p{L}))/iu,
  },
  // "dígale a beto que …"
  {
    names: 'given',
    before:
      /(?<!\p{L})(?:preg[úu]ntele|d[ií]gale|dile|av[ií]sele|decirle|avisarle|encargo|llam[aeo]n?|hábl[ae]le|dejé los papeles|le puede decir) a $/iu,
    after: any,
  },
  // "la doctora paz", "doña lucha"
  {
    names: 'any',
    before:
      /(?<!\b(?:the|a|my|your|his|her|our|this|that|which|what|any|another|same|new|other) )(?<!\p{L})(?:don|doña|doctora?|dra?\.?|enfermer[oa]|licenciad[oa]|abogad[oa]|maestr[oa]|señorita) $/iu,
    after: /^(?! de (?!la |los |las |león|jesús))/iu,
  },
  // "está la brenda", "le digo a la lety"
  {
    names: 'listed',
    before: /(?<!\p{L})(?:la|el|al) $/iu,
    after: /^(?! del? (?!la |los |las ))/iu,
  },
  // "oye lolo", "a ver cuca léemele"
  {
    names: 'greeted',
    before: /(?<!\p{L})(?:oye|oiga|a ver|al[oó]),? $/iu,
    after: /^(?! (?:de|del|que)(?!\p{L}))/iu,
  },
  // "poquito vino quique el hijo de nena", "me lleva quique"
  {
    names: 'given',
    before:
      /(?<!\p{L})(?:(?:vino|llegó|viene) |me (?:lleva|llevó|trae|trajo|cuida|dijo|contó) |déjelo con )$/iu,
    after: /^(?! de (?!la |los |las ))/iu,
  },
  // "mi comadre consuelo"
  {
    names: 'greeted',
    before: relativeBefore,
    after: /^(?! (?:de|del|con|sin|en|roja|azul|verde|blanca)(?!\p{L}))/iu,
  },
  // "mi hija linda tiene fiebre"
  {
    names: 'given',
    before: relativeBefore,
    after:
      /^(?:[,.?!;]|\s*$| (?:tiene|trae|está|es|se|no|ya|me|le|la (?:lleva|trae|cuida)|lo (?:lleva|trae|cuida)|y|que|va|fue|necesita|quiere|vive|anda|dice|dijo|tuvo|toma|ella|él|siempre|viene|cumple|nació|trabaja)(?!\p{L}))/iu,
  },
  // "beto mi hermano …", "cuca es mi prima", "rosa la de cobros"
  {
    names: 'given',
    before: empieza,
    after: new RegExp(
      `^(?:,? (?:es )?(?:mi|su|tu|la|el) ${parientes}(?!\\p{L})|,? ${oficina}|,? y (?:yo|mi)(?!\\p{L}))`,
      'iu',
    ),
  },
  // "ayer dolores me dijo"
  {
    names: 'timeless',
    before: empieza,
    after:
      /^ (?:me (?:dijo|iba a|habló|llamó|lleva|llevó|ayuda|trajo|recetó|mandó|cuida|atendió|saca)|le (?:dijo|iba a)|nos (?:dijo|lleva)|sabe|no (?:quiere|oye|puede|ve|contesta|habla|vino)|siempre (?:me|la|le|lo)|está (?:enferm|mal|en el hospital))/iu,
  },
  // "es para nieves tiene cuatro años"
  {
    names: 'timeless',
    before: /(?<!\p{L})(?:es|cita|receta|recado|mensaje) para $/iu,
    after: /^(?:[,.?!]|\s*$| (?:tiene|mi|ella|él|que|la)(?!\p{L}))/iu,
  },
  // "soy pilar la esposa"
  {
    names: 'any',
    before: /(?<!\p{L})(?:soy|habla|es) $/iu,
    after: new RegExp(`^,? (?:la|el|su) ${parientes}(?!\\p{L})`, 'iu'),
  },
  // "gracias nieves muy amable", "está chayo hoy?"
  {
    names: 'greeted',
    before:
      /(?:^|[.?!,] ?)(?:muchas )?(?:gracias|hola|buenas|buenos días|buenas tardes|disculpe|adiós),? $/iu,
    after:
      /^(?:[,.?!]|\s*$| (?:muy|por|que|soy|le|buen|cómo|me|quiero|necesito|hasta|bye)(?!\p{L}))/iu,
  },
  // "lucha le decimos", "perdón librado qué", "es usted inocencia?"
  {
    names: 'any',
    before: /(?<!\p{L})(?:bueno|o|o sea|pero|es|se llama) $/iu,
    after: /^ (?:le|me) (?:decimos|dicen|digo)(?!\p{L})/iu,
  },
  {
    names: 'any',
    before: /(?:^|[.?!,] ?)(?:perd[oó]n|disculpe|cómo),? $/iu,
    after: /^ (?:qué|cómo)(?!\p{L})/iu,
  },
  { names: 'any', before: /(?<!\p{L})es usted (?:doña |don )?$/iu, after: /^[\s.?]*$/ },
  {
    names: 'given',
    before: /(?<!\p{L})está $/iu,
    after: /^(?: (?:hoy|ahí|disponible|por ahí)|\?)/iu,
  },
];

const frames: readonly Frame[] = [...english, ...spanish];
const word = /(?<![\p{L}\p{N}'’-])\p{L}{2,13}(?![\p{L}\p{N}’-]|'(?!s\b))/gu;
const reach = 64;
/** What a verb could be as well counts only before another verb, or where the sentence ends. */
const modal = /^(?:hope|will|may|can|mark|bill|chase|drew|grant|art|rich|rob|sue|pat|miles)$/i;
const verbBehind =
  /^(?:[,.?!;]|\s*$|['’]s | (?:is|was|has|had|said|told|called|needs|wants|my|the|she|he|and i|i\b|from|who|gave|come (?:here|tell)|go (?:in|to|play)|will (?:be|come|bring|pick|drive|call)|takes|drives|usually|knows?|in today|in billing|please|in the|you've|how (?:can|may)|speaking|here\b))/i;
/** "hi may i have …", "thanks hope you are well". */
const asked =
  /^(?:(?:may|can|will) (?:i|you|we)|may (?:she|he|they|it|god)|will (?:the|my|your|they|it|this|that|there|somebody|someone|insurance)|hope (?:you|this|that|it|all|to))\b/i;
/** "a reminder will go to …". */
const subject = /\b(?:an?|the|this|that|our|your) \p{L}+ $/iu;
/** "where will the nurse go". */
const asksWhere = /\b(?:when|where|what|how|who|why|which)(?:['’]s)? $/i;

const detector = 'regex.word-name';
const score = 0.9;

/** What only somebody has or is, behind a name that is no word: "@'s fine", "hablé con @", "mandamos a @ a las …". */
const personBehind =
  /^(?:['’]s (?:fine|okay|ok|good|here|with|not|been|got|gonna|going|having|doing|out|off|on her|on his|date|birth\w*|dob|number|appointment|mom|dad|mother|father|doctor|room|chart|insurance|cell|phone|turn|the one)\b| (?:is (?:fine|okay|allergic|sick|here|my|the|on)|has (?:a|an|been|her|his|the)|takes|needs|está|tiene|toma|vive|necesita|me (?:dijo|llamó|atendió)|le (?:dijo|toca))(?!\p{L}))/iu;
const personBefore =
  /(?<!\p{L})(?:(?:mand|llam|llev|dej|cuid|esper|visit|pregunt|atend|record|busc|salud|avis|entreg|conoc)\p{L}{1,6} a|with|con|from|ask for|asked for|saw|see) $/iu;
const guessed: readonly Frame['names'][] = ['given', 'greeted', 'timeless', 'any', 'doubtful'];
const doubted: readonly Frame['names'][] = [...guessed, 'listed'];

const fitsPerson = (lead: string, trail: string): boolean =>
  personBefore.test(lead) || (personBehind.test(trail) && !/\b(?:and|or) $/i.test(lead));

const isFramed = (groups: readonly Frame['names'][], lead: string, trail: string): boolean =>
  frames.some(
    ({ names, before, after }) =>
      (names === 'any' || groups.includes(names)) && after.test(trail) && before.test(lead),
  );

const isVerb = (said: string, lead: string, trail: string): boolean =>
  modal.test(said) &&
  (!verbBehind.test(trail) ||
    asked.test(said + trail) ||
    asksWhere.test(lead) ||
    (/^will$/i.test(said) && subject.test(lead)));

/** From this score on the model needs no frame. */
const sure = 0.7;

/**
 * Names that are ordinary words, or short forms that no list of names has, where a sentence can only mean a person; and
 * of what the model doubts in `found`, or leaves alone although it may be a name, what stands in such a sentence.
 */
export function framedNames(text: string, found: readonly Detection[] = []): readonly Detection[] {
  const doubts = new Map(
    found.flatMap((one) =>
      one.kind === 'NAME' && one.score < sure ? [[one.start, one] as const] : [],
    ),
  );
  return allMatches(text, word).flatMap(({ index, 0: said }) => {
    const one = doubts.get(index);
    const end = Math.max(index + said.length, one?.end ?? 0);
    return isNamed(text, [index, end], one?.detector)
      ? [{ kind: 'NAME', start: index, end, score, detector }]
      : [];
  });
}

/** Whether a word in its sentence is a name; `by` tells what doubted it, if anything did. */
function isNamed(text: string, [start, end]: Span, by: string | undefined): boolean {
  const said = text.slice(start, end);
  const isLikely = by !== undefined && by !== guess.detector;
  const listed = namesOf(said.toLowerCase());
  const isDear = listed !== undefined && !listed.includes('greeted');
  const groups = by === undefined ? listed : isLikely ? doubted : guessed;
  if (groups === undefined) return false;
  const lead = text.slice(Math.max(0, start - reach), start);
  const trail = text.slice(end, end + reach);
  const around = { lead: lead.toLowerCase(), trail: trail.toLowerCase() };
  if (isVerb(said, lead, trail) || isInPhrase(said.toLowerCase(), around)) return false;
  const fitting = isDear ? groups.filter((group) => group !== 'greeted') : groups;
  return (isLikely && !isBrand(said) && fitsPerson(lead, trail)) || isFramed(fitting, lead, trail);
}
