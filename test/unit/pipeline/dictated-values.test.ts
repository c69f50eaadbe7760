import { describe, expect, it } from 'vitest';
import { supportedKinds } from '../../../server/detect/index.ts';
import { createSearch, type SearchText } from '../../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { cpuMsOf } from '../../support/cpu-time.ts';

const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!decoded.ok) throw new Error('the default policy is not valid');
const policy = decoded.value;

type Line = readonly [who: 'agent' | 'caller', text: string];

const turnOf = ([who, text]: Line): SearchText => ({
  text,
  speaker: who === 'agent' ? 'assistant' : 'user',
  place: 'turn',
});

/** The turns with each finding as its kind in brackets. */
async function masked(lines: readonly Line[]): Promise<string[]> {
  const { texts } = await createSearch()(policy, lines.map(turnOf));
  return texts.map(({ findings }, at) =>
    findings.reduceRight(
      (text, { kind, start, end }) => `${text.slice(0, start)}[${kind}]${text.slice(end)}`,
      lines[at]?.[1] ?? '',
    ),
  );
}

/** Turns of the caller, each but the last followed by an acknowledgement. */
const acknowledged = (...said: readonly string[]): Line[] =>
  said.flatMap((text, at): Line[] =>
    at === said.length - 1
      ? [['caller', text]]
      : [
          ['caller', text],
          ['agent', at % 2 === 0 ? 'mm-hmm' : 'Okay, go on.'],
        ],
  );

const callersOf = (lines: readonly Line[], texts: readonly string[]): string[] =>
  texts.filter((_, at) => lines[at]?.[0] === 'caller');

