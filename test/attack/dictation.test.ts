import { beforeAll, describe, expect, it } from 'vitest';
import { type MemoryProxy, memoryProxy } from '../support/memory-proxy.ts';

let proxy: MemoryProxy;
beforeAll(async () => {
  proxy = await memoryProxy();
});

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

const caller = (content: string): Message => ({ role: 'user', content });
const agent = (content: string): Message => ({ role: 'assistant', content });

/** The contents that leave, with an X for each token, and what the caller hears of the stub's echo. */
async function exchange(messages: readonly Message[]) {
  const response = await proxy.say('', { messages });
  expect(response.statusCode).toBe(200);
  const left: readonly Message[] = JSON.parse(proxy.forwarded.at(-1) ?? '').messages;
  const texts = left.map(({ content }) => content.replace(/TOK1(?:\.\w+){3}/g, 'X'));
  return { texts, heard: response.json().choices[0].message.content as string };
}

const spoken = 'oh one two three four five six seven eight nine'.split(' ');
const sayings = {
  words: (piece: string) => Array.from(piece, (sign) => spoken[Number(sign)] ?? sign).join(' '),
  digits: (piece: string) => Array.from(piece).join(' '),
  'digits with pauses': (piece: string) => `${Array.from(piece).join('... ')}...`,
};

const acknowledgements: Readonly<Record<string, (said: string) => string>> = {
  'mm-hmm': () => 'mm-hmm',
  okay: () => 'Okay.',
  'go on': () => 'Go on.',
  'got it': () => 'Got it. And then?',
  'a read-back': (said) => `Okay, ${said}.`,
};

const values: Readonly<Record<string, { value: string; asked: string; announced: string }>> = {
  PHONE: {
    value: '4135860917',
    asked: "What's the best phone number for you?",
    announced: 'my phone number is',
  },
  SSN: {
    value: '536481442',
    asked: 'Can I have your social security number?',
    announced: "okay so my social it's",
  },
  MRN: {
    value: '88492763',
    asked: 'Could you read me the medical record number?',
    announced: 'the medical record number is um',
  },
  'member id': {
    value: 'k44791928',
    asked: "And what's the member ID on your card?",
    announced: 'my member id is',
  },
  card: {
    value: '4000221088374410',
    asked: 'What is the card number?',
    announced: 'the card number is',
  },
};

/** The turns in which a value is said, `size` letters or digits a turn, each acknowledged. */
function dictated(value: string, size: number, say: (piece: string) => string, how: string) {
  const pieces = value.match(new RegExp(`.{1,${size}}`, 'g')) ?? [];
  return pieces.flatMap((piece, at) => {
    const isLast = at === pieces.length - 1;
    const said = say(piece);
    return isLast ? [caller(said)] : [caller(said), agent(acknowledgements[how]?.(said) ?? '')];
  });
}

const bare = /\d|\b(?:oh|one|two|three|four|five|six|seven|eight|nine|k)\b/i;
const cases = Object.keys(values).flatMap((kind) =>
  [1, 2, 3, 4].flatMap((size) =>
    Object.keys(acknowledgements).flatMap((how) =>
      (Object.keys(sayings) as (keyof typeof sayings)[]).map((form) => ({ kind, size, how, form })),
    ),
  ),
);

describe('a value said a few digits a turn leaves in no turn, whatever acknowledges them', () => {
  describe.each(['asked for', 'announced', 'unasked'] as const)('%s', (lead) => {
    it.each(Object.keys(values).filter((kind) => lead !== 'unasked' || kind !== 'member id'))(
      '%s',
      async (kind) => {
        for (const { size, how, form } of cases.filter((one) => one.kind === kind)) {
          const { value, asked, announced } = values[kind] as (typeof values)[string];
          const opening = {
            'asked for': [agent(asked)],
            announced: [caller(announced), agent('Go ahead.')],
            unasked: [agent('Thank you for calling. How can I help you today?')],
          }[lead];
          const turns = dictated(value, size, sayings[form], how);
          const { texts, heard } = await exchange([...opening, ...turns]);
          const open = texts.slice(opening.length).filter((text) => bare.test(text));
          expect({ size, how, form, open }).toEqual({ size, how, form, open: [] });
          expect(heard).toBe(`You said: ${turns.at(-1)?.content}`);
        }
      },
    );
  });
});

const palabras = 'cero uno dos tres cuatro cinco seis siete ocho nueve'.split(' ');
const ways: Readonly<Record<string, (digit: string) => string>> = {
  alone: (digit) => digit,
  'with an article': (digit) => `el ${digit}`,
  'with a word before': (digit) => `luego ${digit}`,
  'with a question': (digit) => `${digit}, ¿sí?`,
};

describe('a digit said alone in Spanish is hidden when its turn leaves, in a value that goes on', () => {
  it.each(
    Object.keys(ways).flatMap((way) =>
      ['ajá', 'Muy bien.', '¿Y luego?'].map((reply) => ({ way, reply })),
    ),
  )('$way: $reply', async ({ way, reply }) => {
    const turns = [agent('¿Me dice su número de teléfono, por favor?')];
    const open: string[] = [];
    for (const digit of '4121360211') {
      const said = palabras[Number(digit)] ?? '';
      turns.push(caller(ways[way]?.(said) ?? ''));
      const { texts } = await exchange(turns);
      open.push(...texts.slice(1).filter((text) => text.split(/[ ,]/).includes(said)));
      turns.push(agent(reply));
    }
    expect(open).toEqual([]);
  });
});
