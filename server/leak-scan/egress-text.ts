import { type Token, tokenSpans } from '../domain/token.ts';

/** Some texts of an outbound body, separated by NUL so that no match spans two of them. */
export interface EgressText {
  /** String values and keys, and the numbers that tools get and give. */
  readonly words: string;
  /** A hit that begins in `words` at or behind this offset counts in the next text, which repeats it. */
  readonly upTo: number;
  /** Other numbers, in which only known values are searched: most of them count or measure. */
  readonly numbers: string;
  /** Names of functions and formats, which are sent unmasked (design D4), and sections of false tokens. */
  readonly names: readonly string[];
}

/** Keys above the name of a function, format or message, in the protocols of all providers. */
const named = new Set([
  'function',
  'custom',
  'functions',
  'function_call',
  'json_schema',
  'messages',
  'content',
  'format',
  'input',
  'tool_choice',
  'tools',
  // Amazon Bedrock
  'toolSpec',
  'toolUse',
  'tool',
  'jsonSchema',
  // Gemini
  'functionDeclarations',
  'functionCall',
  'functionResponse',
]);

/** Keys of what tools get and give, where a protocol has it as an object and not as a text. */
const objectsOfTools = new Set(['input', 'args', 'response']);

const identifier = /^[A-Za-z0-9_-]{1,64}$/;
/** A call that Amazon Bedrock gets in words (decision 0171). */
const calledInWords = /^\(Called ([A-Za-z0-9_-]{1,64}): /;

/** The name of a function, format or message that a text is or begins with. */
function nameIn({ key, above, value }: Leaf): string | undefined {
  const isName = (key === 'name' && named.has(above)) || key === 'allowedFunctionNames';
  const text = `${value}`;
  return isName && identifier.test(text) ? text : calledInWords.exec(text)?.[1];
}

/** Characters of one text: a search of it takes a few milliseconds. */
const textSize = 16_384;

/**
 * Reads the parsed JSON of an outbound body in pieces; an escape such as `\u0035` cannot hide a digit.
 * Leaves out tokens that `isOwn`: they hold nothing of a value; and what `before` has at the same place.
 */
export function* egressTexts(
  root: unknown,
  isOwn: (token: Token) => boolean,
  before?: unknown,
): Generator<EgressText> {
  let words: string[] = [];
  let numbers: string[] = [];
  let names: string[] = [];
  let size = 0;
  const take = (): EgressText => {
    const left = withoutTokens(words.join('\0'), isOwn);
    const sections = tokenSections(left);
    const text = { words: left, upTo: left.length, numbers: numbers.join('\0') };
    const taken = { ...text, names: [...names, ...sections] };
    [words, numbers, names, size] = [[], [], [], 0];
    return taken;
  };
  for (const leaf of leaves(root, before)) {
    const { value } = leaf;
    const name = nameIn(leaf);
    if (name !== undefined) names.push(name);
    if (typeof value === 'number') (leaf.ofTools ? words : numbers).push(String(value));
    else if (value.length <= textSize) words.push(unescaped(value));
    else yield* longTexts(unescaped(value), isOwn);
    size += String(value).length;
    if (size >= textSize) yield take();
  }
  yield take();
}

/** Characters that two neighbouring pieces of a long text share; every value is much shorter. */
const overlap = 512;

/** A long text in pieces, cut between words where possible. */
function* longTexts(text: string, isOwn: (token: Token) => boolean): Generator<EgressText> {
  for (let from = 0; from < text.length; ) {
    const isLast = text.length - from <= textSize;
    const next = isLast ? text.length : blankBefore(text, from + textSize - overlap);
    const to = isLast ? text.length : blankBefore(text, from + textSize);
    const words = withoutTokens(text.slice(from, to), isOwn);
    const upTo = words.length - withoutTokens(text.slice(next, to), isOwn).length;
    yield { words, upTo, numbers: '', names: tokenSections(words) };
    from = next;
  }
}

/** The last blank before a place of a text, if it is near. */
function blankBefore(text: string, at: number): number {
  const blank = text.lastIndexOf(' ', at);
  return blank > at - overlap / 2 ? blank : at;
}

const tokenShaped = /T[O0]K[1IL]\.[\w.-]+/gi;

/** The sections of false tokens: a number may stand among their letters. */
function tokenSections(text: string): readonly string[] {
  return (text.match(tokenShaped) ?? []).flatMap((token) => token.split('.'));
}

interface Node {
  /** The nearest key, and the nearest one above that; '' for a key itself. */
  readonly key: string;
  readonly above: string;
  /** Whether it is in what a tool gets or gives. */
  readonly ofTools: boolean;
  readonly value: unknown;
  /** What the earlier body has at the same place. */
  readonly before: unknown;
}

interface Leaf extends Node {
  readonly value: string | number;
}

const isLeaf = (node: Node): node is Leaf =>
  typeof node.value === 'string' || typeof node.value === 'number';

/**
 * All strings and numbers, keys among them, in no particular order; those that `before` has at the same place are
 * left out.
 */
function* leaves(root: unknown, before: unknown): Generator<Leaf> {
  const open: Node[] = [{ key: '', above: '', ofTools: false, value: root, before }];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (isLeaf(node)) yield node;
    else pushChildren(open, node);
  }
}

