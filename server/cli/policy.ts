import { readKeyFile } from '../adapters/system/key-file.ts';
import { readConfig } from '../config/config.ts';
import { supportedKinds } from '../detect/index.ts';
import type { Problem } from '../domain/fault.ts';
import type { Policy } from '../domain/policy.ts';
import {
  decodePolicy,
  diffPolicies,
  type EntityChange,
  type FieldChange,
  isSamePolicy,
  kindsWithoutPass,
  type PolicyDiff,
} from '../policy/index.ts';
import { type ExitCode, exit } from '../shared/exit-codes.ts';
import { readText } from './input.ts';
import { orReport, printError, printLine, problemLine } from './output.ts';

interface DiffOptions {
  readonly json?: true;
  readonly exitCode?: true;
}

/** `svc policy diff`: the differences in meaning from `fileA` to `fileB`; their keys need not exist. */
export async function diffPolicyFiles(
  fileA: string,
  fileB: string,
  options: DiffOptions,
): Promise<ExitCode> {
  // Says what is wrong with both files.
  const yamlA = await orReport(readText(fileA));
  const yamlB = await orReport(readText(fileB));
  if (yamlA === undefined || yamlB === undefined) return exit.noInput;
  const a = decodeOrReport(fileA, yamlA);
  const b = decodeOrReport(fileB, yamlB);
  if (a === undefined || b === undefined) return exit.badData;
  const diff = diffPolicies(a, b);
  const lines = options.json === true ? [JSON.stringify(diff)] : describeDiff(diff);
  for (const line of lines) await printLine(line);
  return options.exitCode === true && !isSamePolicy(diff) ? exit.failed : exit.ok;
}

function decodeOrReport(file: string, yaml: string): Policy | undefined {
  const result = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (result.ok) return result.value.policy;
  for (const problem of result.problems) printError(problemLine(file, problem));
  return undefined;
}

function describeDiff(diff: PolicyDiff): readonly string[] {
  if (isSamePolicy(diff)) return ['no difference'];
  const ofEntity = ({ kind, ...change }: EntityChange) =>
    changeLine({ ...change, field: `entities.${kind}.${change.field}` });
  return [
    ...diff.addedEntities.map((kind) => `+ entities.${kind}`),
    ...diff.removedEntities.map((kind) => `- entities.${kind}`),
    ...diff.thresholds.map(ofEntity),
    ...diff.actions.map(ofEntity),
    ...diff.switches.map(ofEntity),
    ...diff.topLevel.map(changeLine),
  ];
}

function changeLine({ field, from, to }: FieldChange): string {
  return `~ ${field}: ${from} -> ${to}`;
}

const kidVariable = 'SVC_KEY_';

/** `svc policy validate`: every problem with its position, or notes on the gaps of a valid policy. */
export async function validatePolicy(file: string, options: { json?: true }): Promise<ExitCode> {
  const yaml = await readText(file);
  const known = await knownKids();
  const kids = known.size === 0 ? { has: () => true } : known;
  const result = decodePolicy(yaml, { kids, supportedKinds });
  if (!result.ok) {
    await printOutcome(options, { ok: false, problems: result.problems }, () => {
      for (const problem of result.problems) printError(problemLine(file, problem));
    });
    return exit.badData;
  }
  const { policy, sha256 } = result.value;
  const notes = [...(known.size === 0 ? [noKeysYet] : []), ...notesOn(policy)];
  await printOutcome(options, { ok: true, name: policy.name, sha256, notes }, async () => {
    for (const note of notes) printError(`${file}: note: ${note}`);
    await printLine(`ok: ${policy.name}, ${policy.entities.size} entities, sha256 ${sha256}`);
  });
  return exit.ok;
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
  { json }: { json?: true },
  outcome: ValidationOutcome,
  say: () => void | Promise<void>,
): Promise<void> {
  if (json === true) await printLine(JSON.stringify(outcome));
  else await say();
}

function notesOn(policy: Policy): readonly string[] {
  return kindsWithoutPass(policy).map(
    (kind) => `entities.${kind}: no pass of this policy finds this kind`,
  );
}

/** Key ids of the environment and of the data folder's `keys.json`. Creates no key. */
async function knownKids(): Promise<ReadonlySet<string>> {
  const kids = Object.entries(process.env).flatMap(([name, value]) =>
    name.startsWith(kidVariable) && value !== '' ? [name.slice(kidVariable.length)] : [],
  );
  const config = readConfig(process.env);
  const file = config.ok ? await readKeyFile(config.value.dataDir) : undefined;
  const made = file?.ok === true ? (file.value?.roots.keys() ?? []) : [];
  return new Set([...kids, ...made]);
}
