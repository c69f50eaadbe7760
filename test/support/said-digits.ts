import fc from 'fast-check';

/** A turn of a call in which digits of one value are said. */
export interface SaidTurn {
  readonly speaker: 'user' | 'assistant';
  readonly text: string;
  /** Where each digit of the value stands in the text. */
  readonly digits: readonly (readonly [start: number, end: number])[];
}

/** How somebody says a value digit by digit, and which ways of saying it were drawn. */
export interface SaidValue {
  readonly kind: string;
  readonly way: string;
  readonly turns: readonly SaidTurn[];
}

type Language = 'en' | 'es';

const pick = <T>(from: readonly T[], at: number): T => from[at % from.length] as T;

const list = (words: string): readonly string[] => words.trim().split(/\s*\|\s*/);

const digitWords: Readonly<Record<Language, readonly string[]>> = {
  en: list('zero|one|two|three|four|five|six|seven|eight|nine'),
  es: list('cero|uno|dos|tres|cuatro|cinco|seis|siete|ocho|nueve'),
};
const ordinalWords = list('zero|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth');
const ordinalFigures = list('0th|1st|2nd|3rd|4th|5th|6th|7th|8th|9th');

const positions: Readonly<Record<Language, readonly string[]>> = {
  en: list(
    'first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|thirteenth|fourteenth|fifteenth|sixteenth',
  ),
  es: list(
    'primer|segundo|tercer|cuarto|quinto|sexto|séptimo|octavo|noveno|décimo|undécimo|duodécimo|decimotercero|decimocuarto|decimoquinto|decimosexto',
  ),
};

/** What may stand between two digits, again and again. */
const dividers: Readonly<Record<Language, readonly string[]>> = {
  en: list(`
    , got it? | [pause] | <pause/> | pause | (pause) | ... | , um, | , I think, | I think | next | , next, | . Next. | then
    | and then | , and then a | , after that | , followed by | , you know, | , let me see, | , okay, | , okay? | . Okay. |
    , right? | , did you get that? | , still there? | , write that down, | , wait, | , hold on, | , comma, | / | ; | , uh, er,
    | </td><td> | <break/> | -- pause -- | [silence] | {pause} | *pause* | , are you with me? | , roger? | , sir, | , my dear, | blank |
    space | stop | , now a | , mhm, | banana | , tick, | , copy? | , and the next one is | , the next one is a | <br> | - uh -
  `),
  es: list(`
    , ¿ya? | , ¿me entiende? | [pausa] | <pausa/> | pausa | , este, | , o sea, | , luego | , y luego | , y después | siguiente |
    , espere, | , a ver, | , creo, | creo | , ¿lo tiene? | , anote, | , sí, | , ¿listo? | . Listo. | , y el que sigue es el | , bueno, |
    , ¿está bien? | , digamos, | , como le digo, | , señorita, | espacio | </td><td> | ... | , seguido de
  `),
};

/** Sentences that say one digit each. */
const sentences: Readonly<Record<Language, readonly string[]>> = {
  en: list(
    "It's #. | Then it's #. | It is #. Next. | That's a #. | So #. | I see a #. | There's a #. | Put a #. | Write #. | Type #, please. | #, got it? | #. Okay? | And a #. | Next is #.",
  ),
  es: list(
    'Es #. | Luego es #. | Es el #. Siguiente. | Un #. | Ponga #. | Anote un #. | #, ¿lo tiene? | Sigue #. | Después #.',
  ),
};

/** Sentences that say which digit comes; @ is its place. */
const placed: Readonly<Record<Language, readonly string[]>> = {
  en: list(
    'the @ digit is a # | the @ one is # | @ digit # | the @ number is # | @ is a # | for the @ digit I have #',
  ),
  es: list('el @ dígito es # | el @ es un # | el @ número es # | @ dígito #'),
};

