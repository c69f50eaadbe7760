import { addKey } from '../../adapters/system/key-file.ts';
import { supportedKinds } from '../../detect/index.ts';
import { decodePolicy, replaceKid } from '../../policy/index.ts';
import { replaceFile } from '../../shared/durable-files.ts';
import { type ExitCode, exit } from '../../shared/exit-codes.ts';
import { nextFreeKid } from '../../shared/keys-json.ts';
import { writeOperatorNote } from '../../shared/operator-note.ts';
import { readText } from '../input.ts';
import { loadLocalData } from '../local-data.ts';
import { failWithProblems, orFail, printLine } from '../output.ts';
import type { Terminal } from '../terminal.ts';

interface RotateOptions {
  readonly kid?: string;
  readonly policy?: string;
  readonly json?: true;
}

/**
 * `svc keys rotate`: a new key for new tokens. The old ones stay, to read the tokens they made
 * (design D45). The service uses a key once it was restarted and a policy in force names the key; it
 * journals the rotation.
 */
export async function rotateKid(terminal: Terminal, options: RotateOptions): Promise<ExitCode> {
  const data = await loadLocalData(terminal, undefined, sharedKeysAdvice);
  const policyPath = options.policy ?? data.config.policyPath;
  const yaml = await readText(policyPath);
  const policy = decodePolicy(yaml, { kids: { has: () => true }, supportedKinds });
  if (!policy.ok) failWithProblems(policy.problems, policyPath, exit.badData);
  const old = policy.value.policy.kid;
  const kid = options.kid ?? nextFreeKid(old, (name) => data.keys.roots.has(name));
  const { dataDir } = data.config;
  orFail(await addKey(dataDir, kid));
  // A crash here leaves an unused key that the journal does not know.
  const fields = { actor: 'operator', kid, purpose: 'tokenization' } as const;
  await writeOperatorNote(dataDir, { kind: 'key_rotated', fields });
  const edited = options.policy !== undefined;
  if (edited) await replaceFile(policyPath, replaceKid(yaml, kid));
  await printLine(
    terminal,
    options.json === true
      ? JSON.stringify({ kid, previous_kid: old, policy: policyPath, policy_edited: edited })
      : [`new key ${kid}; tokens of ${old} can still be restored`, ...nextSteps()].join('\n'),
  );
  return exit.ok;

  function nextSteps(): readonly string[] {
    const line = edited
      ? `${policyPath} now has: kid: ${kid}`
      : `To use it, put this in ${policyPath} in place of kid: ${old}\n     kid: ${kid}`;
    return [
      `  1. ${line}`,
      '  2. Restart the service, and approve or reload the policy. Policies that agents bring themselves name their own kid: edit those too.',
      `  3. Make a new copy of ${dataDir}/keys.json: backups do not hold keys.`,
    ];
  }
}

const sharedKeysAdvice =
  'give every replica a further key, SVC_KEY_<kid> of 32 random bytes (openssl rand -hex 32), restart ' +
  'them, and then name its kid in the policy';
