import { EventEmitter } from 'node:events';
import { oneAtATime } from '../../server/shared/one-at-a-time.ts';
import { Refusal } from '../ipc/refusal.ts';
import type { Outcome, Problem, Refused, SettingView } from '../ipc/schema.ts';
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

/** Values by key; null removes the user's value. */
export type SettingChanges = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The settings in force: the machine's policy overrides the user, the user the preset, the preset
 * the defaults.
 */
export interface Settings {
  /** For pages; never holds the value of a secret. */
  views(): readonly SettingView[];
  /** The value of a setting that is not a secret; null if unset. */
  value<K extends SettingKey>(key: K): SettingValue<K> | null;
  /**
   * Why nothing may start with these settings; empty if calls can be served. An invalid policy
   * value is a problem and never falls back to a weaker value. Problems that do not concern calls
   * are only in the views (decision 0045).
   */
  problems(): readonly Problem[];
  /** Checks a change without applying it. */
  check(changes: SettingChanges): Outcome;
  /** Applies values by key; null removes the user's value. All or none, durable on return. */
  change(changes: SettingChanges): Promise<Outcome>;
  /**
   * Variables for the server's environment, without secrets. Throws a `Refusal` while there are
   * `problems`.
   */
  variables(): Record<string, string>;
  /** Reloads policy, preset and the user's file. */
  reload(): Promise<void>;
  onChange(listener: () => void): void;
}

export interface SettingsOptions {
  readonly readPolicy: () => Promise<Layer>;
  readonly readPreset: () => Promise<Layer>;
  /** The user's settings file, created at the first change. */
  readonly userFile: string;
  readonly defaults: Layers['defaults'];
  /** Stores the settings' secrets. */
  readonly secrets: Pick<Custody, 'storedSecretNames' | 'store'>;
}

/** Reads every layer; rejects with the system's error if the user's file is unreadable. */
export async function openSettings(options: SettingsOptions): Promise<Settings> {
  const { userFile, defaults, secrets } = options;
  const changed = new EventEmitter();
  let layers = await readLayers(options);
  let resolution = resolveSettings(layers);
  const inTurn = oneAtATime();

  function take(next: Layers): void {
    layers = next;
    resolution = resolveSettings(next);
    changed.emit('change');
  }

  async function change(changes: SettingChanges): Promise<Outcome> {
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
    // The schema of this very key has accepted the value.
    value: <K extends SettingKey>(key: K) =>
      (resolution.settings.get(key)?.value ?? null) as SettingValue<K> | null,
    problems: () => resolution.problems.filter(stopsCalls),
    variables: () => variablesOf(resolution),
    check: (changes) => {
      const planned = planChange(changes, layers, resolution);
      return planned.ok ? { ok: true } : planned;
    },
    change: (changes) => inTurn(() => change(changes)),
    reload: async () => take({ ...(await readLayers(options)), defaults }),
    onChange: (listener) => void changed.on('change', listener),
  };
}

function planChange(
  changes: SettingChanges,
  layers: Layers,
  resolution: Resolution,
): PlannedChange {
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
  /** Null removes the user's value. */
  readonly values: Partial<Record<SettingKey, AnyValue | null>>;
  readonly problems: Problem[];
}

/** A change that can be applied, or why it cannot. */
type PlannedChange =
  | {
      readonly ok: true;
      readonly parts: SplitChanges;
      readonly values: Record<string, unknown>;
      readonly next: Layers;
    }
  | Refused;

/** Splits a change into checked secrets and other values. */
function splitChanges(changes: SettingChanges, { settings }: Resolution): SplitChanges {
  const parted: SplitChanges = { secrets: {}, values: {}, problems: [] };
  for (const [path, given] of Object.entries(changes)) {
    const message = isSettingKey(path)
      ? splitChange(path, typeof given === 'string' ? given.trim() : given, {
          parted,
          locked: settings.get(path)?.locked === true,
        })
      : 'is not a setting';
    if (message !== undefined) parted.problems.push({ path, message });
  }
  return parted;
}

function splitChange(
  key: SettingKey,
  given: AnyValue | null,
  { parted, locked }: { readonly parted: SplitChanges; readonly locked: boolean },
): string | undefined {
  if (locked) return "is set by this machine's policy: only an administrator can change it";
  const isUnset = given === null || given === '';
  const checked = isUnset ? { ok: true as const, value: null } : checkValue(key, given);
  if (!checked.ok) return checked.message;
  if (settingMeta(key).secret !== true) parted.values[key] = checked.value;
  else parted.secrets[key] = checked.value === null ? null : String(checked.value);
  return undefined;
}

/** Problems that the change adds; existing ones must not keep people from fixing them. */
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
