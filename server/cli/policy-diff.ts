import { supportedKinds } from '../detect/index.ts';
import type { Policy } from '../domain/policy.ts';
import {
  decodePolicy,
  diffPolicies,
  type EntityChange,
  type FieldChange,
  isSamePolicy,
  type PolicyDiff,
} from '../policy/index.ts';
import { type ExitCode, exit } from './exit.ts';
import { readText } from './input.ts';
import { printError, printLine, problemLine } from './output.ts';

interface DiffOptions {
  readonly json?: true;
  readonly exitCode?: true;
}

/** `svc policy diff`: what changes in meaning from `fileA` to `fileB`; keys need not exist. */
export async function diffPolicyFiles(
  fileA: string,
  fileB: string,
  options: DiffOptions,
): Promise<ExitCode> {
  const texts = [await readText(fileA), await readText(fileB)];
  if (texts.includes(undefined)) return exit.noInput;
  const a = decodeOrReport(fileA, texts[0] ?? '');
  const b = decodeOrReport(fileB, texts[1] ?? '');
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
