import { readConfig } from '../../config/config.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import type { Check } from './check.ts';
import { configurationChecks } from './configuration-checks.ts';
import { dataChecks } from './data-checks.ts';
import { machineChecks } from './machine-checks.ts';

/**
 * `svc doctor`: checks whether this machine can run the service, with a remedy for each problem. It
 * changes nothing and sends no data. Only `network` leaves the machine.
 */
export async function doctor(
  terminal: Terminal,
  options: {
    readonly network?: true;
    readonly json?: true;
  },
): Promise<ExitCode> {
  const checks = await allChecks(terminal, options.network === true);
  const failed = checks.some(({ status }) => status === 'fail');
  if (options.json === true) {
    await printLine(terminal, JSON.stringify({ ok: !failed, checks }));
  } else {
    for (const { status, name, message, remedy } of checks) {
      await printLine(terminal, `${status.padEnd(4)}  ${name}: ${message}`);
      if (remedy !== undefined) await printLine(terminal, `      → ${remedy}`);
    }
  }
  return failed ? exit.failed : exit.ok;
}

async function allChecks(terminal: Terminal, network: boolean): Promise<readonly Check[]> {
  const config = readConfig(terminal.env);
  if (!config.ok) {
    return config.problems.map(({ path, message }) => ({
      status: 'fail',
      name: 'configuration',
      message: `${path} ${message}`,
      remedy: `correct ${path} in the environment of the service`,
    }));
  }
  return [
    ...(await machineChecks(config.value)),
    ...(await dataChecks(terminal, config.value)),
    ...(await configurationChecks(terminal, config.value, network)),
  ];
}
