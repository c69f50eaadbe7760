import type { Speaker } from '../domain/detection.ts';
import { dottedPath, Fault } from '../domain/fault.ts';
import { excessIn, maxDepth, maxValues } from '../domain/json-limits.ts';
import { arePersonal, kindOfField, kindOfName } from './documents/field-names.ts';
import { documentFields } from './documents/index.ts';
import {
  type Base64Piece,
  type Base64Text,
  base64Pieces,
  base64Text,
  type FormText,
  formText,
  mostPieces,
} from './encoded-text.ts';
import { cueOf, isSearched, keyWords } from './field-cues.ts';
import { columnsBeside, fieldName, itemPosition } from './field-meaning.ts';
import {
  type Container,
  DeferredText,
  isBranch,
  type MemberNames,
  programName,
  readExact,
  writeJson,
} from './outbound-json.ts';
import { isPlainSpeech } from './plain-speech.ts';
import {
  jsonPieces,
  memberCount,
  type ReadJson,
  splitLongText,
  type TextPiece,
} from './text-pieces.ts';
import {
  type JsonDocument,
  namedFields,
  nameSlot,
  nameSlots,
  numberSlots,
  type SlotPosition,
  type Slots,
  slotAt,
  type TextSlot,
} from './text-slot.ts';

const nothing = () => undefined;

/**
 * Slots of the text at `holder[key]`. Opens JSON in it level by level (design D3), and text that is base64
 * or form data: its leaves, field names that no program gave, and the words around it. Writes it again
 * only where one of them changed, or when a key occurs twice: only the last value of such a key is
 * searched, so only that one leaves. Fault `validation_failed` when it nests too deeply.
 */
export function textSlots(holder: Container, key: string, path: string, speaker: Speaker): Slots {
  return textSlotsAt(holder, key, { path, speaker, place: 'turn', depth: 0 }, nothing);
}

/**
 * Slots for every string below `root[key]`, for every number that may identify somebody, and for field
 * names that no program gave, whose replacements go into `names`. `put` changes `root` in place, so it
 * must be the outbound copy.
 */
export function leafSlots(
  root: Container,
  key: string | number,
  at: Pick<TextSlot, 'path' | 'speaker' | 'cue'>,
  names: MemberNames,
): Slots {
  return valueSlots(root, key, { ...at, place: 'field', depth: 0 }, { names, changed: nothing });
}

function* textSlotsAt(
  holder: Container,
  key: string | number,
  at: SlotPosition,
  changed: () => void,
): Generator<TextSlot | undefined> {
  const text = String(holder[key]);
  if (isPlainSpeech(text)) yield slotAt(holder, key, at, changed);
  else yield* openedSlots(holder, key, text, at, changed);
}

function* openedSlots(
  holder: Container,
  key: string | number,
  text: string,
  at: SlotPosition,
  changed: () => void,
): Generator<TextSlot | undefined> {
  const base64 = at.depth < maxDepth ? base64Text(text) : undefined;
  if (base64 !== undefined) {
    yield* base64Slots(holder, key, base64, at, changed);
    return;
  }
  const form = formText(text);
  if (form !== undefined) {
    yield* formSlots(holder, key, form, at, changed);
    return;
  }
  const { pieces, base64s } = yield* piecesOf(text, at);
  const isWhole = pieces.length === 1;
  if (isWhole && base64s.length === 0 && pieces[0]?.json === undefined) {
    yield withOwnFields(slotAt(holder, key, at, changed), pieces[0]);
    return;
  }
  const written: (() => string)[] = [];
  const contents: Container[] = base64s.map((one) => ({ text: one.text }));
  const rewrite = () => {
    const joined = () => withBase64(written.map((write) => write()).join(''), base64s, contents);
    holder[key] = new DeferredText(base64s.length === 0 ? written : [joined]);
    changed();
  };
  for (const [index, piece] of pieces.entries()) {
    const place = isWhole ? at : { ...at, path: `${at.path}.piece[${index}]` };
    const { slots, write } = yield* pieceSlots(piece, place, rewrite);
    written.push(write);
    yield* slots;
  }
  const { path, speaker, depth } = at;
  for (const [index, content] of contents.entries()) {
    const inside = { path: `${path}.base64[${index}]`, speaker, depth: depth + 1 };
    yield* textSlotsAt(content, 'text', { ...inside, place: 'field' }, rewrite);
  }
}

