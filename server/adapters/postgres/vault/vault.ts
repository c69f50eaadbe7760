import type { AgentId } from '../../../domain/ids.ts';
import type { Vault, VaultEntry, VaultRow } from '../../../ports/vault.ts';
import type { CellAddress, ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { PostgresFailure } from '../engine/failure.ts';
import { statement } from '../engine/statement.ts';

/** How to run a batch of requests. */
export interface BatchRunner<Q, A> {
  /** Runs all requests or none; answers in order. */
  readonly run: (requests: readonly Q[]) => Promise<readonly A[]>;
  /** True if one request alone may have caused a failure: then each request runs alone. */
  readonly isOfOne: (error: unknown) => boolean;
}

interface Waiting<Q, A> {
  readonly request: Q;
  readonly resolve: (answer: A) => void;
  readonly reject: (error: unknown) => void;
}

/** Most concurrent batches: one is sent while another commits. */
const maxConcurrentBatches = 2;
const maxBatchRequests = 200;

/** Requests that arrive while a batch runs share the next round trip and its commit. */
export function sharedBatches<Q, A>({
  run,
  isOfOne,
}: BatchRunner<Q, A>): (request: Q) => Promise<A> {
  const waiting: Waiting<Q, A>[] = [];
  let busy = 0;

  const runBatch = (batch: readonly Waiting<Q, A>[]): Promise<void> =>
    run(batch.map(({ request }) => request)).then(
      (answers) => {
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at] as A);
      },
      (error: unknown) => failed(batch, error),
    );
  const failed = async (batch: readonly Waiting<Q, A>[], error: unknown) => {
    const isolate = batch.length > 1 && isOfOne(error);
    for (const one of batch) {
      if (isolate) await runBatch([one]);
      else one.reject(error);
    }
  };
  const work = async () => {
    busy += 1;
    while (waiting.length > 0) await runBatch(waiting.splice(0, maxBatchRequests));
    busy -= 1;
  };

  return (request) =>
    new Promise((resolve, reject) => {
      waiting.push({ request, resolve, reject });
      // All requests of one turn of the event loop form one batch.
      if (busy < maxConcurrentBatches)
        queueMicrotask(() => busy < maxConcurrentBatches && waiting.length > 0 && void work());
    });
}

interface SealedRow {
  readonly token: string;
  readonly index: string;
  readonly kind: string;
  readonly kid: string;
  readonly surface: Uint8Array;
}

interface KnownRow {
  readonly agentId: AgentId;
  readonly index: string;
  readonly token: string;
}

const columns = 'token, value_index AS "index", kind, kid, surface';

export const vaultSql = {
  // Reads all combinations of the agents and values, which are few more than the requested pairs.
  known: statement<[agentIds: readonly string[], indexes: readonly string[]], KnownRow>(
    `SELECT agent_id AS "agentId", value_index AS "index", vault.token
     FROM vault JOIN vault_use USING (token)
     WHERE value_index = ANY ($2) AND agent_id = ANY ($1)`,
  ),
  // The update of a value that another replica interned in the meantime changes nothing, but makes the
  // statement return its row. All replicas lock rows in the same order, so none of them deadlocks.
  intern: statement<
    [
      tokens: readonly string[],
      indexes: readonly string[],
      kinds: readonly string[],
      kids: readonly string[],
      surfaces: readonly Uint8Array[],
      agentIds: readonly string[],
      usedIndexes: readonly string[],
    ],
    { readonly index: string; readonly token: string }
  >(
    `WITH kept AS (
       INSERT INTO vault (token, value_index, kind, kid, surface)
       SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::bytea[])
         AS offered (token, value_index, kind, kid, surface)
       ORDER BY value_index
       ON CONFLICT (value_index) DO UPDATE SET kind = vault.kind
       RETURNING token, value_index
     ), used AS (
       INSERT INTO vault_use (agent_id, token)
       SELECT agent_id, token
       FROM unnest($6::text[], $7::text[]) AS asked (agent_id, value_index)
         JOIN kept USING (value_index)
       ORDER BY agent_id, token
       ON CONFLICT DO NOTHING
     )
     SELECT value_index AS "index", token FROM kept`,
  ),
  find: statement<[tokens: readonly string[]], SealedRow>(
    `SELECT ${columns} FROM vault WHERE token = ANY ($1)`,
  ),
  findUsed: statement<[tokens: readonly string[], agentId: string], SealedRow>(
    `SELECT ${columns} FROM vault JOIN vault_use USING (token)
     WHERE token = ANY ($1) AND agent_id = $2`,
  ),
};

