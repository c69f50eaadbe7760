import { describe, expect, it } from 'vitest';
import { namesByContext } from '../../../../server/detect/ner/names-by-context.ts';
import { isNoName } from '../../../../server/detect/ner/plausible.ts';
import { isBrand } from '../../../../server/detect/vocabulary/brands.ts';
import { shadowOf } from '../../../../server/normalize/index.ts';

/** The names that a text shows, where `birth` is a date of birth in it. */
function namesIn(text: string, birth?: string): readonly string[] {
  const start = birth === undefined ? -1 : text.indexOf(birth);
  const date = { kind: 'DOB', start, end: start + 8, score: 0.9, detector: 'regex.dob' };
  const found = namesByContext(text, start < 0 ? [] : [date]);
  return [...new Set(found.map((one) => text.slice(one.start, one.end)))];
}

describe('a name that only its form or its neighbours show is found', () => {
  it.each<[string, readonly string[], string?]>([
    ['Min-kyung Choi, and my aunt Soon-hee', ['Min-kyung Choi', 'Soon-hee']],
    ['It is Theodore "Teddy" Brandvold.', ['Theodore "Teddy" Brandvold']],
    ['It is Theodore (Teddy) Brandvold.', ['Theodore (Teddy) Brandvold']],
    ['he goes by Smokes now', ['Smokes']],
    ['her nickname is kit', ['kit']],
    ['Quillan is 2/2/1984', ['Quillan'], '2/2/1984'],
    ["Quillan's 2/2/1984", ['Quillan'], '2/2/1984'],
    ['i am calling about mango the dog', ['mango']],
    ['our cat is called pebble', ['pebble']],
    ['es por canela la perrita', ['canela']],
    ['middle initial q, last name', ['q']],
    ['may like the month', ['may']],
    ['triage this is calliope how can i help', ['calliope']],
    ['Great Plains Milk Bank, hi, this is Sojourner.', ['Sojourner']],
    ['heart and aging study pernille speaking', ['pernille']],
    ['my aunt verbena said to bleach it', ['verbena']],
    ['with nurse practitioner bellweather', ['bellweather']],
    ['and your date of birth miss crumb', ['crumb']],
    ['ay doña reme qué susto', ['reme']],
    ['but people call me temo', ['temo']],
    ['last name grabiec first name tilde middle prow', ['prow']],
    ['first name tilde middle of the month', []],
    ['the first visit in the middle ages', []],
    ['all of last week middle school was closed', []],
    ['they call me back tomorrow', []],
    ['Her son Phue interprets.', ['Phue']],
    ['Lo tengo por el trabajo de Gilbert, mi esposo.', ['Gilbert']],
    ['My husband Monday is off, my mom Medicare', []],
    ['Is it Walgreens, my husband asks', []],
  ])('%s', (text, names, birth) => {
    expect(namesIn(text, birth)).toEqual(names);
  });

  it('a given name that is a word belongs to the surname that detection found', () => {
    const text = 'the adjuster is a patience brandvold';
    const surname = { kind: 'NAME', start: 27, end: 36, score: 0.8, detector: 'ner' };
    const found = namesByContext(text, [surname]).map(({ start, end }) => text.slice(start, end));
    expect(found).toContain('patience brandvold');
  });

  it('each word of such a name is searched for alone', () => {
    const text = 'Min-kyung Choi';
    const [found] = namesByContext(text, []);
    expect(found?.parts?.map((part) => text.slice(...part))).toEqual(['Min-kyung', 'Choi']);
  });
});

describe('ordinary words are no names', () => {
  it.each<[string, string?]>([
    ['a Follow-up and a Check-in for an X-ray'],
    ['So-so, on Wi-Fi'],
    ['it went by quickly, we go by car'],
    ['it went by certified mail, those go by fax'],
    ['she goes by her middle name'],
    ['He said "Never" Again'],
    ['i have to walk my dog, and we feed the cat the dog food'],
    ['it smells like the flower'],
    ['initial visit'],
    ['Mine is 2/2/1984', '2/2/1984'],
    ["Dad's is 2/2/1984", '2/2/1984'],
    ['The appointment is 2/2/1984', '2/2/1984'],
    ['March is 2/2/1984', '2/2/1984'],
  ])('%s', (text, birth) => {
    expect(namesIn(text, birth)).toEqual([]);
  });
});

