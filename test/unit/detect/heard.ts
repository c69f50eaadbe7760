import { detectRegex } from '../../../server/detect/index.ts';
import type { Speaker, Utterance } from '../../../server/domain/detection.ts';
import type { Policy } from '../../../server/domain/policy.ts';
import { shadowOf } from '../../../server/normalize/index.ts';

/** What was said, its values in brackets, perhaps behind the question: `question >> answer`. */
export type Said = string;

function utteranceOf(text: string, speaker: Speaker, codes: readonly string[]): Utterance {
  return { speaker, text, shadow: shadowOf(text, codes) };
}

/** The text with each detection in brackets, and the kinds found, left to right. */
export function heard(
  said: Said,
  policy: Policy,
): { readonly hidden: string; readonly kinds: string[] } {
  const [answer = '', question] = said.split(' >> ').toReversed();
  const text = answer.replace(/[[\]]/g, '');
  const before =
    question === undefined ? [] : [utteranceOf(question, 'assistant', policy.languages)];
  const found = detectRegex(
    { utterance: utteranceOf(text, 'user', policy.languages), before },
    policy,
  );
  const ends = found.map(({ end }, at) => text.slice(end, found[at + 1]?.start ?? text.length));
  const hidden = found
    .map(({ start, end }, at) => `[${text.slice(start, end)}]${ends[at]}`)
    .join('');
  const lead = text.slice(0, found[0]?.start ?? text.length);
  return { hidden: lead + hidden, kinds: found.map(({ kind }) => kind) };
}
