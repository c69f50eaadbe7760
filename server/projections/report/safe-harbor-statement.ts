import type { SafeHarborRow } from '../../contract/report.ts';

/** True if every kind that can be listed was looked for and masked in all requests. */
export function areListedKindsCovered(rows: readonly SafeHarborRow[]): boolean {
  return openRows(rows).length === 0;
}

/** What the 18 rows say about the text that was sent; `where` is such as `in this call`. */
export function safeHarborStatement(rows: readonly SafeHarborRow[], where: string): string {
  const open = openRows(rows);
  const rest =
    'Row R, any other unique number or code, cannot be covered by any list. Whether the Safe Harbor method of 45 CFR 164.514(b)(2) is met is for the clinic to decide; it also asks that the clinic knows of no way to identify a person.';
  return open.length === 0
    ? `In all requests ${where}, every kind of identifier that can be listed was looked for, and what was found was masked. That does not show that every identifier was recognized. ${rest}`
    : `The text sent to the model ${where} does not meet the Safe Harbor method of 45 CFR 164.514(b)(2): ${open.map(({ key, category }) => `${key.slice(0, 1)} ${category}`).join('; ')} ${open.length === 1 ? 'was' : 'were'} not covered in full.`;
}

function openRows(rows: readonly SafeHarborRow[]): readonly SafeHarborRow[] {
  return rows.filter(
    ({ key, level }) => key !== 'R_other' && (level === 'none' || level === 'partial'),
  );
}
