import { Fault, tooMuchAt } from '../domain/fault.ts';
import { excessIn, maxDepth, maxValues, tooManyValues } from '../domain/json-limits.ts';
import { documentFields } from './documents/index.ts';
import {
  type Base64Piece,
  type Base64Text,
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
  DeferredText,
  programName,
  readExact,
  writeJson,
} from './outbound-json.ts';
import { isPlainSpeech } from './plain-speech.ts';
import { speechOf } from './series.ts';
import { type SpokenLine, spokenLines } from './spoken-lines.ts';
import { jsonPieces, memberCount, splitLongText, type TextPiece } from './text-pieces.ts';
import {
  fieldBelow,
  type Leaf,
  type Leaves,
  leafAt,
  newOwner,
  type Place,
  seriesLeaf,
  walkValue,
} from './walk-value.ts';

/**
 * Opens what these leaves pack, level by level (design D3): base64 or form data as a whole, or else the JSON and the
 * base64 among the words. What was opened is written again where something in it changed. Fault `validation_failed` for
 * a text that nests too deeply or holds too much.
 */
export function* openLeaves(leaves: Leaves): Generator<Leaf | undefined> {
  for (const leaf of leaves) {
    if (leaf === undefined || leaf.known !== undefined || isPlainSpeech(leaf.text)) yield leaf;
    else yield* openLeaf(leaf);
  }
}

/** What a text packs, and the text written again with what changed in it. */
interface Opened {
  readonly leaves: readonly Leaves[];
  readonly again: () => string;
}

function* openLeaf({ text, at, write }: Leaf): Generator<Leaf | undefined> {
  const owner = newOwner(() => {
    write(new DeferredText(() => opened.again()));
    at.owner.changed();
  });
  const opened = yield* openText(text, { ...at, owner });
  for (const leaves of opened.leaves) yield* leaves;
}

function* openText(text: string, at: Place): Generator<undefined, Opened> {
  const isDeepest = at.depth >= maxDepth;
  const base64 = isDeepest ? undefined : base64Text(text);
  if (base64 !== undefined) return openBase64(base64, at);
  const form = formText(text);
  if (form !== undefined) return openForm(form, at);
  const lines = isDeepest ? undefined : spokenLines(text);
  return lines === undefined ? yield* openPieces(text, at) : openLines(lines, at);
}

function openBase64({ text, encode }: Base64Text, at: Place): Opened {
  const root = { text };
  const leaves = openInside(root, { ...at, path: `${at.path}.base64`, depth: at.depth + 1 });
  return { leaves: [leaves], again: () => encode(`${root.text}`) };
}

/** Opens a text that another text packed. */
function openInside(inside: { text: string }, at: Place): Leaves {
  return openLeaves([leafAt(inside, 'text', inside.text, at)]);
}

function openForm({ fields, write }: FormText, at: Place): Opened {
  const roots = fields.map((field) => ({ ...field }));
  const names = fields.map(({ name }) => name);
  const leaves = roots.map((root, index) =>
    openField(root, names, fieldBelow(at, `${at.path}[${index}]`)),
  );
  const again = () => write(roots.map(({ name, value }) => ({ name, value: `${value}` })));
  return { leaves, again };
}

/** A field of form data is read with the words of its name, as a field of JSON is. */
function* openField(
  field: { name: string; value: string },
  names: readonly string[],
  at: Place,
): Leaves {
  const { name } = field;
  if (!name.split(/[[\]]+/).every((word) => word === '' || programName.test(word)))
    yield { ...leafAt(field, 'name', name, { ...at, path: `${at.path}.key` }), known: {} };
  if (at.depth <= maxDepth)
    yield* openLeaves(walkValue(field, 'value', { ...at, ...formFieldMeaning(name, names) }));
}

/** What was said or pressed line by line is one text; the times around it are none. */
function openLines(lines: readonly SpokenLine[], at: Place): Opened {
  const roots = lines.map((line) => ({ ...line }));
  const pieces = roots.filter(({ as }) => as === 'piece');
  const members = pieces.map((holder) => ({ holder, key: 'text', text: holder.text }));
  const inside = { ...at, depth: at.depth + 1 };
  const said = speechOf({ members }).map((series) => seriesLeaf(series, at));
  const words = roots.filter(({ as }) => as === 'words').map((root) => openInside(root, inside));
  const again = () => roots.map(({ text }) => `${text}`).join('');
  return { leaves: [said, ...words], again };
}

