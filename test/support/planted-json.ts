import fc from 'fast-check';
import { bareTextOf, type PlantedValue, textOf } from './planted-values.ts';

const cases: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => key.toUpperCase(),
  (key) => `${key}_1`,
  (key) => `${key[0]?.toUpperCase()}${key.slice(1)}`,
  (key) => `home ${key}`,
  () => 'note',
  () => '',
];

/** Objects and arrays that hold the value in a leaf or in the name of a field. */
export function dataOf(planted: PlantedValue): fc.Arbitrary<unknown> {
  const key = fc.constantFrom(...cases).map((write) => write(planted.key));
  const text = fc.oneof(textOf(planted), bareTextOf(planted));
  return fc.oneof(
    fc.tuple(key, text).map(([name, leaf]) => ({ id: 7, [name]: leaf, ok: true })),
    fc.constant({ [planted.key]: planted.number ?? planted.value }),
    text.map((leaf) => ['x', [leaf, null]]),
    text.map((name) => ({ [name]: 1 })),
    fc.constant({ [`${planted.key}_${planted.value}`]: { café: 1.5 } }),
    text.map((leaf) => ({ rows: [{ name: 'a', values: [1, leaf] }, {}] })),
    fc.tuple(text, text).map(([name, leaf]) => ({ [name]: { [name]: leaf }, n: 1e21 })),
  );
}

const unicode = (sign: string): string => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

const literal = /"(?:[^"\\]|\\.)*"/g;
/** Signs of a value that are no part of an escape, be it of JSON, links or HTML. */
const plain = /(?<![\\%&].{0,4})[\d@.-]/g;

/** Every way in which programs write the same JSON. */
const writers: readonly ((value: unknown) => string)[] = [
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value),
  (value) => JSON.stringify(value, null, 2),
  (value) => JSON.stringify(value, null, '\t').replaceAll('\n', '\r\n'),
  (value) => JSON.stringify(value).replaceAll(/[^\0-\x7f]/g, unicode),
  (value) => JSON.stringify(value).replaceAll('/', '\\/'),
  (value) => JSON.stringify(value).replaceAll(literal, (text) => text.replaceAll(plain, unicode)),
];

/** What stands around JSON. */
const surroundings: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => json,
  (json) => json,
  (json) => `Context: ${json}`,
  (json) => `Here it is:\n\`\`\`json\n${json}\n\`\`\`\nanything else?`,
  (json) => `\ufeff${json}`,
  (json) => `{"line":1}\n${json}\n{"line":"last"}`,
  (json) => `data: ${json}\n\n`,
  (json) => `[see {this}] ${json} (end}`,
  (json) => `  \n${json}\t`,
  (json) => json.slice(0, -1),
  (json) => `{"row":${json},"next":["tru`,
  (json) => `${json.slice(0, -1)}\n[cut]`,
  (json) => `{"state":"old",${json.startsWith('{') ? json.slice(1) : `"state":${json}}`}`,
];

const written = (value: unknown): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...writers), fc.constantFrom(...surroundings))
    .map(([write, surround]) => surround(write(value)));

/** JSON with the value in it, up to four levels of strings deep. */
export function jsonOf(planted: PlantedValue): fc.Arbitrary<string> {
  return fc.integer({ min: 0, max: 3 }).chain((depth) => {
    let json = dataOf(planted).chain(written);
    for (let level = 0; level < depth; level += 1) json = json.chain(nested);
    return json;
  });
}

function nested(json: string): fc.Arbitrary<string> {
  return fc
    .constantFrom<unknown>({ statusCode: 200, body: json }, [json], { [json]: 1 }, json)
    .chain(written);
}

/** A text of any sort that says the value. */
export const anyTextOf = (planted: PlantedValue): fc.Arbitrary<string> =>
  fc.oneof(textOf(planted), jsonOf(planted));
