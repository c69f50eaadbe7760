import { Fault, tooMuchAt } from '../domain/fault.ts';
import { excessIn, maxDepth, maxValues, tooManyValues } from '../domain/json-limits.ts';
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
  type Leaf,
  type Leaves,
  leafAt,
  newOwner,
  type Owner,
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

function* openLeaf(leaf: Leaf): Generator<Leaf | undefined> {
  const { text, at } = leaf;
  const isDeepest = at.depth >= maxDepth;
  const base64 = isDeepest ? undefined : base64Text(text);
  if (base64 !== undefined) {
    const inside = { text: base64.text };
    const owner = ownerOf(leaf, () => base64.encode(`${inside.text}`));
    yield* openInside(inside, { ...at, path: `${at.path}.base64`, owner });
    return;
  }
  const form = formText(text);
  const lines = form === undefined && !isDeepest ? spokenLines(text) : undefined;
  if (form !== undefined) yield* openForm(form, leaf);
  else if (lines !== undefined) yield* openLines(lines, leaf);
  else yield* openPieces(leaf);
}

/** Owns what a leaf packs: the leaf is written again where that changes. */
function ownerOf({ write, at }: Leaf, again: () => string): Owner {
  return newOwner(() => {
    write(new DeferredText(again));
    at.owner.changed();
  });
}

/** Opens the text that another text packed, one level deeper. */
function openInside(inside: { text: string }, at: Place): Leaves {
  return openLeaves([leafAt(inside, 'text', inside.text, { ...at, depth: at.depth + 1 })]);
}

/** A field of form data is read with the words of its name, as a field of JSON is. */
function* openForm({ fields, write }: FormText, leaf: Leaf): Generator<Leaf | undefined> {
  const { path, speaker, depth } = leaf.at;
  const names = fields.map(({ name }) => name);
  const roots = fields.map((field) => ({ ...field }));
  const owner = ownerOf(leaf, () =>
    write(roots.map(({ name, value }) => ({ name, value: `${value}` }))),
  );
  for (const [index, root] of roots.entries()) {
    const own = { path: `${path}[${index}]`, speaker, depth: depth + 1, owner };
    const at: Place = { ...own, place: 'field' };
    const { name } = root;
    if (!name.split(/[[\]]+/).every((word) => word === '' || programName.test(word)))
      yield { ...leafAt(root, 'name', name, { ...at, path: `${at.path}.key` }), known: {} };
    if (depth < maxDepth)
      yield* openLeaves(walkValue(root, 'value', { ...at, ...formFieldMeaning(name, names) }));
  }
}

/** What was said or pressed line by line is one text; the times around it are none. */
function* openLines(lines: readonly SpokenLine[], leaf: Leaf): Generator<Leaf | undefined> {
  const roots = lines.map((line) => ({ ...line }));
  const owner = ownerOf(leaf, () => roots.map(({ text }) => `${text}`).join(''));
  const at = { ...leaf.at, owner };
  const pieces = roots.filter(({ as }) => as === 'piece');
  const members = pieces.map((holder) => ({ holder, key: 'text', text: holder.text }));
  for (const series of speechOf({ members })) yield seriesLeaf(series, at);
  for (const root of roots) if (root.as === 'words') yield* openInside(root, at);
}

/** A piece of a text, and how it is written again. */
interface Part {
  readonly leaves: Leaves;
  readonly again: () => string;
}

function* openPieces(leaf: Leaf): Generator<Leaf | undefined> {
  const { at } = leaf;
  const { pieces, base64s } = yield* piecesOf(leaf);
  const isWhole = pieces.length === 1;
  const insides = base64s.map(({ text }) => ({ text }));
  const parts: Part[] = [];
  const owner = ownerOf(leaf, () => {
    const joined = parts.map(({ again }) => again()).join('');
    return base64s.reduce((whole, { written, text: before, encode }, index) => {
      const after = `${insides[index]?.text}`;
      return after === before ? whole : whole.replaceAll(written, () => encode(after));
    }, joined);
  });
  for (const [index, piece] of pieces.entries()) {
    const place = { ...at, path: isWhole ? at.path : `${at.path}.piece[${index}]`, owner };
    if (piece.json === undefined) parts.push(wordsPart(piece, place, isWhole));
    else parts.push(yield* jsonPart(piece.text, piece.json, place));
  }
  for (const { leaves } of parts) yield* leaves;
  for (const [index, inside] of insides.entries()) {
    const { path, speaker, depth } = at;
    const place = { path: `${path}.base64[${index}]`, speaker, depth, owner };
    yield* openInside(inside, { ...place, place: 'field' });
  }
}

interface Pieces {
  readonly pieces: readonly TextPiece[];
  readonly base64s: readonly Base64Piece[];
}

function* piecesOf({ text, at }: Leaf): Generator<undefined, Pieces> {
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
): Part {
  const root = { text };
  const isSaid = isWhole || goesOn !== undefined || /[\p{L}\p{N}]/u.test(text);
  const known: Leaf['known'] = {
    ...(goesOn === true && { goesOn }),
    ...(fields.length > 0 && { fields }),
    ...(opened.length > 0 && { opened }),
  };
  const leaves = isSaid ? [{ ...leafAt(root, 'text', text, at), known }] : [];
  return { leaves, again: () => root.text };
}

/** JSON that may hold a number which `JSON.stringify` writes differently. */
const inexactNumber = /\d{16}|\d[.eE]|-0/;

/**
 * JSON that ends where it was truncated before. Where a key occurs twice it is written anew, so that only the value
 * searched leaves.
 */
function* jsonPart(
  text: string,
  { value, missing }: NonNullable<TextPiece['json']>,
  at: Place,
): Generator<undefined, Part> {
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
  return { leaves: openLeaves(walkValue(root, 'value', { ...at, owner })), again };
}
