import type { Agent } from '../../../domain/agent.ts';
import { Fault } from '../../../domain/fault.ts';
import { afterAllIds } from '../../../domain/ids.ts';
import type { AgentQuery, Agents } from '../../../ports/agents.ts';
import type { ColumnCipher } from '../engine/column-cipher.ts';
import type { Connection } from '../engine/connection.ts';
import { PostgresFailure } from '../engine/failure.ts';
import { statement } from '../engine/statement.ts';

interface AgentRow {
  readonly id: Agent['id'];
  readonly sealed: Uint8Array;
}

export const agentsSql = {
  create: statement<[id: string, nameIndex: string, sealed: Uint8Array]>(
    'INSERT INTO agents (id, name_index, sealed) VALUES ($1, $2, $3)',
  ),
  update: statement<[id: string, nameIndex: string, sealed: Uint8Array]>(
    'UPDATE agents SET name_index = $2, sealed = $3 WHERE id = $1',
  ),
  get: statement<[id: string], AgentRow>('SELECT id, sealed FROM agents WHERE id = $1'),
  list: statement<[before: string, limit: number], AgentRow>(
    'SELECT id, sealed FROM agents WHERE id < $1 ORDER BY id DESC LIMIT $2',
  ),
  remove: statement<[id: string]>('DELETE FROM agents WHERE id = $1'),
};

/** Agents in one read of a search by name. */
const blockSize = 250;
const nameConstraint = 'agents_name_index_key';

/** Agents in PostgreSQL: everything but the id is sealed, and an HMAC finds a name. */
export function postgresAgents(connection: Connection, cipher: ColumnCipher): Agents {
  const values = (agent: Agent): [string, string, Uint8Array] => {
    const { id, ...rest } = agent;
    const sealed = cipher.seal(['agents', 'sealed', id], JSON.stringify(rest));
    return [id, cipher.indexOf('agents.name', agent.name), sealed];
  };
  const opened = ({ id, sealed }: AgentRow): Agent => {
    const rest: Omit<Agent, 'id'> = JSON.parse(cipher.open(['agents', 'sealed', id], sealed));
    // Rows of earlier versions have none of them.
    const policyVersion = rest.policyVersion ?? Number(rest.policyYaml !== null);
    const { failureMessage = null, transcriptUrl = null } = rest;
    return { id, ...rest, policyVersion, failureMessage, transcriptUrl };
  };

  return {
    create: async (agent) => {
      await connection.changes(agentsSql.create, values(agent)).catch(refuseTakenName);
    },
    get: async (id) => {
      const row = await connection.row(agentsSql.get, [id]);
      return row && opened(row);
    },
    update: async (agent) =>
      (await connection.changes(agentsSql.update, values(agent)).catch(refuseTakenName)) > 0,
    list: (query) => listed(query),
    remove: async (id) => (await connection.changes(agentsSql.remove, [id])) > 0,
  };

  /** Names are sealed, so a search by name decrypts all agents, block by block. */
  async function listed({ name = '', before, limit }: AgentQuery): Promise<readonly Agent[]> {
    const wanted = name.toLowerCase();
    const size = wanted === '' ? limit : Math.max(limit, blockSize);
    const found: Agent[] = [];
    let last: string = before ?? afterAllIds('agt');
    for (;;) {
      const rows = await connection.rows(agentsSql.list, [last, size]);
      const agents = rows.map(opened);
      found.push(...agents.filter((agent) => agent.name.toLowerCase().includes(wanted)));
      last = rows.at(-1)?.id ?? last;
      if (found.length >= limit || rows.length < size) return found.slice(0, limit);
    }
  }
}

function refuseTakenName(error: unknown): never {
  if (error instanceof PostgresFailure && error.constraint === nameConstraint) {
    throw new Fault('name_taken', 'An agent with this name exists.');
  }
  throw error;
}
