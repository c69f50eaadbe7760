import type { Command } from 'commander';

/** `svc agents …`. */
export function agentCommands(program: Command): void {
  const agents = program.command('agents').description('list, show, create and delete agents');

  agents
    .command('list')
    .description('list the agents of the data folder, or of the shared database')
    .option('--json', 'print one JSON object per line')
    .action(async (options: { json?: true }) => {
      const { listAgents } = await import('../agents.ts');
      process.exitCode = await listAgents(options);
    });

  agents
    .command('show')
    .description('show one agent, with its URLs')
    .argument('<agent>', 'id or name')
    .option('--json', 'print it as JSON')
    .action(async (agent: string, options: { json?: true }) => {
      const { showAgent } = await import('../agents.ts');
      process.exitCode = await showAgent(agent, options);
    });

  agents
    .command('create')
    .description('create an agent in the running service')
    .argument('<name>', 'display name')
    .requiredOption('--upstream <name>', 'such as provider:model-small, or stub')
    .option('--tokenization <scheme>', 'vault-deterministic or reversible-aead')
    .option('--policy-name <name>', 'an existing policy')
    .option('--policy <file>', 'a policy of its own, in YAML')
    .option('--url <url>', 'the service (default: as configured)')
    .option('--json', 'print the agent as JSON')
    .addHelpText('after', session)
    .action(async (name: string, options: Readonly<Record<string, string>>) => {
      const { createAgent } = await import('../agents.ts');
      process.exitCode = await createAgent(name, options);
    });

  agents
    .command('delete')
    .description('delete an agent of the running service; its sessions stay')
    .argument('<agent>', 'id')
    .option('--url <url>', 'the service (default: as configured)')
    .addHelpText('after', session)
    .action(async (agent: string, options: { url?: string }) => {
      const { deleteAgent } = await import('../agents.ts');
      process.exitCode = await deleteAgent(agent, options);
    });
}

const session = `
Needs a session: sign in with a browser and give the value of the cookie svc_session in SVC_SESSION.

Examples:
  SVC_SESSION=… svc agents create front-desk --upstream provider:model-small
  SVC_SESSION=… svc agents delete agt_01J8Z0Q4XN6R3V5T7W9Y2B4D6F`;