const acknowledgements: Readonly<Record<Language, readonly string[]>> = {
  en: list(
    "Okay. | mm-hmm | Got it. | Go on. | Yes? | Uh-huh. | And then? | Got it, next? | Alright, go ahead. | I'm listening. | Noted. | What's next? | Sure, keep going.",
  ),
  es: list('Ajá. | Sí. | Siga. | ¿Y luego? | Muy bien. | Anotado. | Dígame. | Ok, continúe.'),
};

const values: readonly {
  kind: string;
  digits: number;
  asked: Readonly<Record<Language, string>>;
  announced: Readonly<Record<Language, string>>;
}[] = [
  {
    kind: 'PHONE',
    digits: 10,
    asked: { en: "What's the best phone number?", es: '¿Cuál es su número de teléfono?' },
    announced: { en: 'my phone number is', es: 'mi teléfono es' },
  },
  {
    kind: 'SSN',
    digits: 9,
    asked: {
      en: 'Can I have your social security number?',
      es: '¿Me da su número de seguro social?',
    },
    announced: { en: 'my social is', es: 'mi seguro social es' },
  },
  {
    kind: 'MRN',
    digits: 7,
    asked: { en: 'What is the medical record number?', es: '¿Cuál es el número de expediente?' },
    announced: { en: 'the record number is', es: 'el número de expediente es' },
  },
  {
    kind: 'CARD',
    digits: 16,
    asked: { en: 'What is the card number?', es: '¿Cuál es el número de la tarjeta?' },
    announced: { en: 'the card number is', es: 'la tarjeta es' },
  },
];

type Value = (typeof values)[number];

/** Four different digits at least, and neither counting nor a doubled row: what people count or try a line with is no value. */
const digitsOf = (size: number): fc.Arbitrary<readonly number[]> =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: size, maxLength: size })
    .filter((digits) => {
      const steps = digits.slice(1).map((digit, at) => digit - (digits[at] ?? 0));
      return new Set(digits).size > 3 && new Set(steps).size > 3 && (digits[0] ?? 0) > 1;
    });

/** Slips that make another word of everyday talk. */
const otherWords = new Set(list('there | creo | cuarto | seen | for | tow'));

/** "fooour", "thre", "foru": a word drawn out, or typed with a slip. */
function slipped(word: string, how: 'stretched' | 'mistyped', at: number): string {
  if (word.length < 3) return word;
  if (how === 'stretched') {
    const vowels = [...word.matchAll(/[aeiou]/g)].map(({ index }) => index);
    const vowel = vowels[at % vowels.length] ?? 0;
    return word.slice(0, vowel) + word.charAt(vowel).repeat(3 + (at % 3)) + word.slice(vowel + 1);
  }
  const place = 1 + (at % (word.length - 2));
  if (at % 3 === 0 && word.length > 4) return word.slice(0, place) + word.slice(place + 1);
  const [one = '', two = ''] = [word.charAt(place), word.charAt(place + 1)];
  const slip = word.slice(0, place) + two + one + word.slice(place + 2);
  return otherWords.has(slip) ? word : slip;
}

const forms = [
  'word',
  'word',
  'word',
  'figure',
  'ordinal',
  'ordinal figure',
  'stretched',
  'mistyped',
  'mixed',
] as const;
type Form = (typeof forms)[number];

const writtenBy: Readonly<
  Record<
    Form,
    (word: string, digit: number, language: Language, at: number, place: number) => string
  >
> = {
  word: (word, _, __, at) => (word === 'zero' && at % 2 === 0 ? 'oh' : word),
  figure: (_, digit) => String(digit),
  ordinal: (word, digit, language) => (language === 'en' ? pick(ordinalWords, digit) : word),
  'ordinal figure': (word, digit, language) =>
    language === 'en' ? pick(ordinalFigures, digit) : word,
  stretched: (word, _, __, at) => slipped(word, 'stretched', at),
  // One slip in three words: nobody mistypes all.
  mistyped: (word, _, __, at, place) => (place % 3 === 1 ? slipped(word, 'mistyped', at) : word),
  mixed: (word, digit, _, at) => (at % 2 === 0 ? word : String(digit)),
};

