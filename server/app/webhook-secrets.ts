import { deriveMacKey } from '../adapters/system/key-derivation.ts';
import type { KeyRoots } from '../adapters/system/load-keys.ts';
import type { Config } from '../config/config.ts';
import { Secret } from '../domain/secret.ts';

/** The configured secrets, else the secret of this installation (decision 0005). */
export function webhookSecretsOf(
  { webhookSecrets }: Config,
  { master }: KeyRoots,
): readonly [Secret<string>, ...Secret<string>[]] {
  const [current, ...previous] = webhookSecrets;
  if (current !== undefined) return [current, ...previous];
  return [new Secret(deriveMacKey(master, 'webhook-secret').export().toString('hex'))];
}
