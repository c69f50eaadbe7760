const named: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  nbsp: ' ',
  commat: '@',
  period: '.',
  hyphen: '-',
};

/** Everything that one can read in a body: its strings and names of fields, however they are escaped. */
export function decodedTexts(body: string): readonly string[] {
  const read = new Set<string>();
  const open = [body];
  for (let text = open.pop(); text !== undefined; text = open.pop()) {
    if (read.has(text)) continue;
    read.add(text);
    open.push(...leavesOf(parsed(text)), ...readings(text));
  }
  return [...read];
}

function readings(text: string): readonly string[] {
  return [percentDecoded(text), entityDecoded(text), unescaped(text), inAscii(text)];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function leavesOf(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null)
    return value === undefined ? [] : [String(value)];
  return Object.entries(value).flatMap(([key, item]) => [key, ...leavesOf(item)]);
}

function percentDecoded(text: string): string {
  return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, (found) => {
    try {
      return decodeURIComponent(found);
    } catch {
      return found;
    }
  });
}

function entityDecoded(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|#x([0-9a-f]+)|([a-z]+));/gi, (found, decimal, hex, name) => {
    if (name !== undefined) return named[String(name).toLowerCase()] ?? found;
    return String.fromCharCode(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}

/** One level of JSON's escapes, in a text that is none or is cut off. */
function unescaped(text: string): string {
  return text.replaceAll(/\\(?:u([0-9a-f]{4})|(.))/gi, (_, code, sign) => {
    if (code !== undefined) return String.fromCharCode(Number.parseInt(code, 16));
    return /[nrtbf]/.test(sign) ? ' ' : sign;
  });
}

function inAscii(text: string): string {
  const arabic = /[\u0660-\u0669]/g;
  return text.normalize('NFKC').replaceAll(arabic, (digit) => `${digit.charCodeAt(0) - 0x660}`);
}

/** A text without separators and case. */
export const squeezed = (text: string): string => text.replace(/[^a-z0-9]/gi, '').toLowerCase();