function* openPieces(text: string, at: Place): Generator<undefined, Opened> {
  const { pieces, base64s } = yield* piecesOf(text, at);
  const isWhole = pieces.length === 1;
  const parts: Opened[] = [];
  for (const [index, piece] of pieces.entries()) {
    const place = isWhole ? at : { ...at, path: `${at.path}.piece[${index}]` };
    if (piece.json === undefined) parts.push(wordsPart(piece, place, isWhole));
    else parts.push(yield* jsonPart(piece.text, piece.json, place));
  }
  const insides = base64s.map((piece) => ({ text: piece.text }));
  const packed = insides.map((inside, index) =>
    openInside(inside, fieldBelow(at, `${at.path}.base64[${index}]`)),
  );
  const again = () => {
    const joined = parts.map((part) => part.again()).join('');
    return base64s.reduce((whole, { written, text: before, encode }, index) => {
      const after = `${insides[index]?.text}`;
      return after === before ? whole : whole.replaceAll(written, () => encode(after));
    }, joined);
  };
  return { leaves: [...parts.flatMap(({ leaves }) => leaves), ...packed], again };
}

interface Pieces {
  readonly pieces: readonly TextPiece[];
  readonly base64s: readonly Base64Piece[];
}

function* piecesOf(text: string, at: Place): Generator<undefined, Pieces> {
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
  return { pieces, base64s };
}

function refuseTooMuch(base64s: readonly Base64Piece[], { path }: Place): void {
  const said = base64s.reduce((sum, { text }) => sum + text.length, 0);
  if (base64s.length <= mostPieces && said <= mostSaid) return;
  const most =
    base64s.length > mostPieces
      ? `${mostPieces} pieces of base64`
      : `${mostSaid} characters in base64`;
  throw tooMuchAt(path, `must hold at most ${most}`, 'the request holds too much base64');
}

/** Words that are searched as they are; signs between other pieces are not. */
function wordsPart(
  { text, goesOn, fields = [], opened = [] }: TextPiece,
  at: Place,
  isWhole: boolean,
): Opened {
  const root = { text };
  const isSaid = isWhole || goesOn !== undefined || /[\p{L}\p{N}]/u.test(text);
  const known: Leaf['known'] = {
    ...(goesOn === true && { goesOn }),
    ...(fields.length > 0 && { fields }),
    ...(opened.length > 0 && { opened }),
  };
  const leaves = isSaid ? [[{ ...leafAt(root, 'text', text, at), known }]] : [];
  return { leaves, again: () => root.text };
}

/** JSON that may hold a number which `JSON.stringify` writes differently. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

/**
 * JSON that ends where it was truncated before. Where a key occurs twice it is written again, so that only the value
 * searched leaves.
 */
function* jsonPart(
  text: string,
  { value, missing }: NonNullable<TextPiece['json']>,
  at: Place,
): Generator<undefined, Opened> {
  const excess = excessIn(value, maxDepth - at.depth, maxValues);
  if (excess === 'values') throw tooManyValues(at.path);
  if (excess === 'depth')
    throw new Fault('validation_failed', `${at.path} holds JSON that nests too deeply`);
  const whole = text + missing;
  yield undefined;
  const root: Container = {
    value: inexactNumber.test(whole) ? yield* readExact(whole) : value,
  };
  const given = yield* memberCount(whole);
  const kept = yield* memberCount(JSON.stringify(value));
  yield undefined;
  let isChanged = false;
  const owner = newOwner(() => {
    isChanged = true;
    at.owner.changed();
  });
  if (given !== kept) owner.changed();
  const again = () => {
    const written = isChanged ? writeJson(root['value'], owner.names) : whole;
    return written.endsWith(missing) ? written.slice(0, written.length - missing.length) : written;
  };
  return { leaves: [openLeaves(walkValue(root, 'value', { ...at, owner }))], again };
}
