import { Refusal } from '../ipc/refusal.ts';
import type { Outcome, Problem, SettingView } from '../ipc/schema.ts';
import type { Custody } from '../keys/custody.ts';
import {
  checkValue,
  type Layers,
  type Resolution,
  resolveSettings,
  stopsCalls,
} from './resolve-settings.ts';
import {
  type AnyValue,
  isSettingKey,
  type SettingKey,
  type SettingValue,
  settingKeys,
  settingMeta,
} from './schema.ts';
import { settingViewOf } from './setting-view.ts';
import type { Layer } from './settings-layer.ts';
import { readUserFile, writeUserFile } from './user-settings-file.ts';

type SettingChanges = Readonly<Record<string, string | number | boolean | null>>;

/** The settings in force: machine policy over the user's over the installation's preset over defaults. */
export interface Settings {
  /** For pages; a secret's value is never told. */
  views(): readonly SettingView[];
  /** Of a setting that is no secret; null when unset. */
  value<K extends SettingKey>(key: K): SettingValue<K> | null;
  /**
   * Why nothing may be started as things are set; empty when calls can be served. A bad value of the
   * machine's policy is here and never gives way to a weaker one. What does not concern calls stands in
   * the views alone (decision 0045).
   */
  problems(): readonly Problem[];
  /** What keeps a change from being taken; it changes nothing. */
  check(changes: SettingChanges): Outcome;
  /** By key; null takes the user's value back. All or none are taken, durable on return. */
  change(changes: SettingChanges): Promise<Outcome>;
  /** For the server's environment; no secrets. Throws a `Refusal` while there are `problems`. */
  variables(): Record<string, string>;
  /** Reads the machine's policy anew. */
  reload(): Promise<void>;
  /** Returns what ends the subscription. */
  onChange(listener: () => void): () => void;
}

export interface SettingsOptions {
  readonly readPolicy: () => Promise<Layer>;
  readonly readPreset: () => Promise<Layer>;
  /** The user's settings; made at the first change. */
  readonly userFile: string;
  readonly defaults: Layers['defaults'];
  /** Keeps the secrets among the settings. */
  readonly secrets: Pick<Custody, 'storedSecretNames' | 'store'>;
}

type Changes = Parameters<Settings['change']>[0];

