import type Database from 'better-sqlite3-multiple-ciphers';
import type { Agent } from '../../../domain/agent.ts';
import { Fault } from '../../../domain/fault.ts';
import { type AgentId, afterAllIds } from '../../../domain/ids.ts';
import type { Agents } from '../../../ports/agents.ts';
import type { Local } from '../engine/writer.ts';

const columns =
  'id, name, upstream, tokenization, policy_yaml, policy_version, token_guidance, system_prompt, ' +
  'first_message, tools, failure_message, transcript_url, created_at';
const selected =
  'id, name, upstream, tokenization, policy_yaml AS policyYaml, policy_version AS policyVersion, ' +
  'token_guidance AS tokenGuidance, system_prompt AS systemPrompt, first_message AS firstMessage, ' +
  'tools, failure_message AS failureMessage, transcript_url AS transcriptUrl, created_at AS createdAt';

export const agentsSql = {
  nameOwner: 'SELECT id FROM agents WHERE name = ?',
  add: `INSERT INTO agents (${columns}, name_folded)
        VALUES (:id, :name, :upstream, :tokenization, :policyYaml, :policyVersion,
                :tokenGuidance, :systemPrompt, :firstMessage, :tools, :failureMessage, :transcriptUrl,
                :createdAt, :nameFolded)`,
  replace: `UPDATE agents SET name = :name, name_folded = :nameFolded, upstream = :upstream,
              tokenization = :tokenization, policy_yaml = :policyYaml,
              policy_version = :policyVersion, token_guidance = :tokenGuidance, system_prompt = :systemPrompt,
              first_message = :firstMessage, tools = :tools, failure_message = :failureMessage,
              transcript_url = :transcriptUrl, created_at = :createdAt
            WHERE id = :id`,
  get: `SELECT ${selected} FROM agents WHERE id = ?`,
  list: `SELECT ${selected} FROM agents WHERE id < :before AND instr(name_folded, :name) > 0
         ORDER BY id DESC LIMIT :limit`,
  remove: 'DELETE FROM agents WHERE id = ?',
};

interface AgentRow extends Omit<Agent, 'tokenGuidance' | 'tools' | 'failureMessage'> {
  readonly tokenGuidance: number;
  /** JSON. */
  readonly tools: string | null;
  /** JSON. */
  readonly failureMessage: string | null;
}

type NewAgentRow = AgentRow & { readonly nameFolded: string };

/** Agents, in the thread that owns the database. */
export function agentsMethods(db: Database.Database): Local<Agents> {
  const nameOwner = db.prepare<[string], AgentId>(agentsSql.nameOwner).pluck();
  const add = db.prepare<[NewAgentRow]>(agentsSql.add);
  const replace = db.prepare<[NewAgentRow]>(agentsSql.replace);
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
    create: (agent) => {
      refuseTakenName(agent);
      add.run(toRow(agent));
    },
    update: (agent) => {
      if (get.get(agent.id) === undefined) return false;
      refuseTakenName(agent);
      return replace.run(toRow(agent)).changes > 0;
    },
    get: (id) => {
      const row = get.get(id);
      return row && fromRow(row);
    },
    list: ({ name = '', before, limit }) =>
      list.all({ name: fold(name), before: before ?? afterAllIds('agt'), limit }).map(fromRow),
    remove: (id) => remove.run(id).changes > 0,
  };
}

/** SQLite folds the case of ASCII letters only, so this code folds names. */
function fold(name: string): string {
  return name.toLowerCase();
}

function toRow(agent: Agent): NewAgentRow {
  const { name, tokenGuidance, tools, failureMessage } = agent;
  return {
    ...agent,
    nameFolded: fold(name),
    tokenGuidance: tokenGuidance ? 1 : 0,
    tools: tools === null ? null : JSON.stringify(tools),
    failureMessage: failureMessage === null ? null : JSON.stringify(failureMessage),
  };
}

function fromRow(row: AgentRow): Agent {
  const { tokenGuidance, tools, failureMessage } = row;
  return {
    ...row,
    tokenGuidance: tokenGuidance === 1,
    tools: tools === null ? null : (JSON.parse(tools) as Agent['tools']),
    failureMessage:
      failureMessage === null ? null : (JSON.parse(failureMessage) as Agent['failureMessage']),
  };
}
