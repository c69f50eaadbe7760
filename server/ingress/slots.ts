import type { DocumentField } from './documents/document-field.ts';
import { namedFields } from './field-meaning.ts';
import { type Content, openText } from './open-text.ts';
import {
  type Container,
  DeferredText,
  type MemberNames,
  nameAsWords,
  rename,
} from './outbound-json.ts';
import { isPlainSpeech } from './plain-speech.ts';
import { type Series, speechOf, spreadOver, textOf } from './series.ts';
import { type Leaf, type Place, walkMember, walkValue } from './walk-value.ts';

/** One text of a request that can hold PHI, and how to put its masked form back (design D3). */
export interface TextSlot extends Pick<Place, 'path' | 'speaker' | 'place' | 'cue'> {
  readonly text: string;
  /** It is in the same message as the text before it. */
  readonly sameMessage?: true;
  /** It continues the text before it: together they are too long for one search. */
  readonly goesOn?: true;
  /** What its notation says that it holds, by position in the text. */
  readonly fields?: readonly DocumentField[];
  /** Base64 in it that has slots of its own: nothing is found in the characters of it. */
  readonly opened?: readonly { readonly start: number; readonly end: number }[];
  /** It must reach the model unchanged, which repeats it: neither searched nor put. */
  readonly fixed?: true;
  /** Puts the masked text into the outbound request. */
  put(masked: string): void;
}

/**
 * The slots of texts or values, made one by one on demand: there can be thousands. Undefined is a pause: the next slot
 * takes time.
 */
export type Slots = Iterable<TextSlot | undefined>;

/** A text or value of a request that may hold PHI. */
export interface RequestText extends Pick<Place, 'path' | 'speaker'> {
  readonly holder: Container;
  readonly key: string | number;
  /**
   * `words` that somebody says; the name of a `person`; an `identifier`, which stays unchanged, because the model must
   * repeat it; or any other `value`.
   */
  readonly as: 'words' | 'person' | 'identifier' | 'value';
  /** The texts with the same number are in one message. */
  readonly message?: number;
}

/** A name of a function, or an id of a call to one. Any other text in its place may say anything. */
const identifierPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * A slot for every text in these texts and values, for every number that may identify somebody, and for field names that
 * no program gave, whose replacements go into `names`. JSON, form data and base64 are opened level by level (design D3),
 * and written again only where something in them changed. `put` changes `holder` in place, so it must be the outbound
 * copy. Fault `validation_failed` for a text that nests too deeply or holds too much.
 */
export function* slotsOf(
  texts: Iterable<RequestText>,
  names: MemberNames = new Map(),
): Generator<TextSlot | undefined> {
  let last: number | undefined;
  for (const text of texts) {
    for (const slot of slotsAt(text, names)) {
      const isNext = slot !== undefined && text.message !== undefined && text.message === last;
      yield isNext ? { ...slot, sameMessage: true } : slot;
      if (slot !== undefined) last = text.message;
    }
  }
}

function slotsAt({ holder, key, as, message: _, ...own }: RequestText, names: MemberNames): Slots {
  const value = holder[key];
  const at: Place = { ...own, place: as === 'words' ? 'turn' : 'field', depth: 0 };
  const owner = { names, changed: () => undefined };
  const isFixed = as === 'identifier' && identifierPattern.test(`${value}`);
  if (typeof value !== 'string' || as === 'value' || (as === 'identifier' && !isFixed))
    return valueSlots(
      typeof key === 'string' ? walkMember(holder, key, at) : walkValue(holder, key, at),
      owner,
    );
  const leaf = { holder, key, text: value, at };
  if (as === 'words') return textSlots(leaf, owner);
  const slot = slotAt(leaf, owner.changed);
  if (isFixed) return [{ ...slot, fixed: true }];
  const whole = { start: 0, end: value.length, kind: 'NAME', notation: 'name' };
  return [{ ...slot, cue: 'name', fields: [whole] }];
}

/** What is written again when a text in it changes: its replaced names, and the callback for any change. */
interface Owner {
  readonly names: MemberNames;
  readonly changed: () => void;
}

