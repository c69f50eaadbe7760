import { dottedPath, Fault } from '../domain/fault.ts';
import { excessIn, maxDepth, maxValues } from '../domain/json-limits.ts';
import { documentFields } from './documents/index.ts';
import {
  type Base64Piece,
  base64Pieces,
  base64Text,
  type FormText,
  formText,
  mostPieces,
  mostSaid,
} from './encoded-text.ts';
import { formFieldMeaning } from './field-meaning.ts';
import {
  type Container,
  type MemberNames,
  programName,
  readExact,
  writeJson,
} from './outbound-json.ts';
import type { Member } from './series.ts';
import { type SpokenLine, spokenLines } from './spoken-lines.ts';
import { jsonPieces, memberCount, splitLongText, type TextPiece } from './text-pieces.ts';
import type { Place } from './walk-value.ts';

/** What an opened text holds: it stands at `holder[key]`, and is masked there. */
export interface Content {
  readonly holder: Container;
  readonly key: string;
  readonly at: Place;
  /**
   * `words` are searched as they are, `packed` text is opened in its turn, a `value` is walked, and the lines of a
   * `speech` are read as one text.
   */
  readonly as: 'words' | 'packed' | 'value' | 'speech';
  readonly members?: readonly Member[];
  /** What is known of words. */
  readonly words?: Omit<TextPiece, 'text' | 'json'>;
  /** The replaced names of a value. */
  readonly names?: MemberNames;
  /** Whether it is written anew. */
  isChanged: boolean;
}

/** A text taken apart. */
export interface OpenedText {
  readonly contents: readonly Content[];
  /** The text again, with what was changed in its contents. */
  readonly write: () => string;
}

/**
 * Opens a text (design D3): base64 or form data as a whole, or else the JSON and the base64 among its words. Each
 * content stands where it can be masked. Fault `validation_failed` when it nests too deeply or holds too much.
 */
export function* openText(text: string, at: Place): Generator<undefined, OpenedText> {
  const base64 = at.depth < maxDepth ? base64Text(text) : undefined;
  if (base64 !== undefined) {
    const inside = packed(base64.text, { ...at, path: `${at.path}.base64` });
    return { contents: [inside], write: () => base64.encode(written(inside)) };
  }
  const form = formText(text);
  if (form !== undefined) return openForm(form, at);
  const lines = at.depth < maxDepth ? spokenLines(text) : undefined;
  return lines === undefined ? yield* openPieces(text, at) : openLines(lines, at);
}

function packed(text: string, at: Place): Content {
  const place = { ...at, depth: at.depth + 1 };
  return { holder: { text }, key: 'text', at: place, as: 'packed', isChanged: false };
}

const written = ({ holder, key }: Content): string => `${holder[key]}`;

/** A field of form data is read with the words of its name, as a field of JSON is. */
function openForm({ fields, write }: FormText, { path, speaker, depth }: Place): OpenedText {
  const names = fields.map(({ name }) => name);
  const roots: readonly Container[] = fields.map((field) => ({ ...field }));
  const contents = fields.flatMap(({ name }, index): Content[] => {
    const holder = roots[index] ?? {};
    const place = { path: `${path}[${index}]`, speaker, depth: depth + 1, place: 'field' } as const;
    const content = { holder, isChanged: false };
    const isProgram = name.split(/[[\]]+/).every((word) => word === '' || programName.test(word));
    const named = { ...content, key: 'name', at: { ...place, path: `${place.path}.key` } };
    const at = { ...place, ...formFieldMeaning(name, names) };
    return [
      ...(isProgram ? [] : [{ ...named, as: 'words' } as const]),
      ...(depth < maxDepth ? [{ ...content, key: 'value', at, as: 'value' } as const] : []),
    ];
  });
  const text = () =>
    write(roots.map(({ name, value }) => ({ name: `${name}`, value: `${value}` })));
  return { contents, write: text };
}

/** What was said or pressed line by line is one text; the times around it are none. */
function openLines(lines: readonly SpokenLine[], at: Place): OpenedText {
  const roots = lines.map(({ text, as }) => ({
    holder: { text } as Container,
    key: 'text',
    text,
    as,
  }));
  const own = { holder: {}, key: 'text', at, isChanged: false };
  const members = roots.filter(({ as }) => as === 'piece');
  const others = roots.filter(({ as }) => as === 'words');
  const inside = { ...at, depth: at.depth + 1 };
  const words = others.map(({ holder }) => ({ ...own, holder, at: inside, as: 'packed' as const }));
  const write = () => roots.map(({ holder }) => `${holder['text']}`).join('');
  return { contents: [{ ...own, as: 'speech', members }, ...words], write };
}

