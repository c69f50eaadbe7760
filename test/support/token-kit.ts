import { createIds } from '../../server/adapters/system/ids.ts';
import { createKeyring } from '../../server/adapters/system/keyring.ts';
import type { AgentId } from '../../server/domain/ids.ts';
import { Secret } from '../../server/domain/secret.ts';
import { TokenScope } from '../../server/rehydrate/index.ts';
import {
  aeadScheme,
  maskText,
  type Scheme,
  type SensitiveValue,
  tokenReader,
  vaultScheme,
} from '../../server/tokenize/index.ts';
import { memoryVault } from './memory/vault.ts';

export const agentId: AgentId = 'agt_01JA0000000000000000000000';
export const otherAgentId: AgentId = 'agt_01JA0000000000000000000001';
export const kid = 'K_TEST';

/** Keys, an empty vault and both reversible schemes of one agent. */
export function tokenKit(agent: AgentId = agentId) {
  const keyring = createKeyring(
    new Map([
      [kid, new Secret(Buffer.alloc(32, 7))],
      ['K_OTHER', new Secret(Buffer.alloc(32, 8))],
    ]),
  );
  const vault = memoryVault();
  const ids = createIds();
  return {
    keyring,
    vault,
    ids,
    vaultDeterministic: vaultScheme({ vault, keyring, ids, kid, agentId: agent }),
    reversibleAead: aeadScheme({ keyring, kid, agentId: agent }),
    reader: tokenReader({ keyring, vault, agentId: agent }),
  };
}

/** What takes the place of each value, once it is there to stay. */
export async function replaced(
  scheme: Scheme,
  values: readonly SensitiveValue[],
): Promise<readonly string[]> {
  const { texts, durable } = await scheme.replace(values);
  await durable;
  return texts;
}

/** A value of a text and the half-open range it stands at. */
export interface MarkedSpan extends SensitiveValue {
  readonly start: number;
  readonly end: number;
}

/** The text masked by a scheme, and the scope a reply to it is restored in. */
export async function maskWith(scheme: Scheme, text: string, spans: readonly MarkedSpan[]) {
  const tokens = await replaced(scheme, spans);
  const scope = new TokenScope();
  const replacements = spans.map(({ start, end, kind, surface }, index) => {
    const token = tokens[index] ?? '';
    scope.add({ token, kind, surface });
    return { start, end, replacement: token };
  });
  return { text: maskText(text, replacements), scope, tokens };
}
