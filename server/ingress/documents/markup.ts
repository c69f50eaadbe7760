import { Tokenizer, type TokenizerCallbacks } from 'htmlparser2';
import { type DocumentField, type DocumentReader, fieldAt } from './document-field.ts';
import { arePersonal, kindOfField, kindOfName } from './field-names.ts';
import { type Cell, tableFields } from './tables.ts';

/** A text or an attribute's value in markup, and the names around it. */
interface Leaf extends Cell {
  readonly name: string;
  readonly above: string;
  /** The attribute that holds it; undefined for text. */
  readonly attribute: string | undefined;
  /** The rows of tables that began before it. */
  readonly row: number;
}

/** What was read of markup so far. */
interface ReadMarkup {
  readonly leaves: Leaf[];
  readonly rows: Cell[][];
  /** The names of the elements that are open, the innermost last. */
  readonly open: string[];
  /** Names of elements and attributes. */
  readonly names: Set<string>;
}

const tag = /<[A-Za-z!?/][^<>]*>/;
/** Attributes that hold the value of their element, as in FHIR and C-CDA. */
const valueAttributes = new Set(['value', 'extension']);
/** Attributes that say what an element holds, as in forms. */
const namingAttributes = new Set(['name', 'id', 'data-label', 'data-field', 'aria-label']);
/** Attributes that say how an element looks, or what else it is. */
const plainAttributes =
  /^(?:class|style|xmlns.*|xsi:.*|type|use|root|lang|dir|scope|colspan|rowspan|width|height|align)$/;
const charactersAtOnce = 8_192;

/** XML (FHIR, C-CDA and others) and HTML: elements, attributes, tables, and labels with what follows them. */
export function* readMarkup(text: string): ReturnType<DocumentReader> & Generator {
  if (!tag.test(text)) return;
  const read: ReadMarkup = { leaves: [], rows: [], open: [], names: new Set() };
  const tokenizer = new Tokenizer(
    { xmlMode: true, decodeEntities: false },
    callbacksOf(text, read),
  );
  let done = 0;
  for (let at = 0; at < text.length; at += charactersAtOnce) {
    tokenizer.write(text.slice(at, at + charactersAtOnce));
    if (at + charactersAtOnce >= text.length) tokenizer.end();
    yield read.leaves.slice(done).flatMap((_, index) => leafFields(text, read, done + index));
    done = read.leaves.length;
  }
  yield* tableFields(text, read.rows, 'markup');
}

/** What an element or attribute says of its value, and what the leaf before it does. */
function leafFields(
  text: string,
  { leaves, names }: ReadMarkup,
  index: number,
): readonly DocumentField[] {
  const leaf = leaves[index];
  if (leaf === undefined) return [];
  const { start, end, name, above, attribute } = leaf;
  const isOwn = attribute === undefined || valueAttributes.has(attribute);
  const surroundings = { above: isOwn ? above : name, isPersonal: () => arePersonal(names) };
  const kind =
    kindOfField(isOwn ? name : attribute, surroundings) ?? labelKind(text, leaves[index - 1], leaf);
  return kind === undefined ? [] : fieldAt(text, start, end, kind, 'markup');
}

/** What the leaf before one names: `<b>Date of birth:</b> 02/20/1958`, `<input name="dob" value="…">`. */
function labelKind(text: string, label: Leaf | undefined, leaf: Leaf): string | undefined {
  if (label?.row !== leaf.row) return undefined;
  const isLabel =
    label.attribute === undefined
      ? leaf.attribute === undefined
      : namingAttributes.has(label.attribute) && leaf.attribute === 'value';
  const isNameItself = kindOfName(text.slice(leaf.start, leaf.end)) !== undefined;
  return isLabel && !isNameItself ? kindOfName(text.slice(label.start, label.end)) : undefined;
}

const mostLevels = 64;
const isCell = (name: string): boolean => /^t[dh]$/i.test(name);

/** Adds what the tokenizer meets to `read`. */
function callbacksOf(text: string, { leaves, rows, open, names }: ReadMarkup): TokenizerCallbacks {
  let [textStart, textEnd, valueStart, valueEnd, cellStart] = [-1, -1, -1, -1, -1];
  let attribute = '';
  const add = (start: number, end: number, own?: string): void => {
    if (!/[\p{L}\p{N}]/u.test(text.slice(start, end))) return;
    const [name = '', above = ''] = open.slice(-2).reverse();
    names.add(own ?? name);
    leaves.push({ start, end, name, above, attribute: own, row: rows.length });
  };
  const onText = (start: number, end: number): void => {
    if (textStart < 0) textStart = start;
    textEnd = end;
  };
  const endText = (): void => {
    if (textStart >= 0) add(textStart, textEnd);
    textStart = -1;
  };
  return {
    ontext: onText,
    oncdata: (start, end, offset) => onText(start, end - offset),
    onopentagname: (start, end) => {
      endText();
      const name = text.slice(start, end);
      open.push(name);
      if (open.length > mostLevels) open.shift();
      if (/^tr$/i.test(name)) rows.push([]);
    },
    onopentagend: (end) => {
      if (isCell(open.at(-1) ?? '')) cellStart = end + 1;
    },
    onselfclosingtag: () => {
      open.pop();
    },
    onclosetag: (start, end) => {
      endText();
      const name = text.slice(start, end);
      if (isCell(name) && cellStart >= 0) {
        rows.at(-1)?.push({ start: cellStart, end: text.lastIndexOf('<', start) });
        cellStart = -1;
      }
      const at = open.lastIndexOf(name);
      if (at >= 0) open.length = at;
    },
    onattribname: (start, end) => {
      attribute = text.slice(start, end).toLowerCase();
      valueStart = -1;
    },
    onattribdata: (start, end) => {
      if (valueStart < 0) valueStart = start;
      valueEnd = end;
    },
    onattribend: () => {
      if (valueStart >= 0 && !plainAttributes.test(attribute)) add(valueStart, valueEnd, attribute);
    },
    oncomment: endText,
    ondeclaration: endText,
    onprocessinginstruction: endText,
    onend: endText,
    ontextentity: () => undefined,
    onattribentity: () => undefined,
  };
}
