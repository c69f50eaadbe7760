/** A text in three parts: the beginning and end that it shares with another text, and the part that differs. */
export interface WordDiff {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Where `text` differs from `other`, in whole words; `own` is empty for equal texts. */
export function diffWords(text: string, other: string): WordDiff {
  const words = text.split(' ');
  const others = other.split(' ');
  const shorter = Math.min(words.length, others.length);
  let start = 0;
  while (start < shorter && words[start] === others[start]) start += 1;
  let end = 0;
  while (end < shorter - start && words.at(-1 - end) === others.at(-1 - end)) end += 1;
  const cut = words.length - end;
  return {
    before: words.slice(0, start).join(' '),
    own: words.slice(start, cut).join(' '),
    after: words.slice(cut).join(' '),
  };
}
