import type { Command } from 'commander';

/** `svc agents …`. */
export function agentCommands(program: Command): void {
  const agents = program
    .command('agents')
    .description('list, show, create and delete agents of the running service')
    .addHelpText('after', session);

  withUrl(agents.command('list'))
    .description('list the agents, newest first')
    .option('--json', 'print one JSON object per line')
    .action(async (options: { url?: string; json?: true }) => {
      const { listAgents } = await import('../agents.ts');
      process.exitCode = await listAgents(options);
    });

  withUrl(agents.command('show'))
    .description('show one agent with its URLs')
    .argument('<agent>', 'id or name')
    .option('--json', 'print the agent as JSON')
    .action(async (agent: string, options: { url?: string; json?: true }) => {
      const { showAgent } = await import('../agents.ts');
      process.exitCode = await showAgent(agent, options);
    });

  withUrl(agents.command('create'))
    .description('create an agent')
    .argument('<name>', 'display name')
    .requiredOption('--upstream <name>', 'such as provider:model-small, or stub')
    .option('--tokenization <scheme>', 'vault-deterministic or reversible-aead')
    .option('--policy-name <name>', 'an existing policy')
    .option('--policy <file>', "the agent's own policy, in YAML")
    .option('--json', 'print the agent as JSON')
    .action(async (name: string, options: Readonly<Record<string, string>>) => {
      const { createAgent } = await import('../agents.ts');
      process.exitCode = await createAgent(name, options);
    });

  withUrl(agents.command('delete'))
    .description('delete an agent; its sessions stay')
    .argument('<agent>', 'id')
    .action(async (agent: string, options: { url?: string }) => {
      const { deleteAgent } = await import('../agents.ts');
      process.exitCode = await deleteAgent(agent, options);
    });
}

function withUrl(command: Command): Command {
  return command
    .option('--url <url>', 'address of the service (default: the configured one)')
    .addHelpText('after', session);
}

const session = `
Needs a session: sign in with a browser, and set SVC_SESSION to the value of the cookie svc_session.

Examples:
  SVC_SESSION=… svc agents list
  SVC_SESSION=… svc agents create front-desk --upstream provider:model-small
  SVC_SESSION=… svc agents delete agt_01J8Z0Q4XN6R3V5T7W9Y2B4D6F`;
