import { parse } from 'tldts';
import type { Match, Recognizer } from '../recognizer.ts';

const host = /@ ?[\p{L}\p{N}][\p{L}\p{N}.-]{1,252}/gu;
const local = /[\p{L}\p{N}.!#$%&*+/=?^_`{|}~'-]{1,64}$/u;
const localEdge = /^[.'&/=?|{}`-]+/;

export const patterns: readonly RegExp[] = [host, local, localEdge];

/** E-mail addresses with a registered top-level domain; spoken ones are written out in the shadow. */
export const emailRecognizer: Recognizer = {
  kind: 'EMAIL',
  detector: 'regex.email',
  find: ({ text }) =>
    text.includes('@')
      ? Array.from(text.matchAll(host), ({ index, 0: domain }) =>
          readAddress(text, index, domain),
        ).filter((match) => match !== undefined)
      : [],
};

function readAddress(text: string, at: number, domain: string): Match | undefined {
  const lead = domain.startsWith('@ ') ? 2 : 1;
  const length = registeredLength(domain.slice(lead));
  const to = lead === 2 && text[at - 1] === ' ' ? at - 1 : at;
  const name = local.exec(text.slice(Math.max(0, to - 64), to))?.[0].replace(localEdge, '') ?? '';
  if (length === 0 || name === '') return undefined;
  return { start: to - name.length, end: at + lead + length, score: 0.98, rule: 'address' };
}

/** Characters of the longest host at the start of `text` under a registered top-level domain; 0 when none. */
function registeredLength(text: string): number {
  let candidate = text.replace(/[.-]+$/, '');
  for (let tries = 0; tries < 3 && candidate.includes('.'); tries += 1) {
    const parsed = parse(candidate);
    if (parsed.isIcann === true && parsed.domain !== null) return candidate.length;
    candidate = candidate.slice(0, candidate.lastIndexOf('.'));
  }
  return 0;
}