describe('where nobody is introduced, words stay', () => {
  it.each([
    'hold on this is urgent',
    'this is correct how can i help',
    'my aunt also said to bleach it',
    'i miss work',
    'nobody there was speaking',
    'doña permítame',
  ])('%s', (text) => {
    expect(namesByContext(text, [])).toEqual([]);
  });
});

describe('a brand is no name of a person', () => {
  it.each(['Medtronic', 'Sloan Kettering', 'Toyota', "St. Jude's", 'Tylenol'])('%s', (text) => {
    expect(isBrand(text)).toBe(true);
  });

  it.each(['Ford', 'Mercy', 'Lincoln', 'Anthem Quell'])('%s may be one', (text) => {
    expect(isBrand(text)).toBe(false);
  });
});

describe('a name that is an ordinary word is found where only a name can stand', () => {
  it.each<[string, readonly string[]]>([
    ['thanks summer is the eye painful', ['summer']],
    ['hi hope this is the clinic calling', ['hope']],
    ['okay rose and do you have insurance', ['rose']],
    ['okay june let me pull that up', ['june']],
    ['And your birthday, please, May?', ['May']],
    ["That's Dean's, mine ends in 12.", ['Dean']],
    ['I know, April born in June', ['April']],
    ['you can call me joy', ['joy']],
    ['todo el mundo me dice cuca', ['cuca']],
    ['and if joy answers just leave a message', ['joy']],
    ['and if grandma answers just leave a message', []],
    ['claro joy a qué número', ['joy']],
    ['pregunte por ella o por hope', ['hope']],
    ['great will do', []],
    ['thanks may i ask who is there', []],
    ['no problem may i have the name of the child', []],
    ['good morning may i have your name', []],
    ['hi hope you can help me', []],
    ['yes June', []],
    ['sure mark it down', []],
    ['alright bill the insurance', []],
    ['perfect summer works', []],
    ['the baby in april born again', []],
    ['they call me back in june', []],
    ['thanks will you call me', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

describe('a spelling of which the model found a part is found whole', () => {
  const spelledIn = (text: string, part: string): readonly string[] => {
    const start = text.indexOf(part);
    const model = { kind: 'NAME', start, end: start + part.length, score: 0.9, detector: 'ner' };
    return namesByContext(text, [model]).map((one) => text.slice(one.start, one.end));
  };

  it.each([
    ['rao s i d d like dog h a r', 's i d d', 's i d d like dog h a r'],
    ['It is A-L, dash, then R-A-S.', 'R-A-S', 'A-L, dash, then R-A-S'],
    ['O, apostrophe, S-H-E-A', 'S-H-E-A', 'O, apostrophe, S-H-E-A'],
    ['that is v a n space d e r', 'd e r', 'v a n space d e r'],
  ])('%s', (text, part, whole) => {
    expect(spelledIn(text, part)).toEqual([whole]);
  });

  it('but not where a number follows, which makes it a code', () => {
    expect(spelledIn('n g p four four', 'n g p')).toEqual([]);
  });
});

describe('words that all families and clinics share are no names', () => {
  it.each(['halmoni', 'my nonna', 'yiayia', 'oma', 'a u t i', 'c o p d and c h f', 'my e n t'])(
    '%s',
    (text) => {
      expect(isNoName(text)).toBe(true);
    },
  );

  it.each(['Lola', 'a n a', 'e d', 'my ana'])('%s may be one', (text) => {
    expect(isNoName(text)).toBe(false);
  });
});

describe('a name that is a word of Spanish is found where only a name can stand', () => {
  it.each<[string, readonly string[]]>([
    ['me lleva mi comadre consuelo mañana', ['consuelo']],
    ['la enfermera paz me puso la vacuna', ['paz']],
    ['le paso con amparo un momento', ['amparo']],
    ['Se lo dejo a Remedios, de caja.', ['Remedios']],
    ['vine con dolores de espalda', []],
    ['mi hermana sol de mañana', []],
    ['fue con gusto y con esperanza', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

describe('a name that the caller looked for is found behind the hesitation', () => {
  it.each<[string, readonly string[]]>([
    ['me vio la doctora este barrios el martes', ['barrios']],
    ['it was nurse um petrakis', ['petrakis']],
    ['me toca con el doctor este lunes', []],
    ['la doctora este me dijo que no', []],
    ['it was hazel something or other', ['hazel']],
    ['we hope something works', []],
  ])('%s', (text, names) => {
    expect(namesIn(text)).toEqual(names);
  });
});

/** The names that a text shows, where detection found the `parts` of this kind. */
function namesBeside(text: string, kind: string, parts: readonly string[]): readonly string[] {
  const found = parts.map((part) => {
    const start = text.indexOf(part);
    return { kind, start, end: start + part.length, score: 0.9, detector: 'test' };
  });
  return [...new Set(namesByContext(text, found).map((one) => text.slice(one.start, one.end)))];
}

describe('a name goes as far as its neighbours say', () => {
  it.each<[string, readonly string[], readonly string[]]>([
    ['Ma. Luisa Prado', ['Luisa Prado'], ['Ma. Luisa Prado']],
    ['yo soy ma luisa', ['luisa'], ['ma luisa']],
    ['Elsa Prado viuda de Cano', ['Elsa Prado', 'Cano'], ['Elsa Prado viuda de Cano']],
    ['elsa prado viuda de cano', ['elsa prado', 'cano'], ['elsa prado viuda de cano']],
    ['B-E-A hyphen R-U-T-H', ['B-E-A'], ['B-E-A hyphen R-U-T-H']],
    ['no grabiec dear g r a b i e c', ['g r a b i e c'], ['g r a b i e c', 'grabiec']],
    ['la enfermera paz olmedilla', ['olmedilla'], ['paz', 'paz olmedilla']],
  ])('%s', (text, parts, names) => {
    expect(namesBeside(text, 'NAME', parts)).toEqual(names);
  });

  it.each<[string, readonly string[]]>([
    ['el de mi sobrino eliú 210 555 0133', ['eliú']],
    ['my cousin tavi 210 555 0133', ['tavi']],
    ["my wife's cell 210 555 0133", []],
    ['mi hija tiene el 210 555 0133', []],
  ])('whose telephone number follows: %s', (text, names) => {
    expect(namesBeside(text, 'PHONE', ['210 555 0133'])).toEqual(names);
  });
});

describe('a word that answers a question for a name is one', () => {
  it.each<[string, string, readonly string[]]>([
    ['¿Cómo se llama?', 'Bienvenida', ['Bienvenida']],
    ["and what's your name", "it's grant", ['grant']],
    ["and what's your name", 'will you say that again', []],
    ['how can I help', 'will', []],
  ])('%s %s', (question, answer, names) => {
    const shadow = shadowOf(question);
    const before = [{ speaker: 'assistant', text: question, shadow }] as const;
    const found = namesByContext(answer, [], before);
    expect(found.map((one) => answer.slice(one.start, one.end))).toEqual(names);
  });
});

describe('a name that was asked for and is read back is one, right or wrong', () => {
  const readBack = (question: string, text: string): readonly string[] => {
    const said = (speaker: 'user' | 'assistant', words: string) => ({
      speaker,
      text: words,
      shadow: shadowOf(words),
    });
    const before = [said('user', 'it is hard to say'), said('assistant', question)];
    return namesByContext(text, [], before).map(({ start, end }) => text.slice(start, end));
  };

  it.each<[string, readonly string[]]>([
    ['sorry did you say quin tan ia', ['quin tan ia']],
    ['i heard wexel tough could you spell it', ['wexel tough']],
    ['aquí me sale nada más d brezna', ['d brezna']],
    ['did you say the nineteenth', []],
    ['i have diarrhea', []],
    ['tengo alergias', []],
    ['i have monday at nine', []],
    ['did you say yes', []],
  ])('%s', (text, names) => {
    expect(readBack("what's the patient's last name", text)).toEqual(names);
    expect(readBack('which pharmacy do you use', text)).toEqual([]);
  });
});

it('what is heard later than the answer is no name', () => {
  const turns = ["what's your name", 'it is hard to say', 'and what hurts'];
  const before = turns
    .toReversed()
    .map((text) => ({ speaker: 'user' as const, text, shadow: shadowOf(text) }));
  expect(namesByContext('did you say wexel', [], before)).toEqual([]);
});

describe('a name that was spelled is one when it is read back', () => {
  it.each([
    [['hache u i elle', 'ce a pe después u eme a'], 'huillcapuma ahora sí', ['huillcapuma']],
    [['b r z e z', 'i n k a'], 'so brzezinka is that right', ['brzezinka']],
    [['b r z e z'], 'is that your phone', []],
    [['it is a test i think'], 'is that your phone', []],
  ])('%j, %s', (spelled, text, names) => {
    const before = spelled
      .toReversed()
      .map((said) => ({ speaker: 'user' as const, text: said, shadow: shadowOf(said) }));
    const found = namesByContext(text, [], before);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(names);
  });
});

describe('a name that its speaker says again, or is not sure of, is found again', () => {
  const model = (text: string, name: string, score = 0.95) => {
    const start = text.indexOf(name);
    return { kind: 'NAME', start, end: start + name.length, score, detector: 'ner' };
  };

  it.each<[text: string, found: string, more: readonly string[]]>([
    ['it is Lindgren-Abara, they often write Abara alone', 'Lindgren-Abara', ['Abara']],
    ['dusan dusan kovar for thursday', 'dusan kovar', ['dusan']],
    ['his doctor is halloran or is it hallaran', 'halloran', ['hallaran']],
    ['soy bermejo no vermejo digo bermeja', 'bermejo', ['bermeja']],
    ['ask for kowal and kowal only', 'kowal', []],
    ['the park by ginny park', 'ginny park', []],
    ['johnson and johnson', 'johnson', []],
    ['lily lily came with a lily', 'lily', ['lily']],
    ['esperanza me llamo esperanza quiroz', 'esperanza quiroz', ['esperanza', 'esperanza']],
    ['first name xu lindgren', 'lindgren', ['xu']],
    ['y su apellido don lindgren', 'lindgren', ['lindgren']],
    ['le doy mi nombre soy lindgren', 'lindgren', []],
    ['de segundo lindgren abara', 'lindgren abara', ['segundo lindgren abara']],
    ['el segundo lindgren', 'lindgren', []],
    ['al doctor lindgren no lindstrom', 'lindgren', ['lindstrom']],
  ])('%s', (text, name, more) => {
    const found = namesByContext(text, [model(text, name)]);
    expect(found.map(({ start, end }) => text.slice(start, end))).toEqual(more);
  });

  it('not where the model doubts the name', () => {
    expect(
      namesByContext('calder then calder', [model('calder then calder', 'calder', 0.6)]),
    ).toEqual([]);
  });
});

describe('the answer to a question for a name is one', () => {
  const asked = (said: string, model?: string): readonly string[] => {
    const [question = '', text = ''] = said.split(' >> ');
    const start = model === undefined ? -1 : text.lastIndexOf(model);
    const by = { kind: 'NAME', score: 0.95, detector: 'ner' };
    const found = model === undefined ? [] : [{ ...by, start, end: start + model.length }];
    const before = [{ speaker: 'assistant' as const, text: question, shadow: shadowOf(question) }];
    const names = namesByContext(text, found, before);
    return names.map(({ start: from, end }) => text.slice(from, end));
  };

  it.each<[said: string, names: readonly string[], model?: string]>([
    ['okay name >> tye lindgren', ['tye lindgren'], 'lindgren'],
    ['nombre y apellido >> nieves cano', ['nieves cano', 'nieves cano'], 'cano'],
    ['a nombre de quién, nombre completo >> sol sol villa', ['sol sol villa']],
    ['refugio qué más >> palma como el árbol', ['palma']],
    ["what's your last name >> stone with an e", ['stone']],
    ['me repite el apellido >> no no quiroz con te', ['quiroz']],
    ["what's his first name >> alright lindgren come in", [], 'lindgren'],
    ["what's your name >> doctor lindgren told me to call", [], 'lindgren'],
    ["what's your name >> hold on", []],
    ['and your name >> yes lindgren', ['lindgren'], 'lindgren'],
    ['anything else >> tye lindgren', [], 'lindgren'],
    ['let me look, what is the last name >> tiptoe', ['tiptoe']],
    ['si me dice su nombre le aviso a la doctora >> nieves cerrillo', ['nieves cerrillo']],
    ['si me dice su nombre le aviso a la doctora >> nieves claro', []],
    ["what's your name >> tye calling", [], 'tye'],
    ['first and last name please >> frank goodnight', ['frank goodnight']],
    ['¿su apellido paterno, por favor? >> uc', ['uc']],
    ['and the last >> moon like up in the sky', ['moon']],
    ['and the last name >> the same', []],
    ['and the last name >> sure', []],
    ['su apellido >> un momento', []],
    ['what is his first name >> hold please', []],
  ])('%s', (said, names, model) => {
    expect(asked(said, model)).toEqual(names);
  });
});
