import { oneAtATime } from '../../server/shared/one-at-a-time.ts';
import { writeOperatorNote } from '../../server/shared/operator-note.ts';
import { Refusal, refusedAt } from '../ipc/refusal.ts';
import type { Outcome, Refused } from '../ipc/schema.ts';
import type { Custody } from './custody.ts';
import { freshKey, type KeyBundle, rootVariables, withFreshKid } from './key-bundle.ts';
import {
  createKeyHolder,
  type KeyHolder,
  type KeyHolderOptions,
  type OpenedKeys,
} from './key-holder.ts';
import { type KeyResult, refused } from './key-problem.ts';
import { restoreBundle } from './recovery-file.ts';
import { recoveryPage } from './recovery-page.ts';

export interface CustodyOptions extends Omit<KeyHolderOptions, 'now'> {
  /** The server's variables, by the settings whose secrets they hold. */
  readonly variables: ReadonlyMap<string, string>;
  /** This machine's name on a recovery kit. */
  readonly machine: string;
  readonly now?: () => Date;
}

/** A custody over one key store (design D45). Its operations run one at a time, in order. */
export function createCustody(options: CustodyOptions): Custody {
  const { place, dataFolder, variables, machine, now = () => new Date() } = options;
  const holder = createKeyHolder({ ...options, now });
  const inTurn = oneAtATime();

  async function addKid(): ReturnType<Custody['addKid']> {
    const outcome = await holder.open();
    if (!outcome.ok) return refused(outcome.problem);
    const { kid, bundle } = withFreshKid(outcome.value.bundle, now());
    const written = await holder.replace(bundle);
    if (!written.ok) return refused(written.problem);
    // A crash here leaves an unused key that the journal does not mention.
    const fields = { actor: 'operator', kid, purpose: 'tokenization' } as const;
    await writeOperatorNote(dataFolder, { kind: 'key_rotated', fields });
    return { ok: true, kid };
  }

  async function draftRecoveryKit(): ReturnType<Custody['draftRecoveryKit']> {
    const outcome = await holder.open();
    if (!outcome.ok) return refused(outcome.problem);
    const { installation, kit: former } = outcome.value.bundle;
    const number = (former?.number ?? 0) + 1;
    const kit = { number, key: freshKey(), madeAt: now().toISOString() };
    const page = recoveryPage({ installation, kit, machine });
    const keep = () => inTurn(() => replaceKit(holder, former, kit));
    return { ok: true, draft: { page, keep } };
  }

  async function restore(typed: string): Promise<Outcome> {
    const restored = await restoreBundle(dataFolder, typed);
    if (!restored.ok) return restored;
    if ((await holder.open()).ok) {
      return refusedAt('words', 'This installation has its keys. Nothing was changed.');
    }
    await place.setAside();
    return outcomeOf(await holder.replace(restored.bundle));
  }

  return {
    state: holder.state,
    secrets: () => inTurn(async () => secretVariables(await opened(holder), variables)),
    storedSecret: (setting) =>
      inTurn(async () => {
        const { bundle, given } = await opened(holder);
        return given[setting] ?? bundle.secrets[setting] ?? null;
      }),
    storedSecretNames: () => {
      const held = holder.held();
      return new Set(Object.keys({ ...held?.bundle.secrets, ...held?.given }));
    },
    store: (secrets) => inTurn(() => change(holder, (held) => withSecrets(held, secrets))),
    addKid: () => inTurn(addKid),
    draftRecoveryKit: () => inTurn(draftRecoveryKit),
    restore: (typed) => inTurn(() => restore(typed)),
    onChange: holder.onChange,
  };
}

type Kit = KeyBundle['kit'];

function replaceKit(holder: KeyHolder, former: Kit, kit: Kit): Promise<Outcome> {
  return change(holder, ({ bundle }) =>
    bundle.kit?.number === former?.number
      ? { ok: true, bundle: { ...bundle, kit } }
      : refusedAt('kit', 'Another recovery kit was made meanwhile. Make a new one.'),
  );
}

/** The variables of the server that hold secrets: the key roots, and the settings that are secrets. */
function secretVariables(
  { bundle, given }: OpenedKeys,
  variables: CustodyOptions['variables'],
): Record<string, string> {
  const secrets = Object.entries({ ...bundle.secrets, ...given }).flatMap(([name, value]) => {
    const variable = variables.get(name);
    return variable === undefined ? [] : [[variable, value]];
  });
  return { ...rootVariables(bundle), ...Object.fromEntries(secrets) };
}

type Changed = { readonly ok: true; readonly bundle: KeyBundle } | Refused;

async function change(holder: KeyHolder, changed: (held: OpenedKeys) => Changed): Promise<Outcome> {
  const outcome = await holder.open();
  if (!outcome.ok) return refused(outcome.problem);
  const next = changed(outcome.value);
  return next.ok ? outcomeOf(await holder.replace(next.bundle)) : next;
}

function withSecrets(
  { bundle, given }: OpenedKeys,
  secrets: Readonly<Record<string, string | null>>,
): Changed {
  const taken = Object.keys(secrets).filter((name) => Object.hasOwn(given, name));
  if (taken.length > 0) {
    const message = 'comes from a credential of the service: change it there';
    return { ok: false, problems: taken.map((path) => ({ path, message })) };
  }
  const merged = Object.entries({ ...bundle.secrets, ...secrets });
  const kept = merged.filter((entry): entry is [string, string] => entry[1] !== null);
  return { ok: true, bundle: { ...bundle, secrets: Object.fromEntries(kept) } };
}

async function opened(holder: KeyHolder): Promise<OpenedKeys> {
  const outcome = await holder.open();
  if (outcome.ok) return outcome.value;
  throw new Refusal(refused(outcome.problem).problems);
}

function outcomeOf(written: KeyResult<void>): Outcome {
  return written.ok ? { ok: true } : refused(written.problem);
}
