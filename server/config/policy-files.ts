import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Problem, Result } from '../domain/fault.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import { defaultPolicyYaml } from '../policy/index.ts';

/** Policies that come with the product, beside the global one; agents may name them. */
const shippedFiles = ['mask_policy.yaml', 'healthcare-strict.yaml'];

export interface PolicyFiles {
  readonly initial: ActivePolicy;
  readonly shipped: readonly ActivePolicy[];
  /** The global policy file's text, read anew. */
  readonly readGlobal: () => Promise<Result<string>>;
}

export interface PolicyFilesOptions {
  readonly policyPath: string;
  /** Any file of the shipped `configs/` folder. */
  readonly shippedBeside: string;
  readonly decode: (yaml: string) => Result<ActivePolicy>;
  /** With `SVC_DEV=1` a bad policy is told here, and the defaults are used (spec, Command-line tool). */
  readonly onBadPolicy: ((problems: readonly Problem[]) => void) | null;
}

/** The policies at start; problems of the global one stop a production boot. */
export async function loadPolicyFiles(options: PolicyFilesOptions): Promise<Result<PolicyFiles>> {
  const { policyPath, shippedBeside, decode, onBadPolicy } = options;
  const readGlobal = (): Promise<Result<string>> => readText(policyPath);
  const global = decoded(await readGlobal(), decode);
  if (!global.ok && onBadPolicy === null) return global;
  if (!global.ok) onBadPolicy?.(global.problems);
  const initial = global.ok ? global : decode(defaultPolicyYaml);
  if (!initial.ok) return initial;
  const shipped: ActivePolicy[] = [];
  for (const name of shippedFiles) {
    const policy = decoded(await readText(join(dirname(shippedBeside), name)), decode);
    // One that does not hold here, such as for want of its key, is not offered.
    if (policy.ok) shipped.push(policy.value);
  }
  return { ok: true, value: { initial: initial.value, shipped, readGlobal } };
}

function decoded(text: Result<string>, decode: PolicyFilesOptions['decode']): Result<ActivePolicy> {
  return text.ok ? decode(text.value) : text;
}

async function readText(path: string): Promise<Result<string>> {
  try {
    return { ok: true, value: await readFile(path, 'utf8') };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
    return { ok: false, problems: [{ path, message: `cannot be read (${code})` }] };
  }
}
