import type { SessionQuery } from '../../ports/calls.ts';
import type { Connection } from './connection.ts';
import { type Statement, statement, type Value } from './statement.ts';

/** What `listStatement` depends on; the rest are values. */
type Filter = Pick<SessionQuery, 'agentId' | 'status' | 'open'>;

/**
 * Sessions newest first. Every bound is always given, and only conditions that call for another
 * index change the text, so that there are few statements and each walks one index in its order.
 */
export function listStatement<Row>({ agentId, status, open }: Filter) {
  const optional = [
    ...(agentId === undefined ? [] : ['agent_id']),
    ...(status === undefined ? [] : ['status']),
  ];
  const conditions = [
    'started_ms >= $1',
    '(started_ms, id) < ($2, $3)',
    'redactions >= $4',
    ...optional.map((column, at) => `${column} = $${at + 6}`),
    ...(open === undefined ? [] : ['NOT ended']),
  ];
  return statement<readonly Value[], Row>(
    `SELECT id, sealed FROM sessions WHERE ${conditions.join(' AND ')}
     ORDER BY started_ms DESC, id DESC LIMIT $5`,
  );
}

const statements = new Map<string, Statement<readonly Value[], unknown>>();

/** The rows of a list, as they are stored. */
export function listSessions<Row>(connection: Connection, query: SessionQuery) {
  const { agentId, status, open, since, after, minRedactions, limit } = query;
  const form = [agentId === undefined, status === undefined, open === undefined].join();
  const list = statements.get(form) ?? listStatement<Row>(query);
  statements.set(form, list);
  return connection.rows(list as Statement<readonly Value[], Row>, [
    since === undefined ? 0 : Date.parse(since),
    after === undefined ? Number.MAX_SAFE_INTEGER : Date.parse(after.startedAt),
    after?.id ?? '',
    minRedactions ?? 0,
    limit,
    ...(agentId === undefined ? [] : [agentId]),
    ...(status === undefined ? [] : [status]),
  ]);
}