function* valueSlots(
  leaves: Iterable<Leaf | undefined>,
  owner: Owner,
): Generator<TextSlot | undefined> {
  for (const leaf of leaves) {
    if (leaf === undefined) yield undefined;
    else if (leaf.series !== undefined) yield seriesSlot(leaf, leaf.series, owner.changed);
    else if (leaf.isName === undefined) yield* textSlots(leaf, owner);
    else yield nameSlot(leaf, owner);
  }
}

function* textSlots(leaf: Leaf, owner: Owner): Generator<TextSlot | undefined> {
  const { holder, key, text, at } = leaf;
  if (leaf.write !== undefined || isPlainSpeech(text)) {
    yield slotAt(leaf, owner.changed);
    return;
  }
  const { contents, write } = yield* openText(text, at);
  const rewrite = () => {
    holder[key] = new DeferredText(write);
    owner.changed();
  };
  for (const content of contents) {
    if (content.isChanged) rewrite();
    yield* contentSlots(content, rewrite);
  }
}

function contentSlots(content: Content, rewrite: () => void): Slots {
  const { holder, key, at, as, words, names = new Map() } = content;
  const leaf = { holder, key, at, text: `${holder[key]}` };
  if (as === 'packed') return textSlots(leaf, { names, changed: rewrite });
  if (as === 'words') return [withWords(slotAt(leaf, rewrite), words)];
  if (as === 'speech')
    return speechOf({ members: content.members ?? [] }).map((series) =>
      seriesSlot({ ...leaf, text: textOf(series) }, series, rewrite),
    );
  const changed = () => {
    content.isChanged = true;
    rewrite();
  };
  return valueSlots(walkValue(holder, key, at), { names, changed });
}

/** The name of a field says more than what its text looks like. */
function withWords(
  slot: TextSlot,
  { goesOn, fields = [], opened = [] }: Content['words'] = {},
): TextSlot {
  return {
    ...slot,
    ...(goesOn === true && { goesOn }),
    ...(slot.fields === undefined && fields.length > 0 && { fields }),
    ...(opened.length > 0 && { opened }),
  };
}

/** The slot of a text; `put` calls `changed` when the text differs. */
function slotAt({ holder, key, text, at, write }: Leaf, changed: () => void): TextSlot {
  const { path, speaker, place, cue, named } = at;
  const put = onChange(text, (masked) => {
    holder[key] = write === undefined ? masked : write(masked);
    changed();
  });
  const fields = namedFields(text, named);
  const own = { path, speaker, place, ...(cue !== undefined && { cue }) };
  return { ...own, text, put, ...(fields && { fields }) };
}

/** The slot of several leaves that are read as one text. What stayed as it was is not written. */
function seriesSlot(leaf: Leaf, series: Series, changed: () => void): TextSlot {
  const before = series.members.map(({ holder, key }) => holder[key]);
  const put = onChange(leaf.text, (masked) => {
    const after = spreadOver(series, masked);
    for (const [index, { holder, key, text }] of series.members.entries())
      holder[key] = after[index] === text ? before[index] : after[index];
    changed();
  });
  const at: Place = { ...leaf.at, place: 'field', cue: series.cue };
  const { goesOn } = series;
  return { ...slotAt({ ...leaf, at }, changed), put, ...(goesOn === true && { goesOn }) };
}

/** The slot of a name that no program gave. */
function nameSlot(
  { holder, key, text: name, at, isName }: Leaf,
  { names, changed }: Owner,
): TextSlot {
  const { text, written } = nameAsWords(name);
  const put = onChange(text, (masked) => {
    if (isName === 'listed') holder[key] = written(masked);
    else rename(names, holder, name, written(masked));
    changed();
  });
  const path = isName === 'listed' ? at.path : `${at.path}.key`;
  return { path, speaker: at.speaker, text, place: 'field', put };
}

/** Writes a text only when it differs from the last one. */
function onChange(text: string, write: (masked: string) => void): (masked: string) => void {
  let last = text;
  return (masked) => {
    if (masked === last) return;
    last = masked;
    write(masked);
  };
}
