import type { Speaker } from '../domain/detection.ts';
import type { DocumentField } from './documents/document-field.ts';
import { bytesText } from './encoded-text.ts';
import { itemMeaning, type Meaning, memberMeaning, searchedText } from './field-meaning.ts';
import {
  type Container,
  type DeferredText,
  isBranch,
  type MemberNames,
  nameAsWords,
  programName,
  rename,
} from './outbound-json.ts';
import { type Member, type Series, seriesIn, spreadOver, textOf } from './series.ts';

/** Where a value stands, what the names around it say of it, and to what it belongs. */
export interface Place extends Meaning {
  /** Its position, such as `messages[2].content`; events contain it, so it never holds values. */
  readonly path: string;
  readonly speaker: Speaker;
  /**
   * `turn`: spoken words, whose neighbours are the turns around it. `field`: a leaf of structured
   * data, whose only neighbour is `cue`, the words of its key.
   */
  readonly place: 'turn' | 'field';
  /** Levels of JSON, and of what else was opened, around it. */
  readonly depth: number;
  readonly owner: Owner;
}

/** The place of data in what stands at another, one level deeper; what the other means is not passed on. */
export function fieldBelow({ speaker, depth, owner }: Place, path: string): Place {
  return { path, speaker, place: 'field', depth: depth + 1, owner };
}

/** What is written again when a text in it changes. */
export interface Owner {
  /** Its replaced names. */
  readonly names: MemberNames;
  /** The members of its objects and arrays that are read in a series. */
  readonly taken: Map<Container, Set<string>>;
  /** Called after each change. */
  readonly changed: () => void;
}

/** An owner of which nothing is read yet. */
export function newOwner(changed: () => void, names: MemberNames = new Map()): Owner {
  return { names, taken: new Map(), changed };
}

/** A text to search. */
export interface Leaf {
  readonly text: string;
  readonly at: Place;
  /** Writes a text in its place; its owner does not hear of it. */
  readonly write: (text: string | DeferredText) => void;
  /** What is known of it, if nothing that it packs is still to be opened. */
  readonly known?: Known;
}

/** What is known of a text besides its place. */
export interface Known {
  /** It continues the text before it: together they are too long for one search. */
  readonly goesOn?: true;
  /** What its notation says that it holds, by position in the text. */
  readonly fields?: readonly DocumentField[];
  /** Base64 in it that has slots of its own: nothing is found in the characters of it. */
  readonly opened?: readonly { readonly start: number; readonly end: number }[];
  /** It must reach the model unchanged, which repeats it: neither searched nor put. */
  readonly fixed?: true;
}

/** Leaves one by one on demand: there can be thousands. Undefined is a pause: the next one takes time. */
export type Leaves = Iterable<Leaf | undefined>;

/** The leaf of the text or number at `holder[key]`. */
export function leafAt(holder: Container, key: string | number, text: string, at: Place): Leaf {
  const write: Leaf['write'] = (masked) => {
    holder[key] = masked;
  };
  return { text, at, write };
}

/** Members between pauses (design D43). */
const membersAtOnce = 64;

/**
 * Every text below `holder[key]`, every number that may identify somebody, and every name of a field that no program
 * gave.
 */
export function* walkValue(
  holder: Container,
  key: string | number,
  at: Place,
): Generator<Leaf | undefined> {
  const value = holder[key];
  const bytes = Array.isArray(value) ? bytesText(value) : undefined;
  if (bytes !== undefined) {
    const write: Leaf['write'] = (masked) => {
      holder[key] = [...bytes.pack(`${masked}`)];
    };
    yield { text: bytes.text, at, write, known: {} };
  } else if (isBranch(value)) yield* walkBranch(value, at);
  else {
    const text = searchedText(value, at);
    if (text !== undefined) yield leafAt(holder, key, text, at);
  }
}

function* walkBranch(branch: Container, at: Place): Generator<Leaf | undefined> {
  const items = Array.isArray(branch) ? branch : undefined;
  const isTaken = ({ holder, key }: Omit<Member, 'text'>): boolean =>
    at.owner.taken.get(holder)?.has(`${key}`) === true;
  const found = yield* seriesIn(branch, at.cue ?? '');
  const series = found.filter(({ members }) => !members.some(isTaken));
  for (const one of series) yield seriesLeaf(one, at);
  for (const { holder, key } of series.flatMap(({ members }) => members))
    at.owner.taken.set(holder, (at.owner.taken.get(holder) ?? new Set()).add(`${key}`));
  for (const [index, name] of Object.keys(branch).entries()) {
    if (index % membersAtOnce === 0) yield undefined;
    // Keys come from outside: events name a leaf by its position, never by its key.
    const inside = fieldBelow(at, `${at.path}[${index}]`);
    if (items === undefined) yield* walkMember(branch, name, inside, at);
    else if (!isTaken({ holder: branch, key: name }))
      yield* walkValue(branch, index, { ...inside, ...itemMeaning(items, index, at) });
  }
}

/** The leaf of several texts that are read as one. A text that stayed as it was is not written. */
export function seriesLeaf(series: Series, at: Place): Leaf {
  const before = series.members.map(({ holder, key }) => holder[key]);
  const write: Leaf['write'] = (masked) => {
    const after = spreadOver(series, `${masked}`);
    for (const [index, { holder, key, text }] of series.members.entries())
      holder[key] = after[index] === text ? before[index] : after[index];
  };
  const { cue, goesOn } = series;
  const place: Place = { ...at, place: 'field', cue };
  return { text: textOf(series), at: place, write, known: goesOn ? { goesOn } : {} };
}

/** The same of a member of `holder`, read with its name, the fields next to it, and what they all mean together. */
export function* walkMember(
  holder: Container,
  name: string,
  at: Place,
  above: Meaning = {},
): Generator<Leaf | undefined> {
  if (!programName.test(name)) {
    const write = (to: string) => rename(at.owner.names, holder, name, to);
    yield nameLeaf(name, { ...at, path: `${at.path}.key` }, write);
  }
  if (at.owner.taken.get(holder)?.has(name) === true) return;
  const value = holder[name];
  const isRequired = name === 'required' && Array.isArray(value) && isBranch(holder['properties']);
  if (isRequired) yield* walkRequired(value as unknown as Container, holder['properties'], at);
  else yield* walkValue(holder, name, { ...at, ...memberMeaning(holder, name, above) });
}

/** A schema's `required` lists names of its properties: both are masked alike, so that they still match. */
function* walkRequired(
  required: Container,
  properties: unknown,
  list: Place,
): Generator<Leaf | undefined> {
  for (const [index, name] of Object.values(required).entries()) {
    const at = fieldBelow(list, `${list.path}[${index}]`);
    const write = (to: string): void => {
      required[index] = to;
    };
    if (typeof name !== 'string' || !Object.hasOwn(properties as object, name))
      yield* walkValue(required, index, at);
    else if (!programName.test(name)) yield nameLeaf(name, at, write);
  }
}

/** The leaf of a name that no program gave; only where it stands is known of it. */
function nameLeaf(name: string, at: Place, write: (name: string) => void): Leaf {
  const { text, written } = nameAsWords(name);
  const place: Place = { ...at, place: 'field' };
  return { text, at: place, write: (masked) => write(written(`${masked}`)), known: {} };
}