const styles = ['one divider', 'dividers', 'one sentence', 'sentences', 'places'] as const;

interface Draw {
  readonly value: Value;
  readonly digits: readonly number[];
  readonly language: Language;
  readonly form: Form;
  readonly style: (typeof styles)[number];
  /** Decides which of a list is used for each digit. */
  readonly picks: readonly number[];
  readonly lead: 'asked' | 'announced' | 'unasked';
  /** Digits in one turn. */
  readonly turnSize: number;
  readonly isAcknowledged: boolean;
}

/** What is said of one digit: the words before it, the digit, the words behind it. */
function saidDigit({ digits, language, form, style, picks }: Draw, at: number, isLast: boolean) {
  const [first = 0, own = 0, value = 0] = [picks[0], picks[at], digits[at]];
  const digit = writtenBy[form](pick(digitWords[language], value), value, language, own, at);
  if (style === 'one divider' || style === 'dividers') {
    const divider = pick(dividers[language], style === 'dividers' ? own : first);
    const lead = /^[,.;?]/.test(divider) ? '' : ' ';
    return { before: '', digit, behind: isLast ? '' : `${lead}${divider} ` };
  }
  const frames = style === 'places' ? placed : sentences;
  const frame = pick(frames[language], style === 'sentences' ? own : first);
  const [before = '', behind = ''] = frame.replace('@', pick(positions[language], at)).split('#');
  return { before, digit, behind: `${behind}${style === 'places' ? ', ' : ' '}` };
}

function turnsOf(draw: Draw): readonly SaidTurn[] {
  const { value, digits, language, lead, turnSize, isAcknowledged, picks } = draw;
  const turns: SaidTurn[] = [];
  if (lead === 'asked')
    turns.push({ speaker: 'assistant', text: value.asked[language], digits: [] });
  for (let from = 0; from < digits.length; from += turnSize) {
    let text = lead === 'announced' && from === 0 ? `${value.announced[language]} ` : '';
    const places: (readonly [number, number])[] = [];
    const to = Math.min(from + turnSize, digits.length);
    for (let at = from; at < to; at += 1) {
      const { before, digit, behind } = saidDigit(draw, at, at === to - 1);
      text += before;
      places.push([text.length, text.length + digit.length]);
      text += digit + behind;
    }
    turns.push({ speaker: 'user', text: text.trimEnd(), digits: places });
    if (isAcknowledged && to < digits.length)
      turns.push({
        speaker: 'assistant',
        text: pick(acknowledgements[language], picks[from] ?? 0),
        digits: [],
      });
  }
  return turns;
}

/** Ways to say a value of seven to sixteen digits, one by one, in English and in Spanish, in one turn and in many. */
export const saidValue: fc.Arbitrary<SaidValue> = fc
  .record({
    value: fc.constantFrom(...values),
    language: fc.constantFrom<Language>('en', 'es'),
    form: fc.constantFrom(...forms),
    style: fc.constantFrom(...styles),
    lead: fc.constantFrom('asked' as const, 'announced' as const, 'unasked' as const),
    turnSize: fc.oneof(
      { weight: 3, arbitrary: fc.constant(16) },
      { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }) },
    ),
    isAcknowledged: fc.boolean(),
    picks: fc.array(fc.nat({ max: 997 }), { minLength: 16, maxLength: 16 }),
  })
  .chain((drawn) =>
    digitsOf(drawn.value.digits).map((digits): SaidValue => {
      const { language, form, style, lead, turnSize, isAcknowledged } = drawn;
      const turns = turnSize < 16 ? (isAcknowledged ? 'acknowledged' : 'in a row') : 'one turn';
      return {
        kind: drawn.value.kind,
        way: [language, form, style, lead, turns].join(', '),
        turns: turnsOf({ ...drawn, digits }),
      };
    }),
  );
