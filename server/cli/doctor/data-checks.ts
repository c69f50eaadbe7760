import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type JournalEnd, journalEnd } from '../../adapters/sqlcipher/journal/journal-reader.ts';
import { readHead } from '../../adapters/system/head-file.ts';
import { type KeyRoots, readKeys } from '../../adapters/system/load-keys.ts';
import { knownHeads, tellsOfRecords } from '../../app/known-heads.ts';
import { databasesOf, existingDatabases, fileProblems } from '../../app/local-databases.ts';
import type { Config } from '../../config/config.ts';
import { dataFiles } from '../../config/data-files.ts';
import { supportedKinds } from '../../detect/index.ts';
import type { Problem } from '../../domain/fault.ts';
import { journalKeys, zeroHash } from '../../journal/index.ts';
import { decodePolicy } from '../../policy/index.ts';
import { readText } from '../input.ts';
import { journalOptionsOf } from '../local-data.ts';
import { orReport } from '../output.ts';
import type { Terminal } from '../terminal.ts';
import { type Check, fail, ok } from './check.ts';
import { sharedChecks } from './database-checks.ts';

/** A clock may be this far behind the journal, in milliseconds. */
const clockSlackMs = 60_000;

/** Keys, policy, databases, journal and clock. */
export async function dataChecks(terminal: Terminal, config: Config): Promise<readonly Check[]> {
  const keys = await readKeys({ dataDir: config.dataDir, env: terminal.env });
  if (!keys.ok) return [keysMissing(config, keys.problems)];
  const kids = [...keys.value.roots.keys()];
  return [
    ok('keys', `${kids.length} for tokens: ${kids.join(', ')}`),
    await policyCheck(terminal, config, keys.value),
    ...(config.databaseUrl === null
      ? readableChecks(config, keys.value)
      : await sharedChecks(config.databaseUrl, keys.value, config.dataDir)),
  ];
}

function keysMissing({ dataDir, databaseUrl }: Config, [problem]: readonly Problem[]): Check {
  const message = `${problem?.path}: ${problem?.message}`;
  if (databaseUrl !== null) {
    return fail('keys', message, 'give this replica the keys that the others have');
  }
  const files = dataFiles(dataDir);
  const there = existsSync(files.vault) || existsSync(files.journal);
  return there || problem?.path !== 'SVC_MASTER_KEY'
    ? fail('keys', message, 'restore keys.json from its copy, or set the keys in the environment')
    : ok('keys', 'the first start creates them');
}

async function policyCheck(
  terminal: Terminal,
  { policyPath }: Config,
  { roots }: KeyRoots,
): Promise<Check> {
  const yaml = await orReport(terminal, readText(policyPath));
  const remedy = `svc policy validate ${policyPath}`;
  if (yaml === undefined)
    return fail('policy', `${policyPath} cannot be read`, 'set SVC_POLICY_PATH');
  const policy = decodePolicy(yaml, { kids: roots, supportedKinds });
  if (!policy.ok) return fail('policy', `${policy.problems.length} problems`, remedy);
  return ok('policy', `${policy.value.policy.name} in ${policyPath}`);
}

/** A database that cannot be read fails as one check, because other checks may show the cause. */
function readableChecks(config: Config, keys: KeyRoots): readonly Check[] {
  try {
    return databaseChecks(config, keys);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'SQLITE_CANTOPEN'))
      throw error;
    return [fail('databases', error.message, 'check its disk')];
  }
}

function databaseChecks({ dataDir }: Config, keys: KeyRoots): readonly Check[] {
  const files = dataFiles(dataDir);
  const databases = existingDatabases(databasesOf(files, keys.database));
  if (databases.length === 0) {
    const lost = knownHeads(files, keys).heads.some(tellsOfRecords);
    return [
      ok('databases', 'the first start creates them'),
      ...(lost ? journalChecks(dataDir, keys, noRecords) : []),
    ];
  }
  const [problem, ...more] = fileProblems(files, keys.database);
  if (problem !== undefined) {
    const names = [problem, ...more].map(({ file }) => basename(file)).join(', ');
    return [fail('databases', `${names} ${problem.cause}`, problem.remedy)];
  }
  const journal = databases.find(({ name }) => name === 'journal');
  const end = journal === undefined ? noRecords : journalEnd(journal);
  return [
    ok('databases', databases.map(({ file }) => basename(file)).join(', ')),
    ...vaultChecks(dataDir, keys, end),
    ...journalChecks(dataDir, keys, end),
  ];
}

const noRecords: JournalEnd = { size: 0, hash: zeroHash, ts: '' };

function vaultChecks(dataDir: string, keys: KeyRoots, { size }: JournalEnd): readonly Check[] {
  const { vaultIsMissing } = knownHeads(dataFiles(dataDir), keys);
  if (!vaultIsMissing || size === 0) return [];
  const message = 'vault.db was deleted, with its agents, tokens and people';
  return [fail('vault', message, 'restore a backup (svc restore), or run svc audit acknowledge')];
}

function journalChecks(dataDir: string, keys: KeyRoots, end: JournalEnd): readonly Check[] {
  const files = dataFiles(dataDir);
  const { headFile, key, databaseKey } = journalOptionsOf(files, keys);
  const head = readHead(headFile, journalKeys(key, databaseKey).head);
  const { heads } = knownHeads(files, keys);
  const known = heads.map((one) => (one.state === 'signed' ? one.head.size : 0));
  const remedy = 'svc audit verify shows where; svc audit acknowledge acknowledges a loss';
  const behindMs = Date.parse(end.ts) - Date.now();
  const clock =
    behindMs > clockSlackMs
      ? fail(
          'clock',
          `the journal has an event of ${end.ts}, which is in the future`,
          'set the clock',
        )
      : ok('clock', new Date().toISOString());
  const size = Math.max(head.state === 'signed' ? head.head.size : 0, ...known);
  if (heads.some(({ state }) => state === 'forged') && size <= end.size)
    return [fail('journal', 'known.head is forged', remedy), clock];
  if (head.state !== 'signed' && size <= end.size) {
    const state = end.size === 0 ? ok('journal', 'empty') : undefined;
    return [state ?? fail('journal', `journal.head is ${head.state}`, remedy), clock];
  }
  // A running service may append after the head was read, so the journal may only be longer.
  return [
    size > end.size
      ? fail('journal', `${size - end.size} acknowledged events are missing`, remedy)
      : ok('journal', `${end.size} events`),
    clock,
  ];
}
