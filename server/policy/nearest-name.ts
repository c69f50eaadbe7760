import { itemAt } from '../domain/item-at.ts';
/** The known name closest to a mistyped one; undefined when none is close. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  const wanted = name.slice(0, 64).toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.ceil(wanted.length / 3) + 1;
  for (const candidate of known) {
    const distance = editDistance(wanted, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** The end of a message that suggests the name meant, or ''. */
export function suggestion(name: unknown, known: Iterable<string>): string {
  const meant = typeof name === 'string' ? nearestName(name, known) : undefined;
  return meant === undefined ? '' : `; did you mean ${meant}?`;
}

/** Levenshtein distance, one row at a time. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = itemAt(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(substituted, itemAt(row, j) + 1, itemAt(next, j - 1) + 1));
    }
    row = next;
  }
  return itemAt(row, b.length);
}