/** The pieces of a text, and the base64 in its words. Fault `validation_failed` for too much base64. */
function* piecesOf(text: string, { path, depth }: SlotPosition) {
  const pieces: TextPiece[] = [];
  const base64s: Base64Piece[] = [];
  for (const piece of (yield* jsonPieces(text)) ?? [{ text }]) {
    const read = yield* withFields(piece, depth);
    base64s.push(...(read.opened ?? []));
    pieces.push(...splitLongText(read));
    if (base64s.length > mostPieces)
      throw tooMuch(path, `must hold at most ${mostPieces} pieces of base64`, 'base64');
  }
  return { pieces, base64s };
}

/** A text with the base64 in it written again where its content changed. */
function withBase64(
  text: string,
  base64s: readonly Base64Piece[],
  contents: readonly Container[],
): string {
  return base64s.reduce((whole, { written, text: before, encode }, index) => {
    const after = `${contents[index]?.['text']}`;
    return after === before ? whole : whole.replaceAll(written, () => encode(after));
  }, text);
}

/** Words with the documents and the base64 in them; the leaves of JSON are texts of their own. */
function* withFields(
  piece: TextPiece,
  depth: number,
): Generator<undefined, TextPiece & { readonly opened?: readonly Base64Piece[] }> {
  if (piece.json !== undefined) return { ...piece, opened: [] };
  const opened = depth < maxDepth ? base64Pieces(piece.text) : [];
  return { ...piece, opened, fields: yield* documentFields(piece.text) };
}

/** The name of a field says more than what its text looks like. */
function withOwnFields(
  slot: TextSlot,
  { fields = [], opened = [] }: Pick<TextPiece, 'fields' | 'opened'> = {},
): TextSlot {
  const isStated = slot.fields !== undefined || fields.length === 0;
  return { ...slot, ...(!isStated && { fields }), ...(opened.length > 0 && { opened }) };
}

function base64Slots(
  holder: Container,
  key: string | number,
  { text, encode }: Base64Text,
  at: SlotPosition,
  changed: () => void,
): Slots {
  const root: Container = { text };
  return textSlotsAt(
    root,
    'text',
    { ...at, path: `${at.path}.base64`, depth: at.depth + 1 },
    () => {
      holder[key] = new DeferredText([() => encode(`${root['text']}`)]);
      changed();
    },
  );
}

/** A field of form data is read with the words of its name, as a field of JSON is. */
function* formSlots(
  holder: Container,
  key: string | number,
  { fields, write }: FormText,
  { path, speaker, depth }: SlotPosition,
  changed: () => void,
): Generator<TextSlot | undefined> {
  const roots: readonly Container[] = fields.map((field) => ({ ...field }));
  const rewrite = () => {
    const text = () =>
      write(roots.map(({ name, value }) => ({ name: `${name}`, value: `${value}` })));
    holder[key] = new DeferredText([text]);
    changed();
  };
  const isPersonal = () => arePersonal(fields.map(({ name }) => name));
  for (const [index, { name, value }] of fields.entries()) {
    const root = roots[index] ?? {};
    const at: SlotPosition = {
      path: `${path}[${index}]`,
      speaker,
      depth: depth + 1,
      place: 'field',
    };
    const words = name.split(/[[\]]+/).filter((word) => word !== '');
    const isProgram = words.every((word) => programName.test(word));
    if (!isProgram) yield slotAt(root, 'name', { ...at, path: `${at.path}.key` }, rewrite);
    const kind = kindOfName(words.join(' ')) ?? kindOfField(name, { isPersonal });
    const named = { name, kind, kindAbove: undefined };
    if (isSearched(value) && depth < maxDepth)
      yield* textSlotsAt(root, 'value', { ...at, named, cue: keyWords(words.join(' ')) }, rewrite);
  }
}

interface PieceSlots {
  readonly slots: Slots;
  readonly write: () => string;
}

function* pieceSlots(
  { text, json, goesOn, ...found }: TextPiece,
  at: SlotPosition,
  changed: () => void,
): Generator<undefined, PieceSlots> {
  if (json !== undefined) return yield* jsonSlots(text, json, at, changed);
  const root = { text };
  const own = { ...slotAt(root, 'text', at, changed), ...(goesOn === true && { goesOn }) };
  const slot = withOwnFields(own, found);
  const isSaid = goesOn !== undefined || /[\p{L}\p{N}]/u.test(text);
  return { slots: isSaid ? [slot] : [], write: () => root.text };
}

