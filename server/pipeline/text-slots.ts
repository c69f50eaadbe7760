import { deeperThan, maxDepth } from '../domain/depth.ts';
import type { Speaker } from '../domain/detection.ts';
import { Fault } from '../domain/fault.ts';
import { isRawJson, parseExact } from '../domain/raw-json.ts';
import { type Base64Text, base64Text } from './base64-text.ts';
import { cueOf, digitsToSearch, isSearched, keyWords } from './field-cues.ts';
import { type FormText, formText } from './form-text.ts';
import { jsonPieces, memberCount, type ReadJson, type TextPiece } from './json-pieces.ts';
import {
  type Container,
  isBranch,
  type MemberNames,
  programName,
  rename,
  WrittenText,
  wordsOf,
  writeJson,
} from './member-names.ts';
import { type Place, slotAt, type TextSlot } from './text-slot.ts';

const nothing = () => undefined;

/** What values stand in: the names of its fields that change, and whom to tell that something did. */
interface Document {
  readonly names: MemberNames;
  readonly changed: () => void;
}

/**
 * Slots of the text at `holder[key]`. JSON that it is or holds is opened, level by level (design D3), and
 * base64 or form data that it is:
 * its leaves, the names of fields that no program gives, and the words around it. It is written again
 * only where one of them changed, or when a key stands twice: of its values the last is searched, so the
 * last alone may leave. Fault `validation_failed` when it nests too deeply.
 */
export function textSlots(
  holder: Container,
  key: string,
  path: string,
  speaker: Speaker,
): TextSlot[] {
  return openText(holder, key, { path, speaker, place: 'turn', depth: 0 }, nothing);
}

/**
 * Slots for every string below `root[key]`, for every number that may be somebody's, and for the names
 * of fields that no program gives; what comes to stand for those is put into `names`. `root` is changed
 * in place when a slot is put, so it must be the outbound copy.
 */
export function leafSlots(
  root: Container,
  key: string | number,
  at: Pick<TextSlot, 'path' | 'speaker' | 'cue'>,
  names: MemberNames,
): TextSlot[] {
  return openValue(root, key, { ...at, place: 'field', depth: 0 }, { names, changed: nothing });
}

function openText(
  holder: Container,
  key: string | number,
  at: Place,
  changed: () => void,
): TextSlot[] {
  const base64 = base64Text(String(holder[key]));
  if (base64 !== undefined) return openBase64(holder, key, base64, at, changed);
  const form = formText(String(holder[key]));
  if (form !== undefined) return openForm(holder, key, form, at, changed);
  const pieces = jsonPieces(String(holder[key]));
  if (pieces === undefined) return [slotAt(holder, key, at, changed)];
  const written: (() => string)[] = [];
  const isWhole = pieces.length === 1;
  return pieces.flatMap((piece, index) => {
    const place = isWhole ? at : { ...at, path: `${at.path}.piece[${index}]` };
    const { slots, write } = openPiece(piece, place, () => {
      holder[key] = new WrittenText(written);
      changed();
    });
    written.push(write);
    return slots;
  });
}

function openBase64(
  holder: Container,
  key: string | number,
  { text, encode }: Base64Text,
  at: Place,
  changed: () => void,
): TextSlot[] {
  const root: Container = { text };
  return openText(root, 'text', { ...at, path: `${at.path}.base64` }, () => {
    holder[key] = new WrittenText([() => encode(`${root['text']}`)]);
    changed();
  });
}

/** Fields of form data are read with the words of their names, as those of JSON are. */
function openForm(
  holder: Container,
  key: string | number,
  { fields, write }: FormText,
  { path, speaker, depth }: Place,
  changed: () => void,
): TextSlot[] {
  const roots: readonly Container[] = fields.map((field) => ({ ...field }));
  const rewrite = () => {
    const text = () =>
      write(roots.map(({ name, value }) => ({ name: `${name}`, value: `${value}` })));
    holder[key] = new WrittenText([text]);
    changed();
  };
  return fields.flatMap(({ name, value }, index) => {
    const root = roots[index] ?? {};
    const at: Place = { path: `${path}[${index}]`, speaker, depth: depth + 1, place: 'field' };
    const words = name.split(/[[\]]+/).filter((word) => word !== '');
    const isProgram = words.every((word) => programName.test(word));
    return [
      ...(isProgram ? [] : [slotAt(root, 'name', { ...at, path: `${at.path}.key` }, rewrite)]),
      ...(isSearched(value) && depth < maxDepth
        ? openText(root, 'value', { ...at, cue: keyWords(words.join(' ')) }, rewrite)
        : []),
    ];
  });
}

