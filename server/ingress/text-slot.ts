import type { Speaker } from '../domain/detection.ts';
import { digitsToSearch } from './field-cues.ts';
import {
  type Container,
  isRawJson,
  type MemberNames,
  nameAsWords,
  programName,
  rename,
} from './outbound-json.ts';

/** What names a function or a call of one. */
const identifierPattern = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The slot of a name or id that stays: the model must repeat it, and renaming it would break the call.
 * Undefined for what stands in its place and is no identifier: that may say anything.
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

/** One text of a request that can hold PHI, and the way to put its masked form back (design D3). */
export interface TextSlot {
  /** Where it stands, such as `messages[2].content`; goes into events, so it never holds values. */
  readonly path: string;
  readonly speaker: Speaker;
  readonly text: string;
  /**
   * `turn`: spoken words, whose neighbours are the turns around it. `field`: a leaf of structured
   * data, whose only neighbour is `cue`, the words of its key.
   */
  readonly place: 'turn' | 'field';
  readonly cue?: string;
  /** Stands in one message with the text before it. */
  readonly sameMessage?: true;
  /** Goes on in the middle of the text before it: together they are too long to be searched in one go. */
  readonly goesOn?: true;
  /** A field that holds a person's name whatever it looks like. */
  readonly alwaysName?: true;
  /** Must reach the model as it is, which repeats it: it is not searched and nothing is put. */
  readonly fixed?: true;
  /** Puts the masked text into the outbound request. */
  put(masked: string): void;
}

/** The slots of a text or value, made one by one as they are taken: there can be thousands. */
export type Slots = Iterable<TextSlot>;

/** Where a text stands, and how deep in JSON. */
export interface SlotPosition extends Pick<TextSlot, 'path' | 'speaker' | 'place' | 'cue'> {
  readonly depth: number;
}

/** What values stand in: the names of its fields that change, and whom to tell that something did. */
export interface JsonDocument {
  readonly names: MemberNames;
  readonly changed: () => void;
}

/** The slot of the words at `holder[key]`, which is changed in place when the slot is put. */
export function turnSlot(
  holder: Container,
  key: string | number,
  path: string,
  speaker: Speaker,
): TextSlot {
  return slotAt(holder, key, { path, speaker, place: 'turn', depth: 0 });
}

/** The slot of the text at `holder[key]`; `changed` is told when another is put there. */
export function slotAt(
  holder: Container,
  key: string | number,
  { depth: _, ...place }: SlotPosition,
  changed: () => void = () => undefined,
): TextSlot {
  const text = String(holder[key]);
  const put = (masked: string) => {
    if (masked === text) return;
    holder[key] = masked;
    changed();
  };
  return { ...place, text, put };
}

/** The slot of a number, where it may be somebody's. */
export function numberSlots(
  holder: Container,
  key: string | number,
  at: SlotPosition,
  changed: () => void,
): TextSlot[] {
  const value = holder[key];
  const written = isRawJson(value) ? value.rawJSON : typeof value === 'number' ? `${value}` : '';
  const digits = digitsToSearch(written, at.cue ?? '');
  if (digits === undefined) return [];
  const root = { digits };
  const put = () => {
    holder[key] = root.digits;
    changed();
  };
  return [slotAt(root, 'digits', at, put)];
}

/** The slot of the name of a field, where no program gives it. */
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

/** The slot of a name where no program gives it; `to` is called with what is to stand for it. */
export function nameSlot(
  name: string,
  at: Pick<SlotPosition, 'path' | 'speaker'>,
  to: (masked: string) => void,
): TextSlot[] {
  if (programName.test(name)) return [];
  const { text, written } = nameAsWords(name);
  const put = (masked: string) => (masked === text ? undefined : to(written(masked)));
  return [{ ...at, text, place: 'field', put }];
}
