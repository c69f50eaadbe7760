import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type Database from 'better-sqlite3-multiple-ciphers';
import {
  callsMethods,
  callsMigrations,
  type StoredSession,
} from '../../server/adapters/sqlcipher/calls/calls.ts';
import { sessionRow } from '../../server/adapters/sqlcipher/calls/stored-calls.ts';
import { openDatabase } from '../../server/adapters/sqlcipher/engine/connection.ts';
import { journalMigrations } from '../../server/adapters/sqlcipher/journal/migrations.ts';
import { journalSql } from '../../server/adapters/sqlcipher/journal/statements.ts';
import { parseSummary } from '../../server/adapters/system/stored-session.ts';
import { noExposure } from '../../server/domain/exposure.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import type { SessionQuery, SessionRow } from '../../server/ports/session-summaries.ts';
import { overviewFigures, overviewSteps } from '../../server/projections/overview.ts';
import { countedSteps } from '../../server/sessions/counted-steps.ts';
import { percentile } from './load.ts';
import { type BenchRow, ratioOf } from './row.ts';

const sessions = { many: 1_000_000, few: 10_000 };
const searched = { many: 100_000, few: 10_000 };
const overviewSessions = 100_000;
const fewQueries = 20;
const events = { many: 10_000_000, few: 100_000 };
const eventsPerSession = 20;
const agents = 50;
const queries = 300;
const newest = Date.UTC(2026, 10, 21);
const monthMs = 30 * 24 * 3_600_000;

/** Lists on a month of sessions and reads of sessions in a long journal, compared with short ones. */
export async function benchLists(dataDir: string): Promise<readonly BenchRow[]> {
  return [
    ...sessionRows(dataDir),
    ...searchRows(dataDir),
    await overviewRow(dataDir),
    eventRow(dataDir),
  ];
}

function sessionRows(dataDir: string): readonly BenchRow[] {
  const [many, few] = [sessionFile(dataDir, sessions.many), sessionFile(dataDir, sessions.few)];
  const agentId = agentOf(7);
  const since = new Date(newest - monthMs).toISOString();
  const shapes: readonly [string, Omit<SessionQuery, 'limit'>][] = [
    ['of all', {}],
    ['of one agent', { agentId }],
    ['of a rare status', { status: 'error' }],
    ['of an agent and a rare status', { agentId, status: 'error' }],
    ['with at least 15 redactions', { minRedactions: 15 }],
  ];
  try {
    return shapes.map(([what, query]) => {
      const run = (db: Database.Database) => {
        const { list } = callsMethods(db);
        return medianMs((at) => {
          const { id, startedAt } = sessionAt((at * 37) % sessions.few, sessions.few);
          const after = { value: Date.parse(startedAt), id };
          const page = { ...query, since, limit: 26, ...(at % 2 === 1 && { after }) };
          return list(page).map(parseSummary);
        });
      };
      return rowOf(
        `sessions: a page ${what}, of ${sessions.many.toLocaleString('en')}, p50`,
        run(many),
        [`of ${sessions.few.toLocaleString('en')}`, run(few)],
      );
    });
  } finally {
    many.close();
    few.close();
  }
}

/** A page of a search and the number of all that it finds, as the list of calls shows both. */
function searchRows(dataDir: string): readonly BenchRow[] {
  const [many, few] = [sessionFile(dataDir, searched.many), sessionFile(dataDir, searched.few)];
  const since = new Date(newest - monthMs).toISOString();
  const until = new Date(newest - monthMs / 2).toISOString();
  const shapes: readonly [string, Omit<SessionQuery, 'limit'>][] = [
    ['an id', { idPrefix: sessionAt(4_242, searched.many).id }],
    ['an agent and a kind', { agentId: agentOf(7), kind: 'PHONE' }],
    ['an outcome', { exposure: noExposure.outcome }],
    ['a kind and two days', { kind: 'PHONE', until }],
    ['a kind, the longest first', { kind: 'PHONE', order: 'duration' }],
  ];
  try {
    return shapes.map(([what, query]) => {
      const run = (db: Database.Database) => {
        const { list, count } = callsMethods(db);
        return medianMs(() => {
          count({ ...query, since });
          return list({ ...query, since, limit: 26 }).map(parseSummary);
        }, fewQueries);
      };
      return rowOf(
        `sessions: ${searched.many.toLocaleString('en')} searched by ${what}, counted, p50`,
        run(many),
        [`of ${searched.few.toLocaleString('en')}`, run(few)],
      );
    });
  } finally {
    many.close();
    few.close();
  }
}