describe('a value said turn by turn is masked piece by piece', () => {
  it.each<readonly [question: string, said: readonly string[], kind: string]>([
    ["What's the best number to reach you?", ['four', 'one three', 'five'], 'PHONE'],
    ["What's your date of birth?", ['march', 'fourth', 'nineteen', 'sixty two'], 'DOB'],
    ['Could you spell your last name for me?', ['S M', 'I as in ivy', 'double T'], 'NAME'],
    ['And the email address?', ['nadia dot', 'quennell', 'at gmail', 'dot com'], 'EMAIL'],
    ['What is your zip code?', ['nine oh', 'two one', 'oh'], 'ADDRESS'],
    ['Can you read me the policy number?', ['A B', 'seven', 'seven nine'], 'ACCOUNT'],
    ['What is the chart number?', ['b', 'two two', 'dash nine'], 'MRN'],
  ])('of the kind that was asked for: %s', async (question, said, kind) => {
    for (let turns = 1; turns <= said.length; turns += 1) {
      const lines: Line[] = [['agent', question], ...acknowledged(...said.slice(0, turns))];
      const left = callersOf(lines, await masked(lines));
      for (const text of left) expect(text.replace(`[${kind}]`, '')).not.toMatch(/\w/);
    }
  });

  it('a value of another kind in a later turn keeps its kind', async () => {
    const lines: Line[] = [
      ['caller', 'my number is 202-555-0143'],
      ['agent', 'Okay.'],
      ['caller', 'and my account card is 4111 1111 1111 1111'],
      ['agent', 'Got it.'],
      ['caller', 'my member id is four four one seven nine two'],
    ];
    const [first, , second, , third] = await masked(lines);
    const [mail, , phone] = await masked([
      ['caller', 'please write to nadia77@example.com'],
      ['agent', 'Okay.'],
      ['caller', 'please call 204-555-0194'],
    ]);
    expect([mail, phone]).toEqual(['please write to [EMAIL]', 'please call [PHONE]']);
    expect(first).toBe('my number is [PHONE]');
    expect(second).toBe('and my account card is [ACCOUNT]');
    expect(third).toBe('my member id is [ACCOUNT]');
  });

  it.each<readonly [value: string, question: string, next: string, kinds: string]>([
    [
      'the card is four one three nine two two',
      'And your phone number?',
      'five eight six oh nine one seven',
      'ACCOUNT, PHONE',
    ],
    [
      'the card is four one three nine two two',
      'And the zip code?',
      'nine oh two one oh',
      'ACCOUNT, ADDRESS',
    ],
    [
      'la tarjeta es cuatro uno tres nueve dos dos',
      '¿Y su teléfono?',
      'cinco ocho seis cero nueve uno siete',
      'ACCOUNT, PHONE',
    ],
  ])('a question for another value ends it: %s. %s', async (value, question, next, kinds) => {
    const lines: Line[] = [
      ['caller', value],
      ['agent', question],
      ['caller', next],
    ];
    const found = (await masked(lines)).flatMap((text) => text.match(/(?<=\[)[A-Z]+(?=\])/g) ?? []);
    expect(found.join(', ')).toBe(kinds);
  });

  it('what the listener reads back is masked too', async () => {
    const lines: Line[] = [
      ['agent', "What's your social?"],
      ['caller', 'five three six'],
      ['agent', 'Five three six, okay.'],
      ['caller', 'four eight'],
      ['agent', 'four eight'],
      ['caller', 'one four four two'],
    ];
    const [, ...texts] = await masked(lines);
    expect(texts).toEqual(['[SSN]', '[SSN], okay.', '[SSN]', '[SSN]', '[SSN]']);
  });

  it('a value that the assistant reads out is masked while the caller acknowledges', async () => {
    const lines: Line[] = [
      ['caller', "what's your fax number"],
      ['agent', "it's seven one two"],
      ['caller', 'mm-hmm'],
      ['agent', 'three two eight'],
      ['caller', 'yes'],
      ['agent', 'five five four one'],
    ];
    const texts = await masked(lines);
    expect(texts.filter((_, at) => at % 2 === 1)).toEqual(["it's [PHONE]", '[PHONE]', '[PHONE]']);
  });

  it('what the listener reads back of an e-mail address is masked, and nothing that is no address', async () => {
    const lines: Line[] = [
      ['agent', 'i need an email for the link'],
      ['caller', "okay it's lola then a dot then quilts"],
      ['agent', 'lola dot quilts'],
    ];
    expect((await masked(lines)).slice(1)).toEqual(["okay it's [EMAIL]", '[EMAIL]']);
    const other: Line[] = [...lines.slice(0, 2), ['agent', 'we are at acme dot com']];
    expect((await masked(other)).at(-1)).toMatch(/^we are at/);
  });

  it('a number goes on behind talk, though nobody asked for it', async () => {
    const lines: Line[] = [
      ['caller', 'ocho seis dos'],
      ['agent', 'ocho seis dos siga'],
      ['caller', 'cinco cinco cinco ya cállate niño cero uno'],
      ['agent', 'siga'],
      ['caller', 'cuatro cuatro'],
    ];
    expect((await masked(lines))[2]).toBe('[ACCOUNT] ya cállate niño [ACCOUNT]');
  });

  it('a number that is asked for once more is said once more', async () => {
    const lines: Line[] = [
      ['agent', 'me puede dar solo los últimos cuatro de su seguro social'],
      ['caller', 'bueno ocho cero cinco tres'],
      ['agent', 'esos no me coinciden me los repite por favor'],
      ['caller', 'ocho cinco cero tres'],
    ];
    expect((await masked(lines)).at(-1)).toBe('[SSN]');
  });

  it('a listener who talks meanwhile and asks for nothing else does not end it', async () => {
    const lines: Line[] = [
      ['agent', 'what is the policy number on your card'],
      ['caller', 'four one'],
      ['agent', 'hang on the screen is slow i have four one'],
      ['caller', "four one seven it's seven seven two you wrote four one seven seven"],
    ];
    const [, first, echo, rest] = await masked(lines);
    expect(first).toBe('[ACCOUNT]');
    expect(echo).toBe('hang on the screen is slow i have [ACCOUNT]');
    expect(rest).not.toMatch(/one|two|four|seven/);
  });

  it('a listener who asks about amounts ends it', async () => {
    const lines: Line[] = [
      ['agent', 'what is the policy number on your card'],
      ['caller', 'four one'],
      ['agent', 'never mind what dose were you given'],
      ['caller', 'they said forty and then it was twenty five in the evening'],
    ];
    expect((await masked(lines)).at(-1)).toBe(lines.at(-1)?.[1]);
  });

  it('a value that is begun again is masked as often as it is said', async () => {
    const said = ['two five one wait let me start over', 'two five one', 'eight five one', 'nine'];
    const lines: Line[] = [['agent', 'Phone number?'], ...acknowledged(...said)];
    const texts = callersOf(lines, await masked(lines));
    expect(texts).toEqual(['[PHONE] wait let me start over', '[PHONE]', '[PHONE]', '[PHONE]']);
  });

  it('nothing need announce it, once it has the digits of an identifier', async () => {
    const lines = acknowledged('4482', '9917', '03');
    expect(callersOf(lines, await masked(lines.slice(0, 1)))).toEqual(['4482']);
    expect(callersOf(lines, await masked(lines))).toEqual(['[ACCOUNT]', '[ACCOUNT]', '[ACCOUNT]']);
  });
});