/** An entry, and the agent that uses it. */
interface Use extends VaultEntry {
  readonly agentId: AgentId;
}

/**
 * The vault in PostgreSQL. The server decides the token of a value, so that replicas that see a new value
 * at the same time get the same token. A turn with only known values writes nothing.
 */
export function postgresVault(connection: Connection, cipher: ColumnCipher): Vault {
  /** The tokens of values that their agents have used before. */
  const known = async (uses: readonly Use[]) => {
    const rows = await connection.rows(vaultSql.known, [
      [...new Set(uses.map(({ agentId }) => agentId))],
      [...new Set(uses.map(({ index }) => index))],
    ]);
    return new Map(rows.map((row) => [useKey(row), row.token]));
  };

  /** Interns values and returns their tokens by index. */
  const add = async (uses: readonly Use[]) => {
    const entries = firstOfEach(uses, ({ index }) => index);
    const rows = await connection.rows(vaultSql.intern, [
      entries.map(({ token }) => token),
      entries.map(({ index }) => index),
      entries.map(({ kind }) => kind),
      entries.map(({ kid }) => kid),
      entries.map((entry) => cipher.seal(vaultCell(entry), entry.surface)),
      uses.map(({ agentId }) => agentId),
      uses.map(({ index }) => index),
    ]);
    return new Map(rows.map(({ index, token }) => [index, token]));
  };

  const intern = sharedBatches({
    run: async (requests: readonly (readonly Use[])[]) => {
      const uses = firstOfEach(requests.flat(), useKey);
      const used = await known(uses);
      const missing = uses.filter((use) => !used.has(useKey(use)));
      const added = missing.length === 0 ? new Map<string, string>() : await add(missing);
      const tokenOf = (use: Use) => used.get(useKey(use)) ?? added.get(use.index) ?? use.token;
      return requests.map((request) => request.map(tokenOf));
    },
    isOfOne: (error) => error instanceof PostgresFailure && error.constraint !== undefined,
  });

  return {
    // One statement decides and commits.
    intern: async (agentId, entries) => {
      const uses = entries.map((entry) => ({ ...entry, agentId }));
      return { tokens: uses.length === 0 ? [] : await intern(uses), durable: Promise.resolve() };
    },
    find: async (tokens, agentId) => {
      if (tokens.length === 0) return [];
      const rows = await (agentId === undefined
        ? connection.rows(vaultSql.find, [tokens])
        : connection.rows(vaultSql.findUsed, [tokens, agentId]));
      const byToken = new Map(rows.map((row) => [row.token, row]));
      return tokens.map((token) => opened(byToken.get(token)));
    },
  };

  function opened(row: SealedRow | undefined): VaultRow | undefined {
    if (row === undefined) return undefined;
    const { token, kind } = row;
    return { token, kind, surface: cipher.open(vaultCell(row), row.surface) };
  }
}

/** Binds all columns of a row, so that no server can move a value to another token or index. */
export function vaultCell({ token, index, kind, kid }: Omit<VaultEntry, 'surface'>): CellAddress {
  return ['vault', 'surface', token, index, kind, kid];
}

function useKey({ agentId, index }: Pick<Use, 'agentId' | 'index'>): string {
  return `${agentId} ${index}`;
}

function firstOfEach<T>(all: readonly T[], keyOf: (one: T) => string): readonly T[] {
  const first = new Map<string, T>();
  for (const one of all) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
  return [...first.values()];
}