function refuseTooMuch(base64s: readonly Base64Piece[], { path }: Place): void {
  if (base64s.length > mostPieces)
    throw tooMuch(path, `must hold at most ${mostPieces} pieces of base64`, 'base64');
  if (base64s.reduce((sum, { text }) => sum + text.length, 0) > mostSaid)
    throw tooMuch(path, `must hold at most ${mostSaid} characters in base64`, 'base64');
}

function* openPieces(text: string, at: Place): Generator<undefined, OpenedText> {
  const pieces: TextPiece[] = [];
  const base64s: Base64Piece[] = [];
  for (const piece of (yield* jsonPieces(text)) ?? [{ text }]) {
    const isWords = piece.json === undefined;
    const opened = isWords && at.depth < maxDepth ? yield* base64Pieces(piece.text) : [];
    base64s.push(...opened);
    refuseTooMuch(base64s, at);
    const fields = isWords ? yield* documentFields(piece.text) : [];
    pieces.push(...splitLongText({ ...piece, opened, fields }));
  }
  const isWhole = pieces.length === 1;
  const parts: Content[] = [];
  for (const [index, piece] of pieces.entries()) {
    const place = isWhole ? at : { ...at, path: `${at.path}.piece[${index}]` };
    parts.push(yield* contentOf(piece, place));
  }
  const inside = base64s.map((one, index) =>
    packed(one.text, {
      path: `${at.path}.base64[${index}]`,
      speaker: at.speaker,
      place: 'field',
      depth: at.depth,
    }),
  );
  const isSaid = ({ as, words, holder }: Content): boolean =>
    as !== 'words' ||
    isWhole ||
    words?.goesOn !== undefined ||
    /[\p{L}\p{N}]/u.test(`${holder['text']}`);
  const write = () => {
    const joined = parts.map((part, index) => pieceAgain(part, pieces[index])).join('');
    return base64s.reduce((whole, { written: before, text: content, encode }, index) => {
      const after = written(inside[index] as Content);
      return after === content ? whole : whole.replaceAll(before, () => encode(after));
    }, joined);
  };
  return { contents: [...parts.filter(isSaid), ...inside], write };
}

/** JSON that may hold a number which `JSON.stringify` writes differently. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

/** A piece as content; JSON in which a key occurs twice is written anew, so that only the value searched leaves. */
function* contentOf({ text, json, ...words }: TextPiece, at: Place): Generator<undefined, Content> {
  if (json === undefined)
    return { holder: { text }, key: 'text', at, as: 'words', words, isChanged: false };
  const { value, missing } = json;
  const excess = excessIn(value, maxDepth - at.depth, maxValues);
  if (excess === 'values') throw tooManyValues(at.path);
  if (excess === 'depth')
    throw new Fault('validation_failed', `${at.path} holds JSON that nests too deeply`);
  const whole = text + missing;
  yield undefined;
  const exact = inexactNumber.test(whole) ? yield* readExact(whole) : value;
  const given = yield* memberCount(whole);
  const kept = yield* memberCount(JSON.stringify(value));
  yield undefined;
  const own = { holder: { value: exact }, key: 'value', names: new Map() };
  return { ...own, at, as: 'value', isChanged: given !== kept };
}

/** A piece with its changes. JSON ends where it was truncated before. */
function pieceAgain({ as, holder, names, isChanged }: Content, piece?: TextPiece): string {
  if (as === 'words') return `${holder['text']}`;
  const { text = '', json } = piece ?? {};
  if (!isChanged) return text;
  const again = writeJson(holder['value'], names ?? new Map());
  const end = json?.missing ?? '';
  return again.endsWith(end) ? again.slice(0, again.length - end.length) : again;
}

/** The fault of a text or field with more than `maxValues` values. */
export function tooManyValues(path: string): Fault {
  return tooMuch(path, `must hold at most ${maxValues} values`, 'JSON');
}

function tooMuch(path: string, message: string, what: string): Fault {
  const details = [{ path: dottedPath(path), message }];
  return new Fault('validation_failed', `the request holds too much ${what}`, { details });
}