describe('numbers that a caller says turn by turn are no value when they count or measure', () => {
  it.each<readonly [question: string, said: readonly string[]]>([
    ['How bad is the pain on a scale of one to ten?', ['seven', 'maybe eight', 'at night nine']],
    ['How often do you take it?', ['two', 'three times a day']],
    ['Count with me.', 'one two three four five six seven eight nine ten'.split(' ')],
    ['What were your sugar readings?', ['one twenty', 'one fifteen', 'one thirty two', 'ninety']],
    ['What was your blood pressure?', ['one twenty', 'over eighty', 'pulse was seventy two']],
    ['Press one for appointments, two for billing.', ['one', 'two']],
    ['What time works for you?', ['two', 'or three thirty', 'four fifteen']],
    ['When should we call you?', ['two', 'two thirty works too']],
    ['How old are the kids?', ['four', 'seven', 'and eleven']],
    ['How much was the bill?', ['one forty', 'no one sixty five']],
    ['How many people are on your plan?', ['three', 'no four']],
    ['Which option would you like?', ['two', 'or one', 'no two']],
    ["What's your weight?", ['one eighty', 'one eighty two']],
    ['What doses did they try?', ['twenty five', 'fifty', 'one hundred', 'two hundred']],
    ['Which days can you come?', ['the 3rd', 'the 4th', 'or the 10th']],
    ['How many reps did you do?', ['3', '10', '10', '8']],
    ["What's your email?", ["I don't have one", 'sorry']],
    [
      "What's your email?",
      ['Can I move it? I start at the shop at noon', 'my desk is at work too'],
    ],
    ['How can I help?', ['page 2', 'section 14', 'line 30']],
    ['What brings you in?', ['my knee', 'since about two weeks', 'and I took 2 of them', 'at 4']],
  ])('%s', async (question, said) => {
    const lines: Line[] = [['agent', question], ...acknowledged(...said)];
    expect(callersOf(lines, await masked(lines))).toEqual(said);
  });

  it('what the caller says when the value is complete is left alone', async () => {
    const lines: Line[] = [
      ['agent', "What's your phone number?"],
      ...acknowledged('413', '586', '0917'),
      ['agent', 'Thank you. What brings you in today?'],
      ['caller', 'two days of pain'],
      ['agent', 'Okay.'],
      ['caller', 'three actually'],
    ];
    expect((await masked(lines)).slice(-3)).toEqual([
      'two days of pain',
      'Okay.',
      'three actually',
    ]);
  });
});

