import type { SessionFilter, SessionQuery } from '../../ports/session-summaries.ts';

/** A filter whose words are in the form of the database. */
export interface StoreFilter extends Omit<SessionFilter, 'words'> {
  readonly words?: FilterValue;
}

/** A list whose words are in the form of the database. */
export type StoreQuery = Omit<SessionQuery, 'words'> & StoreFilter;

/** What the databases say differently in conditions on `sessions`. */
export interface FilterDialect {
  /** Stands for a value: `:kind` or `$3`. `index` counts from 0. */
  readonly placeholder: (name: string, index: number) => string;
  /** The function that finds a text in another. */
  readonly find: string;
  /** Whether `key` is one of the keys of a placeholder. */
  readonly isKey: (placeholder: string) => string;
  /** Whether a session has all words of a placeholder. */
  readonly hasWords: (placeholder: string) => string;
  readonly isOpen: string;
  readonly isOver: string;
  readonly isReviewed: string;
  readonly isNotReviewed: string;
}

export type FilterValue = string | number | readonly string[];

/** Conditions in SQL, and the values of their placeholders by name, in order. */
export interface Conditions {
  readonly sql: readonly string[];
  readonly values: readonly (readonly [name: string, value: FilterValue])[];
}

type Given = readonly [
  name: string,
  sql: (placeholder: string) => string,
  value: FilterValue | undefined,
];

/**
 * The conditions of a list or a count of sessions. Those on the start and on redactions are always present, so that
 * there are few statements.
 */
export function conditionsOf(filter: StoreFilter, dialect: FilterDialect): Conditions {
  const { since, until, minRedactions = 0, agentId, status, open, kind, exposure } = filter;
  const { idPrefix, searchKeys, words, reviewed } = filter;
  const { placeholder, find, isKey, hasWords, isOpen, isOver } = dialect;
  const { isReviewed, isNotReviewed } = dialect;
  const given: readonly Given[] = [
    ['since', (at) => `started_ms >= ${at}`, since === undefined ? 0 : Date.parse(since)],
    ['until', (at) => `started_ms < ${at}`, until && Date.parse(until)],
    ['minRedactions', (at) => `redactions >= ${at}`, minRedactions],
    ['agentId', (at) => `agent_id = ${at}`, agentId],
    ['status', (at) => `status = ${at}`, status],
    ['kind', (at) => `${find}(kinds, ${at}) > 0`, kind && ` ${kind} `],
    ['exposure', (at) => `${find}(exposures, ${at}) > 0`, exposure && ` ${exposure} `],
    ['idPrefix', (at) => `id >= ${at}`, idPrefix],
    ['idEnd', (at) => `id < ${at}`, idPrefix && `${idPrefix}~`],
    ['keys', (at) => `id IN (SELECT session_id FROM search_key WHERE ${isKey(at)})`, searchKeys],
    ['words', hasWords, words],
  ];
  const used = given.flatMap(([name, sql, value]) =>
    value === undefined ? [] : [{ name, sql, value }],
  );
  return {
    sql: [
      ...used.map(({ name, sql }, index) => sql(placeholder(name, index))),
      ...(open === undefined ? [] : [open ? isOpen : isOver]),
      ...(reviewed === undefined ? [] : [reviewed ? isReviewed : isNotReviewed]),
    ],
    values: used.map(({ name, value }) => [name, value]),
  };
}