function* jsonSlots(
  text: string,
  { value, missing }: ReadJson,
  at: SlotPosition,
  changed: () => void,
): Generator<undefined, PieceSlots> {
  const excess = excessIn(value, maxDepth - at.depth, maxValues);
  if (excess === 'values') throw tooManyValues(at.path);
  if (excess === 'depth')
    throw new Fault('validation_failed', `${at.path} holds JSON that nests too deeply`);
  const names: MemberNames = new Map();
  const whole = text + missing;
  yield undefined;
  const root: Container = { value: inexactNumber.test(whole) ? yield* readExact(whole) : value };
  let isChanged = false;
  const rewrite = () => {
    isChanged = true;
    changed();
  };
  const given = yield* memberCount(whole);
  const kept = yield* memberCount(JSON.stringify(value));
  if (given !== kept) rewrite();
  yield undefined;
  return {
    slots: valueSlots(root, 'value', at, { names, changed: rewrite }),
    write: () => (isChanged ? without(missing, writeJson(root['value'], names)) : text),
  };
}

/** The fault of a text or field with more than `maxValues` values. */
export function tooManyValues(path: string): Fault {
  return tooMuch(path, `must hold at most ${maxValues} values`, 'JSON');
}

function tooMuch(path: string, message: string, what: string): Fault {
  const details = [{ path: dottedPath(path), message }];
  return new Fault('validation_failed', `the request holds too much ${what}`, { details });
}

/** Truncates JSON where it was truncated before. */
function without(end: string, json: string): string {
  return json.endsWith(end) ? json.slice(0, json.length - end.length) : json;
}

/** JSON that may hold a number which `JSON.stringify` writes differently. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

function valueSlots(
  holder: Container,
  key: string | number,
  at: SlotPosition,
  document: JsonDocument,
): Slots {
  const value = holder[key];
  const isText = typeof value === 'string';
  if (isText && (isSearched(value) || namedFields(value, at.named) !== undefined))
    return textSlotsAt(holder, key, at, document.changed);
  if (isBranch(value)) return branchSlots(value, at, document);
  return numberSlots(holder, key, at, document.changed);
}

/** Members between pauses (design D43). */
const membersAtOnce = 64;

function* branchSlots(
  value: Container,
  at: SlotPosition,
  document: JsonDocument,
): Generator<TextSlot | undefined> {
  const items = Array.isArray(value) ? value : undefined;
  for (const [index, name] of Object.keys(value).entries()) {
    // Numbers, short words and empty lists have no slots: a walk over them must pause too.
    if (index % membersAtOnce === 0) yield undefined;
    // Keys come from outside: events name a leaf by its position, never by its key.
    const place = { ...at, path: `${at.path}[${index}]`, depth: at.depth + 1 };
    if (items !== undefined) {
      const item = itemPosition(items, index, { ...place, place: 'field' });
      yield* valueSlots(value, index, item, document);
    } else yield* memberSlots(value, name, place, document);
  }
}

function* memberSlots(
  holder: Container,
  name: string,
  at: SlotPosition,
  document: JsonDocument,
): Generator<TextSlot | undefined> {
  yield* nameSlots(holder, name, at, document);
  const cue = cueOf(holder, name, at.cue ?? '');
  yield* name === 'required' && Array.isArray(holder[name]) && isBranch(holder['properties'])
    ? requiredSlots(holder[name], holder['properties'], at, document)
    : valueSlots(
        holder,
        name,
        {
          ...at,
          place: 'field',
          cue,
          named: fieldName(holder, name, cue, at.named),
          columns: columnsBeside(holder, name),
        },
        document,
      );
}

/** A schema's `required` lists names of its properties: both are masked alike, so that they still match. */
function* requiredSlots(
  required: unknown[],
  properties: Container,
  { path, speaker, depth }: SlotPosition,
  document: JsonDocument,
): Generator<TextSlot | undefined> {
  const holder = required as unknown as Container;
  for (const [index, name] of required.entries()) {
    const at: SlotPosition = {
      path: `${path}[${index}]`,
      speaker,
      place: 'field',
      depth: depth + 1,
    };
    if (typeof name !== 'string' || !Object.hasOwn(properties, name))
      yield* valueSlots(holder, index, at, document);
    else
      yield* nameSlot(name, { path: at.path, speaker }, (masked) => {
        holder[index] = masked;
        document.changed();
      });
  }
}
