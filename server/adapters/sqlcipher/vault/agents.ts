import type Database from 'better-sqlite3-multiple-ciphers';
import type { Agent } from '../../../domain/agent.ts';
import { Fault } from '../../../domain/fault.ts';
import { type AgentId, afterAllIds } from '../../../domain/ids.ts';
import type { AgentQuery } from '../../../ports/agents.ts';

const columns =
  'id, name, upstream, tokenization, policy_yaml, token_guidance, system_prompt, first_message, ' +
  'tools, created_at';

export const agentsSql = {
  nameOwner: 'SELECT id FROM agents WHERE name = ?',
  add: `INSERT INTO agents (${columns}, name_folded)
        VALUES (:id, :name, :upstream, :tokenization, :policy_yaml, :token_guidance,
                :system_prompt, :first_message, :tools, :created_at, :name_folded)`,
  replace: `UPDATE agents SET name = :name, name_folded = :name_folded, upstream = :upstream,
              tokenization = :tokenization, policy_yaml = :policy_yaml,
              token_guidance = :token_guidance, system_prompt = :system_prompt,
              first_message = :first_message, tools = :tools, created_at = :created_at
            WHERE id = :id`,
  get: `SELECT ${columns} FROM agents WHERE id = ?`,
  list: `SELECT ${columns} FROM agents WHERE id < :before AND instr(name_folded, :name) > 0
         ORDER BY id DESC LIMIT :limit`,
  remove: 'DELETE FROM agents WHERE id = ?',
};

interface AgentRow {
  readonly id: AgentId;
  readonly name: string;
  readonly upstream: string;
  readonly tokenization: Agent['tokenization'];
  readonly policy_yaml: string | null;
  readonly token_guidance: number;
  readonly system_prompt: string | null;
  readonly first_message: string | null;
  /** JSON. */
  readonly tools: string | null;
  readonly created_at: string;
}

/** Agents, in the thread that owns the database. */
export function agentsMethods(db: Database.Database) {
  const nameOwner = db.prepare<[string], AgentId>(agentsSql.nameOwner).pluck();
  const add = db.prepare<[AgentRow & { name_folded: string }]>(agentsSql.add);
  const replace = db.prepare<[AgentRow & { name_folded: string }]>(agentsSql.replace);
  const get = db.prepare<[AgentId], AgentRow>(agentsSql.get);
  const list = db.prepare<[{ name: string; before: string; limit: number }], AgentRow>(
    agentsSql.list,
  );
  const remove = db.prepare<[AgentId]>(agentsSql.remove);

  const refuseTakenName = ({ id, name }: Agent) => {
    const owner = nameOwner.get(name);
    if (owner !== undefined && owner !== id) {
      throw new Fault('name_taken', 'An agent with this name exists.');
    }
  };

  return {
    createAgent: (agent: Agent) => {
      refuseTakenName(agent);
      add.run(toRow(agent));
    },
    updateAgent: (agent: Agent) => {
      if (get.get(agent.id) === undefined) return false;
      refuseTakenName(agent);
      return replace.run(toRow(agent)).changes > 0;
    },
    getAgent: (id: AgentId) => {
      const row = get.get(id);
      return row && fromRow(row);
    },
    listAgents: ({ name = '', before, limit }: AgentQuery) =>
      list.all({ name: fold(name), before: before ?? afterAllIds('agt'), limit }).map(fromRow),
    removeAgent: (id: AgentId) => remove.run(id).changes > 0,
  };
}

/** SQLite folds the case of ASCII letters only, so this code folds names. */
function fold(name: string): string {
  return name.toLowerCase();
}

function toRow(agent: Agent): AgentRow & { name_folded: string } {
  return {
    id: agent.id,
    name: agent.name,
    name_folded: fold(agent.name),
    upstream: agent.upstream,
    tokenization: agent.tokenization,
    policy_yaml: agent.policyYaml,
    token_guidance: agent.tokenGuidance ? 1 : 0,
    system_prompt: agent.systemPrompt,
    first_message: agent.firstMessage,
    tools: agent.tools === null ? null : JSON.stringify(agent.tools),
    created_at: agent.createdAt,
  };
}

function fromRow(row: AgentRow): Agent {
  return {
    id: row.id,
    name: row.name,
    upstream: row.upstream,
    tokenization: row.tokenization,
    policyYaml: row.policy_yaml,
    tokenGuidance: row.token_guidance === 1,
    systemPrompt: row.system_prompt,
    firstMessage: row.first_message,
    tools: row.tools === null ? null : (JSON.parse(row.tools) as Agent['tools']),
    createdAt: row.created_at,
  };
}
