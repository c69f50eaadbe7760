import type { KeyObject } from 'node:crypto';
import { callKeyOf } from '../calls/live-calls.ts';
import { canonicalValue, type KnownValue } from '../domain/detection.ts';
import type { AgentId } from '../domain/ids.ts';
import { shadowOf } from '../normalize/index.ts';
import type { Agents } from '../ports/agents.ts';
import type { Keyring } from '../ports/keyring.ts';
import { valueIndex } from '../tokenize/index.ts';

/** By which search keys a store finds calls (decision 0108). They are keyed hashes and reveal nothing. */
export interface CallSearch {
  /** Of a value, as any of these kinds and under every masking key, as people write and as they say it. */
  keysOfValue(value: string, kinds: readonly string[]): readonly string[];
  /** Of the platform's id of a call, at one agent or at all that are not deleted. */
  keysOfCallId(callId: string, agentId?: AgentId): Promise<readonly string[]>;
}

export interface CallSearchDeps {
  readonly keyring: Keyring;
  /** Every masking key that is kept. */
  readonly kids: readonly string[];
  readonly agents: Pick<Agents, 'list'>;
  /** Keeps the platform's call ids out of every store. */
  readonly callKey: KeyObject;
}

/** Characters of a key: 128 bits of the HMAC. */
const keyLength = 32;
const agentsAtOnce = 100;

export function createCallSearch(deps: CallSearchDeps): CallSearch {
  const { keyring, kids, agents, callKey } = deps;
  return {
    keysOfValue: (value, kinds) => {
      const values = kinds.flatMap((kind) =>
        canonicalForms(kind, value).map((canonical) => ({ kind, canonical })),
      );
      return kids.flatMap((kid) => values.map(valueKeyUnder(keyring, kid)));
    },
    keysOfCallId: async (callId, agentId) => {
      const ids = agentId === undefined ? await agentIds(agents) : [agentId];
      return ids.map((id) => callIdKey(callKeyOf(callKey, { id }, callId)));
    },
  };
}

/** Makes the search key of a value that got a token under this masking key. */
export function valueKeyUnder(
  keyring: Keyring,
  kid: string,
): (value: Pick<KnownValue, 'kind' | 'canonical'>) => string {
  const indexKey = keyring.subkey(kid, 'vault-index');
  return (value) => valueIndex(indexKey, value).slice(0, keyLength);
}

/** The search key of the platform's id of a call; `callKey` is its HMAC. */
export function callIdKey(callKey: string): string {
  return callKey.slice(0, keyLength);
}

const telephoneKinds: ReadonlySet<string> = new Set(['PHONE', 'FAX']);

/** What tokenization made of the value, written or said; of a telephone number with and without the 1 of its country. */
function canonicalForms(kind: string, value: string): readonly string[] {
  const forms = [value, shadowOf(value).text].map((form) => canonicalValue(kind, form));
  const numbers = telephoneKinds.has(kind)
    ? forms.flatMap((form) =>
        form.length === 10 ? [`1${form}`] : /^1\d{10}$/.test(form) ? [form.slice(1)] : [],
      )
    : [];
  return [...new Set([...forms, ...numbers])];
}

async function agentIds({ list }: Pick<Agents, 'list'>): Promise<readonly AgentId[]> {
  const ids: AgentId[] = [];
  for (;;) {
    const before = ids.at(-1);
    const page = await list({ limit: agentsAtOnce, ...(before !== undefined && { before }) });
    ids.push(...page.map(({ id }) => id));
    if (page.length < agentsAtOnce) return ids;
  }
}
