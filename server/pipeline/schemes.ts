import { type Agent, tokenizationOf } from '../domain/agent.ts';
import type { ActivePolicy } from '../domain/policy.ts';
import type { Ids } from '../ports/ids.ts';
import type { Keyring } from '../ports/keyring.ts';
import type { Vault } from '../ports/vault.ts';
import { aeadScheme, type Scheme, syntheticScheme, vaultScheme } from '../tokenize/index.ts';
import type { LiveCall } from './live-call.ts';

export interface SchemeDeps {
  readonly vault: Vault;
  readonly keyring: Keyring;
  readonly ids: Ids;
}

export function schemeFor(
  { vault, keyring, ids }: SchemeDeps,
  agent: Agent,
  active: ActivePolicy,
  call: LiveCall,
): Scheme {
  const { kid, epsilon } = active.policy;
  switch (tokenizationOf(agent, active.policy)) {
    case 'vault-deterministic':
      return vaultScheme({ vault, keyring, ids, kid, agentId: agent.id });
    case 'reversible-aead':
      return aeadScheme({ keyring, kid, agentId: agent.id });
    case 'synthetic':
      return syntheticScheme({ keyring, kid, callId: call.sessionId, epsilon });
  }
}
