import { dirname, join } from 'node:path';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { defaultPolicyYaml } from '../policy/index.ts';
import { readConfigFile } from './read-config-file.ts';

/** The policies that come with the product. An agent can use them by name. */
const shippedFiles = ['mask_policy.yaml', 'healthcare-strict.yaml'];

export interface PolicyFiles {
  readonly initial: ActivePolicy;
  readonly shipped: readonly ActivePolicy[];
  /** Reads the text of the global policy file again. */
  readonly readGlobal: () => Promise<Result<string>>;
}

export interface PolicyFilesOptions {
  readonly policyPath: string;
  /** Any file of the shipped `configs/` folder. */
  readonly shippedBeside: string;
  readonly decode: (yaml: string) => Result<ActivePolicy>;
  /** With `SVC_DEV=1` gets the problems of a bad policy; the service uses the default (spec, Command-line tool). */
  readonly onBadPolicy: ((problems: readonly Problem[]) => void) | null;
}

/** The policies at the start. Problems of the global one stop a production service. */
export async function loadPolicyFiles(options: PolicyFilesOptions): Promise<Result<PolicyFiles>> {
  const { policyPath, shippedBeside, decode, onBadPolicy } = options;
  const readGlobal = (): Promise<Result<string>> => readText(policyPath);
  const global = decoded(await readGlobal(), (yaml) => inFile(policyPath, decode(yaml)));
  if (!global.ok && onBadPolicy === null) return global;
  if (!global.ok) onBadPolicy?.(global.problems);
  const initial = global.ok ? global : decode(defaultPolicyYaml);
  if (!initial.ok) return initial;
  const shipped: ActivePolicy[] = [];
  for (const name of shippedFiles) {
    const policy = decoded(await readText(join(dirname(shippedBeside), name)), decode);
    // A policy that is not valid here, for example without its key, is not offered.
    if (policy.ok) shipped.push(policy.value);
  }
  return { ok: true, value: { initial: initial.value, shipped, readGlobal } };
}

function decoded(text: Result<string>, decode: PolicyFilesOptions['decode']): Result<ActivePolicy> {
  return text.ok ? decode(text.value) : text;
}

function inFile<T>(file: string, result: Result<T>): Result<T> {
  if (result.ok) return result;
  return { ok: false, problems: result.problems.map((problem) => ({ ...problem, file })) };
}

async function readText(path: string): Promise<Result<string>> {
  const file = await readConfigFile(path);
  return file.ok ? { ok: true, value: file.value.toString() } : file;
}
