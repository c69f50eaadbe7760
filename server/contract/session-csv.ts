import type { SessionSummary } from './sessions.ts';

/** Most sessions of one CSV file. */
export const maxCsvSessions = 100_000;

/** What a spreadsheet takes for the beginning of a formula: a sign, also a wide or small one, behind signs that nobody sees. */
const formula =
  /^[\t\r\n]|^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*[=+\-@−＝＋－＠﹢﹣﹦﹫]/u;

type Cell = string | number | boolean;

/** The columns of `GET /api/v1/sessions.csv`, in order. */
const columns: Readonly<Record<string, (session: SessionSummary) => Cell>> = {
  id: ({ id }) => id,
  agent_id: ({ agent_id }) => agent_id,
  agent_name: ({ agent_name }) => agent_name,
  started_at: ({ started_at }) => started_at,
  ended_at: ({ ended_at }) => ended_at,
  duration_ms: ({ duration_ms }) => duration_ms,
  state: ({ ended }) => (ended ? 'ended' : 'in_progress'),
  status: ({ status }) => status,
  turn_count: ({ turn_count }) => turn_count,
  redaction_count: ({ redaction_count }) => redaction_count,
  redactions_by_kind: ({ redactions_by_kind }) => countsCell(redactions_by_kind),
  values_by_kind: ({ values_by_kind }) => countsCell(values_by_kind),
  exposure: ({ exposure }) => exposure.outcome,
  requests_blocked: ({ exposure }) => exposure.requests_blocked,
  requests_reported: ({ exposure }) => exposure.requests_reported,
  in_clear_by_kind: ({ exposure }) => countsCell(exposure.in_clear_by_kind),
  in_clear_values_by_kind: ({ exposure }) => countsCell(exposure.in_clear_values_by_kind),
  requests_without_names: ({ exposure }) => exposure.requests_without_names,
  languages_not_covered: ({ exposure }) => exposure.languages.join('; '),
  failed_turns: ({ failed_turns }) => failed_turns ?? notRecorded,
  upstream_status: ({ first_failure }) => first_failure?.upstream_status ?? '',
  upstream_model: ({ upstream_model }) => upstream_model,
  tags: ({ tags = [] }) => tags.join('; '),
  reviewed_at: ({ reviewed }) => reviewed?.at ?? '',
  reviewed_by: ({ reviewed }) => reviewed?.by ?? '',
};

const notRecorded = 'not_recorded';

function countsCell(counts: Readonly<Record<string, number>> | undefined): string {
  if (counts === undefined) return notRecorded;
  return Object.entries(counts)
    .map(([kind, count]) => `${kind} ${count}`)
    .join('; ');
}

export const csvHead = csvLine(Object.keys(columns));

/** One session as a line of CSV (RFC 4180). */
export function sessionCsvLine(session: SessionSummary): string {
  return csvLine(Object.values(columns).map((cellOf) => cellOf(session)));
}

/** A line of CSV (RFC 4180). */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

/** A spreadsheet must not run a name that begins like a formula. */
function csvCell(cell: Cell): string {
  const said = String(cell);
  const text = formula.test(said) ? `'${said}` : said;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
