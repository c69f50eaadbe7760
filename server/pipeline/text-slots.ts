import { deeperThan, maxDepth } from '../domain/depth.ts';
import type { Speaker } from '../domain/detection.ts';
import { Fault } from '../domain/fault.ts';
import { isRawJson, parseExact } from '../domain/raw-json.ts';

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
  /** A field that holds a person's name whatever it looks like. */
  readonly alwaysName?: true;
  /** Puts the masked text into the outbound request. */
  put(masked: string): void;
}

type Container = Record<string | number, unknown>;

/** JSON Schema's own words and other values that cannot name a person; not worth a detection. */
const keywords = new Set(
  'string object number boolean array integer null function auto none required text json_schema json_object'.split(
    ' ',
  ),
);

/** Told of each field of an object, with the place that events name it by. */
type AtMember = (member: { holder: Container; key: string; path: string }) => void;

/**
 * Slots for every string leaf below `root[key]`, and for every number that is long enough to be an
 * identifier. `root` is changed in place when a slot is put, so it must be the outbound copy.
 */
export function leafSlots(
  root: Container,
  key: string | number,
  path: string,
  speaker: Speaker,
  atMember: AtMember = () => undefined,
): TextSlot[] {
  const slots: TextSlot[] = [];
  const visit = (holder: Container, at: string | number, where: string, cue: string): void => {
    const value = holder[at];
    const text = leafText(value);
    if (text !== undefined) {
      const put = (masked: string) => {
        if (masked !== text) holder[at] = masked;
      };
      slots.push({ path: where, speaker, text, place: 'field', cue, put });
    } else if (typeof value === 'object' && value !== null && !isRawJson(value)) {
      visitMembers(value as Container, where, cue);
    }
  };
  const visitMembers = (holder: Container, where: string, cue: string): void => {
    const inArray = Array.isArray(holder);
    for (const [index, child] of Object.keys(holder).entries()) {
      // Keys come from outside: events name a leaf by its position, never by its key.
      const place = `${where}[${index}]`;
      if (!inArray) atMember({ holder, key: child, path: place });
      visit(holder, child, place, inArray ? cue : keyWords(child));
    }
  };
  visit(root, key, path, '');
  return slots;
}

function leafText(value: unknown): string | undefined {
  if (typeof value === 'string')
    return value.length > 1 && !keywords.has(value) ? value : undefined;
  if (isRawJson(value)) return digitsOf(value.rawJSON);
  return typeof value === 'number' ? digitsOf(String(value)) : undefined;
}

/** The digits of a whole number, however it is written, from four on. */
function digitsOf(written: string): string | undefined {
  const number = Number(written);
  if (!Number.isInteger(number) || Math.abs(number) < 1000) return undefined;
  return /^-?\d+$/.test(written) ? written : BigInt(number).toString();
}

/** `dateOfBirth`, `date_of_birth` → `date of birth`. */
function keyWords(key: string): string {
  return key
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_\-.]+/g, ' ')
    .toLowerCase();
}

/** The slot of spoken words at `holder[key]`, which is changed in place when the slot is put. */
export function turnSlot(holder: Container, key: string, path: string, speaker: Speaker): TextSlot {
  return {
    path,
    speaker,
    text: String(holder[key]),
    place: 'turn',
    put: (masked) => {
      holder[key] = masked;
    },
  };
}

/**
 * Slots of a string that holds JSON (tool-call arguments, a tool's result): its leaves, and the names
 * of fields that no program gives. The string is re-serialised only when one of them changed (design
 * D3), or when a key stands twice: of its values the last is searched, so the last alone may leave.
 * Text that is no JSON object or array is one slot of its own. Fault `validation_failed` when it nests
 * too deeply.
 */
export function jsonTextSlots(
  holder: Container,
  key: string,
  path: string,
  speaker: Speaker,
): TextSlot[] {
  const text = holder[key];
  if (typeof text !== 'string' || text === '') return [];
  const parsed = parseStructure(text);
  if (parsed === undefined) {
    return [turnSlot(holder, key, path, speaker)];
  }
  if (deeperThan(parsed, maxDepth)) {
    throw new Fault('validation_failed', `${path} holds JSON that nests too deeply`);
  }
  const whole = JSON.stringify(parsed);
  if (memberCount(whole) !== memberCount(text)) holder[key] = whole;
  const root: Container = { value: inexactNumber.test(text) ? parseExact(text) : parsed };
  const names: MemberNames = new Map();
  // Written once, with the request: there may be thousands of them.
  const changed = { toJSON: () => writeJson(root['value'], names) };
  const nameSlots: TextSlot[] = [];
  const leaves = leafSlots(root, 'value', path, speaker, (member) => {
    if (!programName.test(member.key)) nameSlots.push(memberNameSlot(member, speaker, names));
  });
  return [...leaves, ...nameSlots].map((slot) => ({
    ...slot,
    put: (masked: string) => {
      if (masked === slot.text) return;
      slot.put(masked);
      holder[key] = changed;
    },
  }));
}

/** What may be a number that is written otherwise than it was read. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

/**
 * What a program calls a field; anything else in its place may be what somebody said. With five digits
 * it may be somebody's number, such as that of a record.
 */
const programName = /^(?!(?:\D*\d){5})[A-Za-z_$][\w$.-]{0,63}$/;

/** By object: what stands for the names of its fields. */
type MemberNames = Map<Container, Map<string, string>>;

function memberNameSlot(
  { holder, key, path }: Parameters<AtMember>[0],
  speaker: Speaker,
  names: MemberNames,
): TextSlot {
  return {
    path: `${path}.key`,
    speaker,
    text: key,
    place: 'field',
    put: (masked) => {
      const own = names.get(holder) ?? new Map();
      names.set(holder, own.set(key, masked));
    },
  };
}

/** JSON with other names for some fields; two that come to be called the same both stay. */
function writeJson(value: unknown, names: MemberNames): string {
  const isLeaf = typeof value !== 'object' || value === null || isRawJson(value);
  if (names.size === 0 || isLeaf) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => writeJson(item, names)).join(',')}]`;
  const own = names.get(value as Container);
  const members = Object.entries(value).map(
    ([name, item]) => `${JSON.stringify(own?.get(name) ?? name)}:${writeJson(item, names)}`,
  );
  return `{${members.join(',')}}`;
}

function parseStructure(text: string): object | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

const jsonString = /"(?:[^"\\]|\\.)*"/g;

/** How many members all objects of valid JSON have, those that a later one replaces included. */
function memberCount(json: string): number {
  return json.replace(jsonString, '').split(':').length - 1;
}