/** Reads every layer; rejects with the system's error when the user's file cannot be read at all. */
export async function openSettings(options: SettingsOptions): Promise<Settings> {
  const { userFile, defaults, secrets } = options;
  const listeners = new Set<() => void>();
  let layers = await readLayers(options);
  let resolution = resolveSettings(layers);
  let last: Promise<unknown> = Promise.resolve();

  function take(next: Layers): void {
    layers = next;
    resolution = resolveSettings(next);
    for (const listener of listeners) listener();
  }

  async function change(changes: Changes): Promise<Outcome> {
    const planned = planChange(changes, layers, resolution);
    if (!planned.ok) return planned;
    const stored = await store(planned.parts, planned.values);
    if (stored.ok) take(planned.next);
    return stored;
  }

  /** A crash in between leaves the secrets changed and the other settings not; both files are whole. */
  async function store(parts: SplitChanges, values: Record<string, unknown>): Promise<Outcome> {
    if (Object.keys(parts.secrets).length > 0) {
      const stored = await secrets.store(parts.secrets);
      if (!stored.ok) return stored;
    }
    if (Object.keys(parts.values).length > 0) await writeUserFile(userFile, values);
    return { ok: true };
  }

  return {
    views: () => {
      const kept = secrets.storedSecretNames();
      return [...resolution.settings].map(([key, resolved]) => ({
        ...settingViewOf(key, resolved, kept.has(key)),
        problem: resolution.problems.find(({ path }) => path === key)?.message ?? null,
      }));
    },
    // Whatever is there was found fit by the form of this very key.
    value: <K extends SettingKey>(key: K) =>
      (resolution.settings.get(key)?.value ?? null) as SettingValue<K> | null,
    problems: () => resolution.problems.filter(stopsCalls),
    variables: () => variablesOf(resolution),
    check: (changes) => {
      const planned = planChange(changes, layers, resolution);
      return planned.ok ? { ok: true } : planned;
    },
    change: (changes) => {
      const next = last.then(() => change(changes));
      last = next.catch(() => undefined);
      return next;
    },
    reload: async () => take({ ...(await readLayers(options)), defaults }),
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function planChange(changes: Changes, layers: Layers, resolution: Resolution): PlannedChange {
  const parts = splitChanges(changes, resolution);
  if (parts.problems.length > 0) return { ok: false, problems: parts.problems };
  if (!layers.user.ok) return { ok: false, problems: [...layers.user.problems] };
  const values = withoutNulls({ ...layers.user.values, ...parts.values });
  const next = { ...layers, user: { ok: true, values } as const };
  const problems = newProblems(resolution, resolveSettings(next));
  return problems.length > 0 ? { ok: false, problems } : { ok: true, parts, values, next };
}

async function readLayers(options: SettingsOptions): Promise<Layers> {
  const { readPolicy, readPreset, userFile, defaults } = options;
  const [policy, preset] = await Promise.all([readPolicy(), readPreset()]);
  return { policy, preset, user: await readUserFile(userFile), defaults };
}

interface SplitChanges {
  readonly secrets: Record<string, string | null>;
  /** Null takes the user's value back. */
  readonly values: Partial<Record<SettingKey, AnyValue | null>>;
  readonly problems: Problem[];
}

/** A change that can be made, or what keeps it from that. */
type PlannedChange =
  | {
      readonly ok: true;
      readonly parts: SplitChanges;
      readonly values: Record<string, unknown>;
      readonly next: Layers;
    }
  | Extract<Outcome, { ok: false }>;

/** What of a change goes where, each value found fit. */
function splitChanges(changes: Changes, { settings }: Resolution): SplitChanges {
  const parted: SplitChanges = { secrets: {}, values: {}, problems: [] };
  for (const [path, given] of Object.entries(changes)) {
    const message = isSettingKey(path)
      ? splitChange(path, typeof given === 'string' ? given.trim() : given, {
          parted,
          locked: settings.get(path)?.locked === true,
        })
      : 'is no setting';
    if (message !== undefined) parted.problems.push({ path, message });
  }
  return parted;
}

function splitChange(
  key: SettingKey,
  given: AnyValue | null,
  { parted, locked }: { readonly parted: SplitChanges; readonly locked: boolean },
): string | undefined {
  if (locked) return "is set by this machine's policy: only an administrator can change it there";
  const isUnset = given === null || given === '';
  const checked = isUnset ? { ok: true as const, value: null } : checkValue(key, given);
  if (!checked.ok) return checked.message;
  if (settingMeta(key).secret !== true) parted.values[key] = checked.value;
  else parted.secrets[key] = checked.value === null ? null : String(checked.value);
  return undefined;
}

/** Problems that were not there before; what was wrong already must not keep people from mending it. */
function newProblems(before: Resolution, after: Resolution): Problem[] {
  const known = new Set(before.problems.map(({ path, message }) => `${path}\n${message}`));
  return after.problems.filter(({ path, message }) => !known.has(`${path}\n${message}`));
}

function withoutNulls(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function variablesOf({ settings, problems }: Resolution): Record<string, string> {
  const stopping = problems.filter(stopsCalls);
  if (stopping.length > 0) throw new Refusal(stopping);
  const entries = settingKeys.flatMap((key) => {
    const { variable, secret } = settingMeta(key);
    const value = settings.get(key)?.value ?? null;
    if (variable === undefined || secret === true || value === null) return [];
    return [[variable, String(value)] as const];
  });
  return Object.fromEntries(entries);
}
