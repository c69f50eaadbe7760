import fc from 'fast-check';

/** An invented value that patterns alone find, and a sentence that leaves no doubt what it is. */
export interface PlantedValue {
  readonly key: string;
  readonly value: string;
  readonly sentence: string;
  /** The value as JSON's number, where it is one. */
  readonly number?: number;
}

const phone = (number: number): PlantedValue => {
  const value = `202-555-01${number}`;
  const digits = Number(value.replaceAll('-', ''));
  return { key: 'phone', value, sentence: `my phone number is ${value}`, number: digits };
};
const ssn = (number: number): PlantedValue => {
  const value = `536-81-44${number}`;
  const digits = Number(value.replaceAll('-', ''));
  return { key: 'ssn', value, sentence: `my social security number is ${value}`, number: digits };
};
const email = (number: number): PlantedValue => {
  const value = `zed.quill${number}@example.com`;
  return { key: 'email', value, sentence: `my e-mail address is ${value}` };
};
const address = (number: number): PlantedValue => {
  const value = `203.0.113.${number}`;
  return { key: 'ip', value, sentence: `my IP address is ${value}` };
};

const makers = [phone, ssn, email, address];

/** Values to hide in a request. */
export const plantedValue = fc
  .tuple(fc.constantFrom(...makers), fc.integer({ min: 10, max: 49 }))
  .map(([make, number]) => make(number));

/** Values that an identifier could hold. */
export const numberValue = fc
  .tuple(fc.constantFrom(phone, ssn), fc.integer({ min: 10, max: 49 }))
  .map(([make, number]) => make(number));

/** Values that `plantedValue` never makes, and that are restored in a reply. */
export const spokenValue = fc
  .tuple(fc.constantFrom(phone, ssn, email), fc.integer({ min: 50, max: 99 }))
  .map(([make, number]) => make(number));

type Spelling = (text: string) => string;

const entity: Spelling = (sign) => `&#${sign.charCodeAt(0)};`;
const hexEntity: Spelling = (sign) => `&#x${sign.charCodeAt(0).toString(16)};`;
const percent: Spelling = (sign) => `%${sign.charCodeAt(0).toString(16)}`;

/** How links, HTML and careless programs write a value or a sentence. */
const spellings: readonly Spelling[] = [
  (text) => text,
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  (text) => text.replace('@', '%40'),
  (text) => text.replaceAll('-', percent),
  (text) => text.replaceAll(' ', '&nbsp;').replace('@', '&commat;'),
  (text) => text.replaceAll(/[-@.]/g, entity),
  (text) => text.replaceAll(/\d/g, hexEntity),
  (text) => text.replaceAll('-', '\u2011'),
  (text) => text.replace(/\d(?=\d)/, '$&\u200b'),
  (text) => text.replaceAll(/\d/g, '$&\ufe0f\u20e3'),
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
  (text) => text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit))),
  (text) => text.replaceAll(/\d+/g, '**$&**'),
  (text) => text.replaceAll(/\d[-\d]*/g, '__$&__'),
];

const before = ['', 'well, ', 'note:\n', 'a\tb\t', 'Zo\u00eb says "', 'C:\\temp\\ ', '\u{1f600} '];
const after = ['', '.', '\n', '\tthanks', '", he said', ' \u2014 caf\u00e9', '\\', '</p>'];

/** A text that says the value. */
export const textOf = ({ sentence }: PlantedValue): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...before), fc.constantFrom(...spellings), fc.constantFrom(...after))
    .map(([start, spell, end]) => `${start}${spell(sentence)}${end}`);

const breaks = ['', '', '', '\n', '\t', ' ', '"', '\u00a0', '<b>', '\u2014 '];

/** The value by itself, as a field holds it, or amid breaks. */
export const bareTextOf = ({ value }: PlantedValue): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...breaks), fc.constantFrom(...spellings), fc.constantFrom(...breaks))
    .map(([start, spell, end]) => `${start}${spell(value)}${end}`);
