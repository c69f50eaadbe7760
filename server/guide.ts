import type { App } from './app.ts';
import type { Config } from './config.ts';
import type { Agent } from './domain/agent.ts';

/** What a newcomer does next, with the values of this installation. */
export async function printGuide(app: App, baseUrl: string, config: Config): Promise<void> {
  const agent = await firstAgent(app);
  const proxyUrl = `${baseUrl}/proxy/${agent.id}/v1`;
  const secret = app.webhookSecret.reveal();
  const signIn =
    app.createSignInLink === undefined
      ? `Sign in:  ${baseUrl}/api/v1/auth/idp`
      : `Sign in once, within 15 minutes:\n  ${app.createSignInLink()}`;
  const lines = [
    '',
    `Data and keys are in ${config.dataDir}; back up keys.json, nothing opens without it.`,
    '',
    `Agent "${agent.name}" is an OpenAI-compatible endpoint at`,
    `  ${proxyUrl}`,
    'Requests are signed (X-Voice-Signature: HMAC-SHA256 of the body) with the secret',
    `  ${secret}`,
    '',
    'Make a first call, in another terminal:',
    `  npm run first-call -- ${proxyUrl} ${secret}`,
    '',
    signIn,
    '',
  ];
  process.stdout.write(lines.join('\n'));
}

/**
 * An agent to make a first call to: the newest that answers by itself, else the newest; on a fresh
 * install one is made.
 */
async function firstAgent({ agents, journal, clock, ids }: App): Promise<Agent> {
  const known = await agents.list({ limit: 100 });
  const found = known.find(({ upstream }) => upstream === 'stub') ?? known[0];
  if (found !== undefined) return found;
  const now = new Date(clock.now()).toISOString();
  const agent: Agent = {
    id: ids.next('agt'),
    name: 'first-agent',
    upstream: 'stub',
    tokenization: 'vault-deterministic',
    policyYaml: null,
    tokenGuidance: true,
    systemPrompt: null,
    firstMessage: null,
    tools: null,
    createdAt: now,
  };
  await agents.create(agent);
  const fields = {
    actor: 'first_run',
    upstream: agent.upstream,
    tokenization: 'vault-deterministic',
  };
  await journal.append([{ kind: 'agent_created', ts: now, agent_id: agent.id, fields }]);
  return agent;
}