interface OpenPiece {
  readonly slots: TextSlot[];
  readonly write: () => string;
}

function openPiece({ text, json }: TextPiece, at: Place, changed: () => void): OpenPiece {
  if (json !== undefined) return openJson(text, json, at, changed);
  const root = { text };
  const slots = /[\p{L}\p{N}]/u.test(text) ? [slotAt(root, 'text', at, changed)] : [];
  return { slots, write: () => root.text };
}

function openJson(
  text: string,
  { value, missing }: ReadJson,
  at: Place,
  changed: () => void,
): OpenPiece {
  if (deeperThan(value, maxDepth - at.depth)) {
    throw new Fault('validation_failed', `${at.path} holds JSON that nests too deeply`);
  }
  const names: MemberNames = new Map();
  const whole = text + missing;
  const root: Container = { value: inexactNumber.test(whole) ? parseExact(whole) : value };
  let isChanged = false;
  const rewrite = () => {
    isChanged = true;
    changed();
  };
  if (memberCount(JSON.stringify(value)) !== memberCount(whole)) rewrite();
  return {
    slots: openValue(root, 'value', at, { names, changed: rewrite }),
    write: () => (isChanged ? without(missing, writeJson(root['value'], names)) : text),
  };
}

/** JSON breaks off where it did before. */
function without(end: string, json: string): string {
  return json.endsWith(end) ? json.slice(0, json.length - end.length) : json;
}

/** What may be a number that is written otherwise than it was read. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

function openValue(
  holder: Container,
  key: string | number,
  at: Place,
  document: Document,
): TextSlot[] {
  const value = holder[key];
  if (typeof value === 'string' && isSearched(value))
    return openText(holder, key, at, document.changed);
  if (!isBranch(value)) return numberSlots(holder, key, at, document.changed);
  const inArray = Array.isArray(value);
  return Object.keys(value).flatMap((name, index) => {
    // Keys come from outside: events name a leaf by its position, never by its key.
    const place = { ...at, path: `${at.path}[${index}]`, depth: at.depth + 1 };
    if (inArray) return openValue(value, index, { ...place, place: 'field' }, document);
    return memberSlots(value, name, place, document);
  });
}

function memberSlots(holder: Container, name: string, at: Place, document: Document): TextSlot[] {
  const values =
    name === 'required' && Array.isArray(holder[name]) && isBranch(holder['properties'])
      ? requiredSlots(holder[name], holder['properties'], at, document)
      : openValue(
          holder,
          name,
          { ...at, place: 'field', cue: cueOf(holder, name, at.cue ?? '') },
          document,
        );
  return [...nameSlots(holder, name, at, document), ...values];
}

/** What a schema requires are names of its properties: searched as those are, so that both stay one. */
function requiredSlots(
  required: unknown[],
  properties: Container,
  { path, speaker, depth }: Place,
  document: Document,
): TextSlot[] {
  const holder = required as unknown as Container;
  return required.flatMap((name, index) => {
    const at: Place = { path: `${path}[${index}]`, speaker, place: 'field', depth: depth + 1 };
    if (typeof name !== 'string' || !Object.hasOwn(properties, name))
      return openValue(holder, index, at, document);
    return nameSlot(name, { path: at.path, speaker }, (masked) => {
      holder[index] = masked;
      document.changed();
    });
  });
}

function numberSlots(
  holder: Container,
  key: string | number,
  at: Place,
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

function nameSlots(
  holder: Container,
  name: string,
  { path, speaker }: Place,
  { names, changed }: Document,
): TextSlot[] {
  return nameSlot(name, { path: `${path}.key`, speaker }, (masked) => {
    rename(names, holder, name, masked);
    changed();
  });
}

function nameSlot(
  name: string,
  at: Pick<Place, 'path' | 'speaker'>,
  to: (masked: string) => void,
): TextSlot[] {
  if (programName.test(name)) return [];
  const { text, written } = wordsOf(name);
  const put = (masked: string) => (masked === text ? undefined : to(written(masked)));
  return [{ ...at, text, place: 'field', put }];
}