it('a long conversation of short turns is followed in linear time', async () => {
  const search = createSearch();
  const lines = Array.from(
    { length: 1_000 },
    (_, at): Line => (at % 2 === 0 ? ['caller', `${at % 10} ${at % 7}`] : ['agent', 'mm-hmm']),
  );
  const turns = lines.map(turnOf);
  await search(policy, turns);
  expect(await cpuMsOf(() => search(policy, turns))).toBeLessThan(1_000);
});

describe('a turn that announces another value adds nothing to the value before', () => {
  it('a telephone number behind a Spanish e-mail address is a telephone number', async () => {
    const lines: Line[] = [
      ['agent', '¿Cuál es su correo?'],
      ['caller', 'es lola raya baja pe arroba correo punto com'],
      ['agent', 'Repito: lola_p@correo.com.'],
      [
        'caller',
        'ajá y el teléfono de lola es tres cuatro siete cinco cinco cinco cero uno cero ocho',
      ],
    ];

    expect((await masked(lines)).at(-1)).toBe('ajá y el teléfono de lola es [PHONE]');
  });
});

describe('a part of a value that the call was told is masked', () => {
  it.each<readonly [title: string, lines: readonly Line[], left: string]>([
    [
      'an end read back',
      [
        ['caller', 'my phone number is two oh two five five five oh one four seven'],
        ['agent', 'four seven, perfect'],
      ],
      '[PHONE], perfect',
    ],
    [
      'an end put right in the same turn',
      [
        [
          'caller',
          'my social is five three six four eight one four four two ah yes forty two sorry',
        ],
      ],
      'my social is [SSN] ah yes [SSN] sorry',
    ],
    [
      'digits put right in the next turn',
      [
        ['agent', 'I have your account number as seven seven oh two three nine one four'],
        ['caller', 'no, three nine four one'],
      ],
      'no, [ACCOUNT]',
    ],
    [
      'an end that is named',
      [
        ['caller', 'my cell is 202-555-0143'],
        ['agent', 'Thanks.'],
        ['caller', 'or use the other one, it ends in eight six'],
      ],
      'or use the other one, it ends in [PHONE]',
    ],
    [
      'digits that were swapped',
      [
        ['agent', 'your phone is 555 201 3434 right'],
        ['caller', 'no other way around four three'],
      ],
      'no other way around [PHONE]',
    ],
    [
      'digits that were swapped, in Spanish',
      [
        ['agent', 'su teléfono es 555 201 3434'],
        ['caller', 'al revés cuatro tres'],
      ],
      'al revés [PHONE]',
    ],
    [
      'the end of a number, and a word behind it that wants it confirmed',
      [['agent', 'se lo mando a su fax termina en cero ocho verdad']],
      'se lo mando a su fax termina en [PHONE] verdad',
    ],
    [
      'a doubtful end',
      [
        ['agent', '¿me da el número de expediente?'],
        ['caller', 'cuatro cuatro uno cero nueve'],
        ['caller', 'se ve borroso es ocho o tres al final'],
      ],
      'se ve borroso es [MRN] o [MRN] al final',
    ],
    [
      'digits that the other side mixed up',
      [
        ['agent', 'so i text the link to 815-440-7517'],
        ['caller', 'seven five one five you flipped it'],
      ],
      '[PHONE] you flipped it',
    ],
    [
      'a letter called one',
      [
        ['agent', 'tiene el número de cuenta'],
        ['caller', 'uno cero cero cuatro siete siete dos dos nueve letra a'],
      ],
      '[ACCOUNT]',
    ],
    [
      'an area code said before other talk',
      [
        [
          'caller',
          'my phone is two oh two wait let me turn the radio off five five five oh one four three',
        ],
      ],
      'my phone is [PHONE] wait let me turn the radio off [PHONE]',
    ],
    [
      'the rest of a date that the agent asks for',
      [
        ['agent', 'And her date of birth?'],
        ['caller', 'fifty four'],
        ['agent', 'I still need the month and the day'],
        ['caller', 'the ninth the day my mother moved here'],
      ],
      '[DOB] the day my mother moved here',
    ],
    [
      'digits behind a word that asks for no certain value',
      [
        ['caller', "I'm ready to give you the card"],
        ['agent', 'go ahead slowly please'],
        ['caller', 'four nine eight two'],
      ],
      '[ACCOUNT]',
    ],
    [
      'an initial',
      [['caller', "the last name is right, it's just that the middle initial is q on the card"]],
      "the last name is right, it's just that the middle initial is [NAME] on the card",
    ],
    [
      'a letter confirmed by its example',
      [
        ['caller', 'the account number is four four oh seven one nine d'],
        ['agent', 'd as in dog'],
      ],
      '[ACCOUNT]',
    ],
    [
      'a first letter given by its example in Spanish',
      [['caller', 'mi número de cuenta es k como kilo 441 702 93']],
      'mi número de cuenta es [ACCOUNT]',
    ],
    [
      'the year of a date of birth in a turn of its own',
      [
        ['agent', '¿Cuál es su fecha de nacimiento?'],
        ['caller', 'el cuatro de junio'],
        ['agent', '¿De qué año?'],
        ['caller', 'del cincuenta y ocho para servirle a usted'],
      ],
      'del [DOB] para servirle a usted',
    ],
    [
      'a number that goes on behind talk of other numbers',
      [
        ['caller', "it's nothing before it's two weeks she has pain"],
        ['agent', 'we could put you on a list'],
        ['caller', "my number is three six oh no that's old it's two oh six eight one nine"],
        ['agent', 'go ahead'],
        ['caller', 'thirty four seventy'],
      ],
      '[PHONE]',
    ],
    [
      'a number that its speaker forgot meanwhile',
      [
        ['agent', 'ok teléfono por si se corta'],
        ['caller', 'nueve siete tres aló'],
        ['agent', 'aquí sigo nueve siete tres y qué más'],
        ['caller', 'cinco cinco cinco se me olvidó mi propio número espere lo busco'],
        ['agent', 'con calma'],
        ['caller', 'ochenta y uno cero cuatro'],
      ],
      '[PHONE]',
    ],
  ])('%s', async (_, lines, left) => {
    expect((await masked(lines)).at(-1)).toBe(left);
  });

  it('and a value said whole has no more parts', async () => {
    const lines: Line[] = [
      ['caller', 'chart four four one nine two date of birth three eleven forty four'],
      ['agent', 'mm hmm'],
      ['caller', 'potassium was drawn at oh six fifty'],
    ];
    expect((await masked(lines)).at(-1)).toBe('potassium was drawn at oh six fifty');
  });

  it.each<readonly [title: string, said: string]>([
    ['the name of the number', 'okay it says m r n is that it'],
    ['what points', 'yes that one'],
    ['a count', 'i have like four of them'],
    ['a year of something', "i've had it since ninety six"],
    ['a time', 'can you come at one forty three'],
    ['an hour in Spanish', 'después de las 4 está bien'],
    ['a dose', 'and take forty seven milligrams'],
    ['a price', 'that will be forty three dollars'],
    ['a year', 'you were last here in 2021'],
    ['another number', 'there are sixty one people waiting'],
    ['a correction of something else', 'no, take twenty five with food'],
    ['one moment', 'one moment please'],
    ['the number for help', 'if it gets worse call nine one one'],
    ['a reading', 'the potassium is six point eight'],
  ])('and a number that is no part of it is not: %s', async (_, said) => {
    const lines: Line[] = [
      ['caller', 'my phone number is two oh two five five five oh one four three'],
      ['agent', said],
    ];
    expect((await masked(lines)).at(-1)).toBe(said);
  });
});
