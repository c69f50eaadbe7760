/** A field of a text that is form data, decoded. */
export interface FormField {
  readonly name: string;
  readonly value: string;
}

/** A text that is form data (`application/x-www-form-urlencoded`). */
export interface FormText {
  readonly fields: readonly FormField[];
  /** The text with these fields in place of its own; what did not change is written as it was. */
  readonly write: (fields: readonly FormField[]) => string;
}

const pair = /^([A-Za-z_][\w.%[\]-]{0,127})=([^\r\n]*)$/;

/** The fields of a text that is form data, such as `id=7&last_name=Lee`; undefined when it is none. */
export function formText(text: string): FormText | undefined {
  if (!text.includes('=')) return undefined;
  const parts = text.split('&').map((part) => pair.exec(part) ?? []);
  if (parts.length === 1 && /\s|=$/.test(text)) return undefined;
  const fields = parts.map(([, name, value]) => fieldOf(name, value));
  if (!fields.every((field) => field !== undefined)) return undefined;
  const rewrite = (written = '', before = '', after = ''): string => {
    if (before === after) return written;
    return written === before ? after : encodeURIComponent(after).replaceAll('%20', '+');
  };
  const write: FormText['write'] = (masked) =>
    parts
      .map(([, name, value], at) => {
        const [before, after] = [fields[at], masked[at]];
        return `${rewrite(name, before?.name, after?.name)}=${rewrite(value, before?.value, after?.value)}`;
      })
      .join('&');
  return { fields, write };
}

function fieldOf(name: string | undefined, value: string | undefined): FormField | undefined {
  const decoded = { name: decode(name), value: decode(value) };
  return decoded.name === undefined || decoded.value === undefined
    ? undefined
    : { name: decoded.name, value: decoded.value };
}

/** A plus sign is a blank, but in what was never encoded. */
function decode(written: string | undefined): string | undefined {
  if (written === undefined) return undefined;
  try {
    return decodeURIComponent(/[\s@]/.test(written) ? written : written.replaceAll('+', ' '));
  } catch {
    return undefined;
  }
}
