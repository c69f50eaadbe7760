import { allMatches } from '../../domain/all-matches.ts';
import { type DocumentField, type DocumentReader, fieldAt, inWindows } from './document-field.ts';

/** The header of a message that names people, and what stands in it (RFC 5322). */
const header =
  /(?<=^|[\r\n]|\\[rn])[ \t>]{0,8}(?:from|to|cc|bcc|sender|reply-to|(?:resent|original|delivered|envelope)-(?:from|to|sender)|return-path|disposition-notification-to|x-original-to)[ \t]{0,3}:((?:[^\r\n\\]|\\[^rn]){3,1000})/gi;
/** `Lena Marsh <lena@example.com>` in a sentence or before "wrote:". */
const mailbox =
  /(?<![\p{L}\d])((?:\p{Lu}[\p{L}\p{M}.'’-]{0,24} ){1,4})(?=<[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,120}>)/gu;
const address = /[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[\w.-]{1,120}/g;
const before = /^[\s,;:"'(<>)]+|[\s,;"'(<]+$/g;

/** The people in the headers of a message: their names and addresses. */
export const readMailHeaders: DocumentReader = (text) =>
  text.includes('@') ? inWindows(text, people) : [];

function people(text: string): readonly DocumentField[] {
  const inHeaders = allMatches(text, header).flatMap(({ index, 0: all, 1: value = '' }) =>
    mailboxes(text, index + all.length - value.length, value),
  );
  const apart = allMatches(text, mailbox).flatMap(({ index, 1: name = '' }) =>
    fieldAt(text, index, index + name.length, 'NAME', 'mail'),
  );
  return [...inHeaders, ...apart];
}

/** The addresses of a header, and the name before each, or behind it in brackets. */
function mailboxes(text: string, at: number, value: string): readonly DocumentField[] {
  const fields: DocumentField[] = [];
  let last = 0;
  for (const { index, 0: found } of allMatches(value, address)) {
    fields.push(...nameIn(text, at + last, value.slice(last, index)));
    fields.push(...fieldAt(text, at + index, at + index + found.length, 'EMAIL', 'mail'));
    last = index + found.length;
    const [inside = ''] = /^>? {0,2}\([^()]{1,60}\)/.exec(value.slice(last, last + 64)) ?? [];
    fields.push(...nameIn(text, at + last, inside));
    last += inside.length;
  }
  return fields;
}

function nameIn(text: string, at: number, written: string): readonly DocumentField[] {
  const name = written.replace(before, '');
  if (name === '') return [];
  const start = at + written.indexOf(name);
  return fieldAt(text, start, start + name.length, 'NAME', 'mail');
}
