import type { Command } from 'commander';

/** `svc sign-in-link`. */
export function signInCommands(program: Command): void {
  program
    .command('sign-in-link')
    .description('print a link that signs in to the portal once, within 15 minutes')
    .option('--login <name>', 'who signs in (default: owner)')
    .option('--url <url>', 'the service (default: as configured)')
    .addHelpText(
      'after',
      `
For installations without an identity provider of their own. Run it on the machine of the service,
with its environment; the service may be running.

Examples:
  svc sign-in-link
  svc sign-in-link --login sam.lee@example.com`,
    )
    .action(async (options: { login?: string; url?: string }) => {
      const { printSignInLink } = await import('../sign-in-link.ts');
      process.exitCode = await printSignInLink(options);
    });
}
