/** What the whole detection hid of a kind: patterns, models and known values together. */
interface HiddenShare {
  wanted: number;
  hidden: number;
}

const row = /^\| ([A-Z_]+) \| (\d+) \|(?: [\d.]* \|){8} ([\d.]+) \| [\d.]* \|$/;

/**
 * `models/RECALL.json` from the text of `models/eval.md`: of each kind, in hundredths of a percent, the share of the
 * labelled values of all sets whose every letter and digit was hidden.
 */
export function wholeRecall(evalReport: string): string {
  const sets = evalReport.slice(evalReport.indexOf('\n## False hits'));
  const kinds = new Map<string, HiddenShare>();
  for (const line of sets.split('\n')) {
    const [, kind = '', wanted = '0', hidden = '0'] = row.exec(line) ?? [];
    if (kind === '') continue;
    const sum = kinds.get(kind) ?? { wanted: 0, hidden: 0 };
    sum.wanted += Number(wanted);
    sum.hidden += Number(wanted) * Number(hidden);
    kinds.set(kind, sum);
  }
  const recall = [...kinds]
    .filter(([, { wanted }]) => wanted > 0)
    .map(([kind, { wanted, hidden }]) => ({
      kind,
      recall_bp: Math.round((hidden / wanted) * 10_000),
      wanted,
    }));
  return `${JSON.stringify(recall, null, 2)}\n`;
}
