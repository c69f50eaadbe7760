import { readKeyFile } from '../adapters/system/key-file.ts';
import { readConfig } from '../config/config.ts';
import { kindsByPass, supportedKinds } from '../detect/index.ts';
import type { Problem } from '../domain/fault.ts';
import type { ActivePolicy, Policy } from '../domain/policy.ts';
import { createPlayground } from '../pipeline/policy-playground.ts';
import {
  decodePolicy,
  diffPolicies,
  type EntityChange,
  exampleProblems,
  type FieldChange,
  isSamePolicy,
  type PolicyDiff,
  policyNotes,
} from '../policy/index.ts';
import { policyCoverage } from '../projections/report/policy-coverage.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { readText } from './input.ts';
import { orReport, printError, printLine, problemLine } from './output.ts';
import type { Terminal } from './terminal.ts';
import { withSearch } from './with-search.ts';

interface DiffOptions {
  readonly json?: true;
  readonly exitCode?: true;
}

/** `svc policy diff`: the differences in meaning from `fileA` to `fileB`; their keys need not exist. */
export async function diffPolicyFiles(
  terminal: Terminal,
  fileA: string,
  fileB: string,
  options: DiffOptions,
): Promise<ExitCode> {
  // Says what is wrong with both files.
  const yamlA = await orReport(terminal, readText(fileA));
  const yamlB = await orReport(terminal, readText(fileB));
  if (yamlA === undefined || yamlB === undefined) return exit.noInput;
  const a = decodeOrReport(terminal, fileA, yamlA);
  const b = decodeOrReport(terminal, fileB, yamlB);
  if (a === undefined || b === undefined) return exit.badData;
  const diff = diffPolicies(a, b);
  const lines =
    options.json === true
      ? [JSON.stringify(diff)]
      : [...describeDiff(diff, b), ...coverageChanges(a, b)];
  for (const line of lines) await printLine(terminal, line);
  return options.exitCode === true && !isSamePolicy(diff) ? exit.failed : exit.ok;
}

function decodeOrReport(terminal: Terminal, file: string, yaml: string): Policy | undefined {
  const result = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (result.ok) return result.value.policy;
  for (const problem of result.problems) printError(terminal, problemLine(file, problem));
  return undefined;
}

function describeDiff(diff: PolicyDiff, to: Policy): readonly string[] {
  if (isSamePolicy(diff)) return ['no difference'];
  const ofEntity = ({ kind, ...change }: EntityChange) =>
    changeLine({ ...change, field: `entities.${kind}.${change.field}` });
  return [
    ...diff.addedEntities.map((kind) => `+ entities.${kind}: ${to.entities.get(kind)?.action}`),
    ...diff.removedEntities.map((kind) => `- entities.${kind}`),
    ...diff.thresholds.map(ofEntity),
    ...diff.actions.map(ofEntity),
    ...diff.switches.map(ofEntity),
    ...diff.words.flatMap(({ kind, field, added, removed }) => [
      ...added.map((word) => `+ entities.${kind}.${field}: ${word}`),
      ...removed.map((word) => `- entities.${kind}.${field}: ${word}`),
    ]),
    ...diff.topLevel.map(changeLine),
  ];
}

/** What the change does to the coverage of the Safe Harbor rule's 18 identifiers. */
function coverageChanges(a: Policy, b: Policy): readonly string[] {
  const [before, after] = [a, b].map((policy) => policyCoverage(policy, kindsByPass));
  return (after ?? []).flatMap(({ key, category, level }) => {
    const old = before?.find((row) => row.key === key)?.level;
    return old === undefined || old === level
      ? []
      : [`~ Safe Harbor coverage of ${category}: ${old} -> ${level}`];
  });
}

function changeLine({ field, from, to }: FieldChange): string {
  return `~ ${field}: ${from} -> ${to}`;
}

const kidVariable = 'SVC_KEY_';

/** `svc policy validate`: every problem and every failed example with its position, or notes on the gaps of a valid policy. */
export async function validatePolicy(
  terminal: Terminal,
  file: string,
  options: { json?: true },
): Promise<ExitCode> {
  const yaml = await readText(file);
  const known = await knownKids(terminal);
  const kids = known.size === 0 ? { has: () => true } : known;
  const result = decodePolicy(yaml, { kids, supportedKinds });
  const problems = result.ok ? await failedExamples(result.value) : result.problems;
  if (!result.ok || problems.length > 0) {
    await printOutcome(terminal, options, { ok: false, problems }, () => {
      for (const problem of problems) printError(terminal, problemLine(file, problem));
    });
    return exit.badData;
  }
  const { policy, sha256 } = result.value;
  const notes = [...(known.size === 0 ? [noKeysYet] : []), ...policyNotes(policy)];
  await printOutcome(
    terminal,
    options,
    { ok: true, name: policy.name, sha256, notes },
    async () => {
      for (const note of notes) printError(terminal, `${file}: note: ${note}`);
      await printLine(
        terminal,
        `ok: ${policy.name}, ${policy.entities.size} entities, sha256 ${sha256}`,
      );
    },
  );
  return exit.ok;
}

/** Runs the examples of a policy through the passes of a call. */
async function failedExamples(active: ActivePolicy): Promise<readonly Problem[]> {
  if (active.policy.examples.length === 0) return [];
  return await withSearch(active.policy, 0, (search) =>
    exampleProblems(active, createPlayground(search)),
  );
}

/** People also check a file before they install; a service without the key does not start. */
const noKeysYet =
  'kid: not checked, because this machine has no keys yet; the first start creates the key of the policy';

type ValidationOutcome =
  | {
      readonly ok: true;
      readonly name: string;
      readonly sha256: string;
      readonly notes: readonly string[];
    }
  | { readonly ok: false; readonly problems: readonly Problem[] };

async function printOutcome(
  terminal: Terminal,
  { json }: { json?: true },
  outcome: ValidationOutcome,
  say: () => void | Promise<void>,
): Promise<void> {
  if (json === true) await printLine(terminal, JSON.stringify(outcome));
  else await say();
}

/** Key ids of the environment and of the data folder's `keys.json`. Creates no key. */
async function knownKids({ env }: Terminal): Promise<ReadonlySet<string>> {
  const kids = Object.entries(env).flatMap(([name, value]) =>
    name.startsWith(kidVariable) && value !== '' ? [name.slice(kidVariable.length)] : [],
  );
  const config = readConfig(env);
  const file = config.ok ? await readKeyFile(config.value.dataDir) : undefined;
  const made = file?.ok === true ? (file.value?.roots.keys() ?? []) : [];
  return new Set([...kids, ...made]);
}
