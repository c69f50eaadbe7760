import { agentsMethods } from '../adapters/sqlcipher/agents-methods.ts';
import { openDatabase } from '../adapters/sqlcipher/connection.ts';
import { vaultMigrations } from '../adapters/sqlcipher/vault-migrations.ts';
import { deriveFileKey } from '../adapters/system/derive.ts';
import { listenUrl } from '../config.ts';
import type { Agent } from '../domain/agent.ts';
import { type ExitCode, exit } from './exit.ts';
import { type LocalData, localData } from './local-data.ts';
import { complain, printLine } from './output.ts';

const pageSize = 100;

/** `svc agents list`: newest first, from the data folder, while the service runs or not. */
export async function listAgents({ json }: { readonly json?: true }): Promise<ExitCode> {
  const data = await localData('vault');
  if (typeof data === 'number') return data;
  const agents = agentsIn(data);
  for (const agent of agents) {
    const { id, name, upstream, createdAt } = agent;
    await printLine(
      json === true
        ? JSON.stringify(wire(agent, data))
        : [id, createdAt, upstream, name].join('  '),
    );
  }
  return exit.ok;
}

/** `svc agents show`. */
export async function showAgent(
  wanted: string,
  { json }: { readonly json?: true },
): Promise<ExitCode> {
  const data = await localData('vault');
  if (typeof data === 'number') return data;
  const agents = agentsIn(data);
  const agent = agents.find(({ id, name }) => id === wanted || name === wanted);
  if (agent === undefined) {
    complain('svc: no agent has this id or name');
    return exit.failed;
  }
  const fields = Object.entries(wire(agent, data));
  if (json === true) await printLine(JSON.stringify(Object.fromEntries(fields)));
  else for (const [field, value] of fields) await printLine(`${field}: ${value}`);
  return exit.ok;
}

function agentsIn({ files, keys }: LocalData): readonly Agent[] {
  const db = openDatabase({
    file: files.vault,
    key: deriveFileKey(keys.database, 'vault').reveal(),
    migrations: vaultMigrations,
    readonly: true,
  });
  try {
    const { listAgents } = agentsMethods(db);
    const agents: Agent[] = [];
    for (;;) {
      const before = agents.at(-1)?.id;
      const page = listAgents({ limit: pageSize, ...(before !== undefined && { before }) });
      agents.push(...page);
      if (page.length < pageSize) return agents;
    }
  } finally {
    db.close();
  }
}

/** What stands in the data folder, under the names of the API; what the service adds is not known here. */
function wire(agent: Agent, { config }: LocalData) {
  const base = config.callsUrl ?? config.baseUrl ?? listenUrl(config, config.port);
  return {
    id: agent.id,
    name: agent.name,
    upstream: agent.upstream,
    tokenization: agent.tokenization ?? 'as the policy says',
    policy: agent.policyYaml === null ? 'global' : 'its own',
    proxy_url: `${base}/proxy/${agent.id}/v1/chat/completions`,
    webhook_url: `${base}/voice/webhook/${agent.id}`,
    created_at: agent.createdAt,
  };
}
