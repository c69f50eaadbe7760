/** A text in three: what it has in common with another at its beginning and end, and what is its own. */
export interface WordDiff {
  readonly before: string;
  readonly own: string;
  readonly after: string;
}

/** Where `text` differs from `other`, in whole words; `own` is empty when it does not. */
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
