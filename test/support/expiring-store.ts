import type { Adapter, AdapterPayload } from 'oidc-provider';

interface Entry {
  readonly payload: AdapterPayload;
  readonly expiresAt: number;
}

const maxEntries = 500;

/**
 * The sign-ins in progress of the embedded issuer, in memory; `now` is milliseconds since the epoch. Each
 * model holds at most 500 entries and drops the oldest, because anyone who reaches the page can begin a
 * sign-in.
 */
export function expiringStores(now: () => number): (model: string) => Adapter {
  const stores = new Map<string, Map<string, Entry>>();
  return (model) => {
    const store = stores.get(model) ?? new Map<string, Entry>();
    stores.set(model, store);
    return storeAdapter(store, stores, now);
  };
}

function storeAdapter(
  store: Map<string, Entry>,
  stores: ReadonlyMap<string, Map<string, Entry>>,
  now: () => number,
): Adapter {
  const live = (entry: Entry | undefined) =>
    entry !== undefined && entry.expiresAt > now() ? entry.payload : undefined;
  const findBy = (field: 'uid' | 'userCode', value: string) =>
    live([...store.values()].find(({ payload }) => payload[field] === value));

  return {
    upsert: async (id, payload, expiresIn) => {
      store.delete(id);
      const [oldest] = store.keys();
      if (store.size >= maxEntries && oldest !== undefined) store.delete(oldest);
      const expiresAt =
        expiresIn === undefined ? Number.POSITIVE_INFINITY : now() + expiresIn * 1000;
      store.set(id, { payload, expiresAt });
    },
    find: async (id) => live(store.get(id)),
    findByUid: async (uid) => findBy('uid', uid),
    findByUserCode: async (code) => findBy('userCode', code),
    consume: async (id) => {
      const entry = store.get(id);
      if (entry !== undefined) entry.payload.consumed = Math.floor(now() / 1000);
    },
    destroy: async (id) => {
      store.delete(id);
    },
    revokeByGrantId: async (grantId) => {
      for (const entries of stores.values()) {
        for (const [id, { payload }] of entries) {
          if (payload.grantId === grantId) entries.delete(id);
        }
      }
    },
  };
}