/** An overview of a month in which a call of the last day changes before each, compared with the first. */
async function overviewRow(dataDir: string): Promise<BenchRow> {
  const db = sessionFile(dataDir, overviewSessions);
  try {
    const { steps, sums, record, get } = callsMethods(db);
    const stored = get(sessionAt(overviewSessions - 1, overviewSessions).id) as StoredSession;
    const last = sessionRow(stored);
    const month = overviewSteps({ fromMs: newest - monthMs, untilMs: newest });
    const read = countedSteps({
      steps: async (...asked) => steps(...asked),
      sums: async (range) => sums(range),
    });
    const times: number[] = [];
    for (let at = 0; at <= fewQueries; at += 1) {
      record([{ ...last, foldedSeq: overviewSessions + at }]);
      const start = performance.now();
      overviewFigures(month, await read(month));
      times.push(performance.now() - start);
    }
    const [first = 0, ...later] = times;
    return rowOf(
      `overview: a month of ${overviewSessions.toLocaleString('en')} calls, p50`,
      percentile(later, 50),
      ['the first after a start', first],
    );
  } finally {
    db.close();
  }
}

function eventRow(dataDir: string): BenchRow {
  const [many, few] = [eventFile(dataDir, events.many), eventFile(dataDir, events.few)];
  const run = (db: Database.Database, count: number) => {
    const read = db.prepare(journalSql.bySession).raw();
    const own = count / eventsPerSession;
    return medianMs((at) => read.all(`sess_${(at * 7919) % own}`, 0, 26));
  };
  try {
    return rowOf(
      `journal: a session's events, of ${events.many.toLocaleString('en')}, p50`,
      run(many, events.many),
      [`of ${events.few.toLocaleString('en')}`, run(few, events.few)],
    );
  } finally {
    many.close();
    few.close();
  }
}

function rowOf(what: string, figure: number, [of, baseline]: readonly [string, number]): BenchRow {
  return {
    what,
    figure: `${figure.toFixed(3)} ms`,
    baseline: `${of} ${baseline.toFixed(3)} ms`,
    ratio: ratioOf(figure, baseline),
  };
}

/** Median milliseconds of a query that must find something. */
function medianMs(query: (at: number) => readonly unknown[], times = queries): number {
  const took: number[] = [];
  for (let at = 0; at < times; at += 1) {
    const start = performance.now();
    if (query(at).length === 0) throw new Error('a measured query found nothing');
    took.push(performance.now() - start);
  }
  return percentile(took, 50);
}

function agentOf(number: number): AgentId {
  return `agt_${String(number).padStart(26, '0')}`;
}

/** Session number `at` of `of` sessions, spread evenly over a month. */
function sessionAt(at: number, of: number) {
  const startedAt = new Date(newest - monthMs + Math.floor((at * monthMs) / of)).toISOString();
  return { id: `sess_${String(at).padStart(26, '0')}` as const, startedAt };
}

function sessionFile(dataDir: string, count: number): Database.Database {
  const db = openFile(join(dataDir, `calls-${count}.db`), callsMigrations);
  const { record } = callsMethods(db);
  db.transaction(() => {
    for (let at = 0; at < count; at += 1) record([sessionRowAt(at, count)]);
  })();
  return db;
}

/** The summary of session number `at` of `of`. */
export function sessionRowAt(at: number, of: number): SessionRow {
  const redactionCount = at % 16;
  const { id, startedAt } = sessionAt(at, of);
  const summary = {
    id,
    startedAt,
    endedAt: startedAt,
    durationMs: 61_000,
    redactionCount,
    agentId: agentOf(at % agents),
    agentName: 'Reception',
    status: at % 100 === 7 ? 'error' : at % 20 === 0 ? 'partial' : 'ok',
    redactionsByKind: { PHONE: redactionCount },
    exposure: noExposure,
    upstreamModel: 'model-small',
    turnCount: 8,
    ended: true,
  } as const;
  return { summary, foldedSeq: at, addedMs: { 4: 8 } };
}

/** Rows of the size that records have; the sessions of a time lie among each other. */
function eventFile(dataDir: string, count: number): Database.Database {
  const db = openFile(join(dataDir, `journal-${count}.db`), journalMigrations);
  const own = count / eventsPerSession;
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < ?)`;
  const overlapping = 100;
  const block = overlapping * eventsPerSession;
  const session = `(i / ${block}) * ${overlapping} + i % ${overlapping}`;
  const body = JSON.stringify({ kind: 'redaction_applied', text: 'x'.repeat(400) });
  db.transaction(() => {
    db.prepare(`INSERT INTO session (no, id) ${numbers} SELECT i + 1, 'sess_' || i FROM n`).run(
      own,
    );
    db.prepare(
      `INSERT INTO event (seq, session_no, session_seq, body, curr_hash)
       ${numbers} SELECT i, ${session} + 1, (i % ${block}) / ${overlapping}, ?, ? FROM n`,
    ).run(count, body, '0'.repeat(64));
  })();
  return db;
}

function openFile(file: string, migrations: readonly string[]): Database.Database {
  const db = openDatabase({ file, key: randomBytes(32), migrations });
  db.pragma('synchronous=OFF');
  db.pragma('journal_mode=DELETE');
  return db;
}
