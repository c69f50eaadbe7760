import { join } from 'node:path';
import { Command, CommanderError } from 'commander';
import { exit } from '../server/shared/exit-codes.ts';
import { Refusal } from './ipc/refusal.ts';
import { freshCredential } from './keys/credential-stores.ts';
import {
  addKey,
  printSettings,
  restoreKeys,
  runSvc,
  setSetting,
  type Terminal,
  writeRecoveryKit,
} from './service/administer.ts';
import { openService, type Service } from './service/open-service.ts';
import { runService } from './service/run-service.ts';
import { askToStop, listenForStop, stopPipe } from './service/stop-pipe.ts';
import { createSystemdNotifier } from './service/systemd-notifier.ts';

// The product as a system service, without a window (docs/desktop.md).
process.umask(0o077);
// SIGUSR1 would open Node's inspector, which exposes all memory; SIGUSR2 would end the process.
for (const signal of ['SIGUSR1', 'SIGUSR2']) process.on(signal, () => undefined);

const product = join(import.meta.dirname, '..');
const isPackaged = import.meta.filename.endsWith('.js');
const terminal: Terminal = {
  input: process.stdin,
  print: (line) => process.stdout.write(`${line}\n`),
  complain: (line) => process.stderr.write(`${line}\n`),
};

async function withService(work: (service: Service) => number | Promise<number>): Promise<void> {
  const service = await openService({
    platform: process.platform,
    env: process.env,
    node: process.execPath,
    product,
    resources: isPackaged ? join(product, '..') : null,
  });
  try {
    process.exitCode = await work(service);
  } finally {
    await service.close();
  }
}

async function run(): Promise<void> {
  const signalled = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => resolve());
  });
  const ended =
    process.platform === 'win32'
      ? Promise.race([signalled, (await listenForStop(stopPipe)).asked])
      : signalled;
  return withService((service) =>
    runService(service, {
      notifier: createSystemdNotifier(process.env),
      say: terminal.complain,
      ended,
      onReload: (listener) => {
        // On Windows SIGHUP means that a console was closed.
        if (process.platform !== 'win32') process.on('SIGHUP', listener);
      },
    }),
  );
}

const program = new Command('voice-phi-proxy-service')
  .description('Runs the product as a system service, and administers that service.')
  .enablePositionalOptions()
  .exitOverride();

program
  .command('run', { isDefault: true })
  .description('run until SIGTERM; on Windows until `stop`')
  .action(run);
program
  .command('stop')
  .description('on Windows: stop the running service after its calls; used by the service manager')
  .action(() => askToStop(stopPipe));
program
  .command('svc')
  .description("run an svc command with the service's settings and keys")
  .argument('[args...]', 'such as: sign-in-link')
  .passThroughOptions()
  .allowUnknownOption()
  .helpOption(false)
  .action((args: string[]) => withService((service) => runSvc(service, args)));
program
  .command('settings')
  .description('print the settings that differ from their defaults')
  .action(() => withService((service) => printSettings(service, terminal)));
program
  .command('set')
  .description('set or unset a setting; a secret is read from standard input')
  .argument('<key>')
  .argument('[value]')
  .action((key: string, value?: string) =>
    withService((service) => setSetting(service, [key, value], terminal)),
  );
program
  .command('recovery-kit')
  .description('write a page to print that can restore the keys')
  .argument('<file>', 'file to write; it must not exist')
  .action((file: string) => withService((service) => writeRecoveryKit(service, file, terminal)));
program
  .command('restore-keys')
  .description('restore the keys from a recovery kit typed on standard input')
  .action(() => withService((service) => restoreKeys(service, terminal)));
program
  .command('add-key')
  .description('add a masking key')
  .action(() => withService((service) => addKey(service, terminal)));
program
  .command('new-credential')
  .description('print fresh keys, for systemd-creds encrypt')
  .action(() => {
    process.stdout.write(freshCredential(new Date()));
  });

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = failed(error);
}

function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exit.ok : exit.usage;
  if (error instanceof Refusal) {
    terminal.complain(error.message);
    return exit.badConfig;
  }
  terminal.complain(error instanceof Error ? String(error.stack) : 'unknown error');
  return exit.software;
}
