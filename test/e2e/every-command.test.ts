import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCommands } from '../../server/cli/commands/program.ts';
import { type FreshDatabase, freshDatabase } from '../support/postgres.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { shippedPolicy, spawnSvc, strictPolicy, temporaryFolder } from '../support/run-svc.ts';
import { type Service, startService } from '../support/service.ts';

let service: Service;
let folder: string;
let database: FreshDatabase;

beforeAll(async () => {
  database = await freshDatabase();
  folder = await temporaryFolder();
  service = await startService({ SVC_DEV: '0' });
  await service.createAgent({ name: 'front desk', upstream: 'stub' });
  await writeFile(join(folder, 'people.csv'), 'id,name\n88241,Marisol Quennell\n');
});
afterAll(async () => {
  await removeFolder(service.dataDir);
  await removeFolder(folder);
  await database.remove();
});

interface Row {
  readonly command: string;
  readonly args?: () => readonly string[];
  readonly env?: () => Readonly<Record<string, string>>;
  readonly input?: string;
  readonly code?: number;
  readonly says: RegExp;
}

const inFolder = (name: string) => join(folder, name);
const atService = () => ['--url', service.url];

/** In an order that each leaves what the next one needs. */
const whileRunning: readonly Row[] = [
  { command: 'openapi', says: /"openapi"/ },
  { command: 'doctor', env: () => ({ SVC_PORT: new URL(service.url).port }), says: /healthy/ },
  { command: 'detect', args: () => ['--masked'], input: 'at 212 555 0123', says: /^at \[PHONE/ },
  { command: 'policy validate', args: () => [shippedPolicy], says: /^ok: / },
  { command: 'policy diff', args: () => [shippedPolicy, strictPolicy], says: /^\+ entities/m },
  { command: 'sign-in-link', args: atService, says: /^http\S+ticket=\S+\n$/ },
  { command: 'signing-secret', says: /^[0-9a-f]{64}\n$/ },
  { command: 'first-call', args: atService, says: /^model saw: .*TOK1\.PHONE/m },
  { command: 'eval from-marks', says: /nobody has marked/ },
  { command: 'roster import', args: () => [inFolder('people.csv')], says: /^1 people imported/ },
  { command: 'roster status', says: /^1 patients/ },
  { command: 'roster remove', args: () => ['88241'], says: /^removed$/m },
  { command: 'roster delete', args: () => ['--yes'], says: /^deleted: 0 patients/ },
  { command: 'audit verify', says: /^chain ok/ },
  { command: 'audit export', says: /^\{.*"public_key"/ },
  { command: 'backup', args: () => [inFolder('all.svcbackup')], says: /5 parts/ },
  { command: 'keys rotate', says: /new key K_HEALTHCARE_2/ },
  { command: 'serve', env: () => ({ SVC_PORT: '0' }), code: 78, says: /in use by another/ },
];
const whileStopped: readonly Row[] = [
  { command: 'restore', args: () => [inFolder('all.svcbackup'), '--force'], says: /^restored to/ },
  { command: 'audit acknowledge', says: /^acknowledged/ },
  {
    command: 'migrate',
    env: () => ({ SVC_DATABASE_URL: database.url.reveal() }),
    says: /verified in the database/,
  },
];

async function runRow({ command, args, env, input, code = 0, says }: Row): Promise<void> {
  const outcome = await spawnSvc([...command.split(' '), ...(args?.() ?? [])], {
    env: { SVC_DATA_DIR: service.dataDir, ...env?.() },
    ...(input !== undefined && { input }),
  });
  expect(outcome).toMatchObject({ code });
  expect(outcome.out + outcome.err).toMatch(says);
}

describe('every command runs as a process of its own', () => {
  it.each(whileRunning)('svc $command, while the service runs', runRow);

  it('the service stops', () => service.close({ keepData: true }));

  it.each(whileStopped)('svc $command, while it is stopped', runRow);

  it('and there is no other command', () => {
    const program = addCommands(new Command(), () => () => Promise.resolve());
    const names = program.commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((below) => `${command.name()} ${below.name()}`),
    );
    const run = [...whileRunning, ...whileStopped].map(({ command }) => command);
    expect(run.toSorted()).toEqual(names.toSorted());
  });
});
