import type { Speaker } from '../domain/detection.ts';
import { type DocumentField, fieldAt } from './documents/document-field.ts';
import { isPartOf } from './documents/field-names.ts';
import { digitsToSearch } from './field-cues.ts';
import {
  type Container,
  isRawJson,
  type MemberNames,
  nameAsWords,
  programName,
  rename,
} from './outbound-json.ts';

/** A name of a function, or an id of a call to one. */
const identifierPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The slot of a name or id that stays unchanged, because the model must repeat it. Undefined for text
 * that is no identifier, which may say anything.
 */
export function identifierSlot(
  holder: Container,
  key: string | number,
  path: string,
): TextSlot | undefined {
  const value = holder[key];
  if (typeof value !== 'string' || !identifierPattern.test(value)) return undefined;
  return { ...turnSlot(holder, key, path, 'system'), fixed: true };
}

/** One text of a request that can hold PHI, and how to put its masked form back (design D3). */
export interface TextSlot {
  /** Its position, such as `messages[2].content`; events contain it, so it never holds values. */
  readonly path: string;
  readonly speaker: Speaker;
  readonly text: string;
  /**
   * `turn`: spoken words, whose neighbours are the turns around it. `field`: a leaf of structured
   * data, whose only neighbour is `cue`, the words of its key.
   */
  readonly place: 'turn' | 'field';
  readonly cue?: string;
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
 * The slots of a text or value, made one by one on demand: there can be thousands. Undefined is a pause: the next slot
 * takes time.
 */
export type Slots = Iterable<TextSlot | undefined>;

/** The position of a text, and its depth in JSON. */
export interface SlotPosition extends Pick<TextSlot, 'path' | 'speaker' | 'place' | 'cue'> {
  readonly depth: number;
  /** What the name of the field says, for the value and for what the value holds. */
  readonly named?: FieldName | undefined;
  /** The names of the columns, where the value is a list of rows, and of the cells, where it is one row. */
  readonly columns?: readonly string[] | undefined;
  readonly cells?: readonly string[] | undefined;
}

/** A field's name, and the kind of what it holds. */
export interface FieldName {
  readonly name: string;
  readonly kind: string | undefined;
  /** The kind of the field around it, of whose value it may hold a part. */
  readonly kindAbove: string | undefined;
}

/** What the name of a field says of its value. */
export function namedFields(
  value: string,
  named: FieldName | undefined,
): readonly DocumentField[] | undefined {
  if (named === undefined) return undefined;
  const { kind, kindAbove } = named;
  if (kind !== undefined) {
    const fields = fieldAt(value, 0, value.length, kind, 'field');
    return fields.length === 0 ? undefined : fields;
  }
  if (!isPartOf(kindAbove, value)) return undefined;
  const whole = { start: 0, end: value.length, kind: kindAbove ?? '', notation: 'field' };
  return [{ ...whole, isPart: true }];
}

/** The JSON around values: its replaced names, and the callback for any change. */
export interface JsonDocument {
  readonly names: MemberNames;
  readonly changed: () => void;
}

/** The slot of the words at `holder[key]`; `put` changes them in place. */
export function turnSlot(
  holder: Container,
  key: string | number,
  path: string,
  speaker: Speaker,
): TextSlot {
  return slotAt(holder, key, { path, speaker, place: 'turn', depth: 0 });
}

/** The slot of the text at `holder[key]`; `put` calls `changed` when the text differs. */
export function slotAt(
  holder: Container,
  key: string | number,
  { path, speaker, place, cue, named }: SlotPosition,
  changed: () => void = () => undefined,
): TextSlot {
  const text = String(holder[key]);
  const put = onChange(text, (masked) => {
    holder[key] = masked;
    changed();
  });
  const fields = namedFields(text, named);
  const at = { path, speaker, place, ...(cue !== undefined && { cue }) };
  return { ...at, text, put, ...(fields && { fields }) };
}

/** The slot of a number that may identify somebody. */
export function numberSlots(
  holder: Container,
  key: string | number,
  at: SlotPosition,
  changed: () => void,
): TextSlot[] {
  const value = holder[key];
  const written = isRawJson(value) ? value.rawJSON : typeof value === 'number' ? `${value}` : '';
  const isNamed = /^\d{1,15}$/.test(written) && namedFields(written, at.named) !== undefined;
  const digits = digitsToSearch(written, at.cue ?? '') ?? (isNamed ? written : undefined);
  if (digits === undefined) return [];
  const root = { digits };
  const put = () => {
    holder[key] = root.digits;
    changed();
  };
  return [slotAt(root, 'digits', at, put)];
}

/** The slot of a field's name that no program gave. */
export function nameSlots(
  holder: Container,
  name: string,
  { path, speaker }: SlotPosition,
  { names, changed }: JsonDocument,
): TextSlot[] {
  return nameSlot(name, { path: `${path}.key`, speaker }, (masked) => {
    rename(names, holder, name, masked);
    changed();
  });
}

/** The slot of a name that no program gave; `to` gets the masked name. */
export function nameSlot(
  name: string,
  at: Pick<SlotPosition, 'path' | 'speaker'>,
  to: (masked: string) => void,
): TextSlot[] {
  if (programName.test(name)) return [];
  const { text, written } = nameAsWords(name);
  const put = onChange(text, (masked) => to(written(masked)));
  return [{ ...at, text, place: 'field', put }];
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
