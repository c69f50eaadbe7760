/** An element of a document; texts between elements are kept in `text`. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

const piece =
  /<\?[^?]*\?>|<!DOCTYPE[^>]*>|<!--(?:(?!--)[\s\S])*-->|<\/([\w:]+)\s*>|<([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>|([^<]+)/y;

/** Reads a document; throws where it is not well-formed. Knows what our templates use of XML. */
export function readXml(source: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  piece.lastIndex = 0;
  while (piece.lastIndex < source.length) {
    const at = piece.lastIndex;
    const match = piece.exec(source);
    if (match === null) throw new Error(`not well-formed at: ${source.slice(at, at + 60)}`);
    take(match, open);
  }
  const [only] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || only === undefined) {
    throw new Error('not one closed root element');
  }
  return only;
}

function take([, end, start, attributes = '', empty, text]: RegExpExecArray, open: Element[]) {
  const parent = open.at(-1);
  if (parent === undefined) throw new Error('text after the end');
  if (text !== undefined) parent.text += unescaped(text);
  if (start !== undefined) {
    const element = { name: start, attributes: attributesOf(attributes), children: [], text: '' };
    parent.children.push(element);
    if (empty === '') open.push(element);
  }
  if (end === undefined) return;
  if (parent.name !== end) throw new Error(`</${end}> closes <${parent.name}>`);
  open.pop();
}

function attributesOf(source: string): Record<string, string> {
  const pairs = [...source.matchAll(/([\w:]+)="([^"]*)"/g)];
  const attributes = Object.fromEntries(
    pairs.map(([, name, value = '']) => [name, unescaped(value)]),
  );
  if (Object.keys(attributes).length !== pairs.length) throw new Error('an attribute stands twice');
  return attributes;
}

function unescaped(text: string): string {
  if (/&(?!#\d+;|(?:amp|lt|gt|quot);)/.test(text)) throw new Error('a bare &');
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)));
}

/** All elements of a name, however deep. */
export function all(element: Element, name: string): readonly Element[] {
  const here = element.name === name ? [element] : [];
  return [...here, ...element.children.flatMap((child) => all(child, name))];
}