/** The strings of an outbound body, keys among them, without those that `before` has at the same place. */
export function* leavesOf(root: unknown, before?: unknown): Generator<string> {
  for (const { value } of leaves(root, before)) if (typeof value === 'string') yield value;
}

function pushChildren(open: Node[], node: Node): void {
  const { value } = node;
  if (Array.isArray(value)) pushItems(open, node, value);
  else if (typeof value === 'object' && value !== null) pushMembers(open, node, value);
}

function pushItems(open: Node[], node: Node, items: readonly unknown[]): void {
  const { key, above, ofTools, before } = node;
  const earlier: readonly unknown[] = Array.isArray(before) ? before : [];
  for (let index = 0; index < items.length; index += 1) {
    const value = items[index];
    const known = earlier[index];
    if (value !== known) open.push({ key, above, ofTools, value, before: known });
  }
}

function pushMembers(open: Node[], node: Node, value: object): void {
  const { key: above, before } = node;
  const members = membersOf(before);
  for (const [key, item] of Object.entries(value)) {
    const isKnown = Object.hasOwn(members, key);
    const earlier = isKnown ? members[key] : undefined;
    const ofTools = node.ofTools || objectsOfTools.has(key);
    if (!isKnown) open.push({ key: '', above: '', ofTools, value: key, before: undefined });
    if (item !== earlier) open.push({ key, above, ofTools, value: item, before: earlier });
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

const jsonEscape = /\\(?:u([0-9a-f]{4})|([nrtbf"/\\]))/gi;

/** JSON inside a JSON string, such as tool-call arguments, keeps its own escapes; so may theirs. */
export function unescaped(text: string): string {
  let result = text;
  for (let level = 0; level < 3 && result.includes('\\'); level++) {
    result = result.replace(jsonEscape, (_, code?: string, short?: string) => {
      if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
      return short === '\\' || short === '/' ? short : ' ';
    });
  }
  return result;
}

/** What a redacted span leaves behind. */
const redacted = /\[REDACTED:[A-Z][A-Z0-9_]{0,31}\]/g;

/** Cuts own tokens and redactions out; a false token is text, and the scan reads its digits. */
function withoutTokens(text: string, isOwn: (token: Token) => boolean): string {
  let rest = '';
  let done = 0;
  for (const [start, end] of tokenSpans(text, isOwn)) {
    rest += `${text.slice(done, start)}\0`;
    done = end;
  }
  return (rest + text.slice(done)).replace(redacted, '\0');
}
