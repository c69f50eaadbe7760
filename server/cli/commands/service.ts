import type { Command } from 'commander';
import type { ActionOf } from './action.ts';

/** `svc sign-in-link`, `svc signing-secret` and `svc first-call`. */
export function signInCommands(program: Command, action: ActionOf): void {
  program
    .command('sign-in-link')
    .description('print a link that signs in to the portal once, within 15 minutes')
    .option('--login <name>', 'the person who signs in (default: owner)')
    .option('--url <url>', 'address of the service (default: the configured one)')
    .addHelpText(
      'after',
      `
For installations without their own identity provider. Run it on the machine of the service, with the
service's environment. The service may run.

Examples:
  svc sign-in-link
  svc sign-in-link --login sam.lee@example.com`,
    )
    .action(action(async () => (await import('../sign-in-link.ts')).printSignInLink));

  program
    .command('signing-secret')
    .description('print the secret that voice platforms sign with')
    .addHelpText(
      'after',
      `
Run it on the machine of the service, with the service's environment. Whoever has the secret can call the
agents.`,
    )
    .action(action(async () => (await import('../signing-secret.ts')).printSigningSecret));

  program
    .command('first-call')
    .description('call the running service as an invented caller, and show what the model saw')
    .option('--url <url>', 'address of the service (default: the configured one)')
    .addHelpText(
      'after',
      `
For installations without their own identity provider; elsewhere use "Test call" in the portal. The
call is recorded like any other. No provider is asked.`,
    )
    .action(action(async () => (await import('../first-call.ts')).firstCall));
}

/** `svc serve`, `svc openapi`, `svc detect`, `svc eval` and `svc doctor`. */
export function serviceCommands(program: Command, action: ActionOf): void {
  program
    .command('serve')
    .description('start the service; on SIGTERM it finishes the calls in progress and stops')
    .option('--guide', 'explain the first steps on the terminal')
    .action(action(async () => (await import('../serve.ts')).serveFromEnvironment));

  program
    .command('openapi')
    .description('print the OpenAPI document of the API as JSON; needs no service and no data')
    .option('--url <address>', 'address of the service in the document', 'http://127.0.0.1:8787')
    .action(action(async () => (await import('../openapi.ts')).printOpenApi));

  program
    .command('doctor')
    .description('check this machine, and suggest a remedy for each problem')
    .option('--network', 'also try to reach the upstream providers')
    .option('--json', 'print the checks as JSON')
    .addHelpText(
      'after',
      '\nRun it with the environment of the service. It changes nothing and sends no data.\nIt exits with 1 when a check fails, and with 0 when there are only warnings.',
    )
    .action(action(async () => (await import('../doctor/doctor.ts')).doctor));

  program
    .command('detect')
    .description(
      'find identifiers in transcripts; prints kinds and positions as JSON lines, without text',
    )
    .argument('[files...]', 'text files, one utterance per line (default: standard input)')
    .option('--jsonl <file>', 'rows of {"id","text"} or {"id","messages"}; - for standard input')
    .option('--policy <file>', 'policy in YAML (default: the configured one)')
    .option('--masked', 'print each line with placeholders, as a model would receive it')
    .addHelpText('after', '\nExample:\n  echo "call me at 212 555 0123" | svc detect --masked')
    .action(action(async () => (await import('../detect.ts')).detect));

  program
    .command('eval')
    .description('measure detection on this machine')
    .command('from-marks')
    .description('count which mistakes that people marked the policy and the model still make')
    .option('--policy <file>', 'policy in YAML (default: the configured one)')
    .option('--json', 'print the figures as JSON')
    .addHelpText(
      'after',
      `
Prints figures only, never text. Reads the newest 2,000 marks, also while the service runs.

Example:
  svc eval from-marks --policy configs/healthcare-strict.yaml`,
    )
    .action(action(async () => (await import('../eval-marks.ts')).evalFromMarks));
}
