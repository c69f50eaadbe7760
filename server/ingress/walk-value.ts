import type { Speaker } from '../domain/detection.ts';
import { bytesText } from './encoded-text.ts';
import { itemMeaning, type Meaning, memberMeaning, searchedText } from './field-meaning.ts';
import { type Container, isBranch, programName } from './outbound-json.ts';
import { type Member, type Series, seriesIn, textOf } from './series.ts';

/** Where a value stands, and what the names around it say of it. */
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
  /** The members of objects and arrays that are read in a series. */
  readonly taken?: Taken | undefined;
}

type Taken = ReadonlyMap<Container, ReadonlySet<string>>;

/** A text to search: that of the text or number at `holder[key]`. */
export interface Leaf {
  readonly holder: Container;
  readonly key: string | number;
  readonly text: string;
  readonly at: Place;
  /**
   * `member`: not the value is meant but its name, which no program gave. `listed`: the value is the name of a
   * property of a schema, and is masked as that is.
   */
  readonly isName?: 'member' | 'listed';
  /** Writes a masked text as the value; a text is its own value. */
  readonly write?: (masked: string) => unknown;
  /** The text is that of several leaves together. */
  readonly series?: Series;
}

/** Members between pauses (design D43). */
const membersAtOnce = 64;

/**
 * Every text below `holder[key]`, every number that may identify somebody, and every name of a field that no program
 * gave, in order. Undefined is a pause: thousands of numbers need not be searched.
 */
export function* walkValue(
  holder: Container,
  key: string | number,
  at: Place,
): Generator<Leaf | undefined> {
  const value = holder[key];
  const bytes = Array.isArray(value) ? bytesText(value) : undefined;
  if (bytes !== undefined)
    yield { holder, key, text: bytes.text, at, write: (masked) => [...bytes.pack(masked)] };
  else if (isBranch(value)) yield* walkBranch(value, at);
  else {
    const text = searchedText(value, at);
    if (text !== undefined) yield { holder, key, text, at };
  }
}

function* walkBranch(branch: Container, at: Place): Generator<Leaf | undefined> {
  const items = Array.isArray(branch) ? branch : undefined;
  const found = yield* seriesIn(branch, at.cue ?? '');
  const series = found.filter(({ members }) => !members.some(isIn(at.taken)));
  for (const one of series) yield { holder: branch, key: '', text: textOf(one), at, series: one };
  const taken = series.length === 0 ? at.taken : takenIn(series, at.taken);
  for (const [index, name] of Object.keys(branch).entries()) {
    if (index % membersAtOnce === 0) yield undefined;
    // Keys come from outside: events name a leaf by its position, never by its key.
    const inside = { path: `${at.path}[${index}]`, depth: at.depth + 1, place: 'field' } as const;
    const place = { ...at, ...inside, taken };
    if (items === undefined) yield* walkMember(branch, name, place);
    else if (taken?.get(branch)?.has(name) !== true)
      yield* walkValue(branch, index, { ...place, ...itemMeaning(items, index, at) });
  }
}

const isIn =
  (taken: Taken | undefined) =>
  ({ holder, key }: Member): boolean =>
    taken?.get(holder)?.has(`${key}`) === true;

function takenIn(series: readonly Series[], before: Taken = new Map()): Taken {
  const taken = new Map<Container, Set<string>>();
  for (const { holder, key } of series.flatMap(({ members }) => members))
    taken.set(holder, (taken.get(holder) ?? new Set(before.get(holder))).add(`${key}`));
  return new Map([...before, ...taken]);
}

/** The same of a member of `holder`, read with its name and the fields next to it. */
export function* walkMember(
  holder: Container,
  name: string,
  at: Place,
): Generator<Leaf | undefined> {
  if (!programName.test(name)) yield { holder, key: name, text: name, at, isName: 'member' };
  if (at.taken?.get(holder)?.has(name) === true) return;
  const value = holder[name];
  const isRequired = name === 'required' && Array.isArray(value) && isBranch(holder['properties']);
  if (isRequired) yield* walkRequired(value as unknown as Container, holder['properties'], at);
  else yield* walkValue(holder, name, { ...at, ...memberMeaning(holder, name, at) });
}

/** A schema's `required` lists names of its properties: both are masked alike, so that they still match. */
function* walkRequired(
  required: Container,
  properties: unknown,
  { path, speaker, depth }: Place,
): Generator<Leaf | undefined> {
  for (const [index, name] of Object.values(required).entries()) {
    const at: Place = { path: `${path}[${index}]`, speaker, place: 'field', depth: depth + 1 };
    const own = { holder: required, key: index, at };
    if (typeof name !== 'string' || !Object.hasOwn(properties as object, name))
      yield* walkValue(required, index, at);
    else if (!programName.test(name)) yield { ...own, text: name, isName: 'listed' };
  }
}
