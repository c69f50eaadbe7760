import { plainMessage } from '../../server/shared/plain-message.ts';
import type { Problem, SettingView } from '../ipc/schema.ts';
import {
  type AnyValue,
  concernsCalls,
  isSettingKey,
  type SettingKey,
  settingForms,
  settingKeys,
  settingMeta,
} from './schema.ts';
import type { Layer } from './settings-layer.ts';

export interface Layers {
  /** The machine's policy; users cannot change its values. */
  readonly policy: Layer;
  readonly user: Layer;
  /** Initial settings of the installation. */
  readonly preset: Layer;
  /** Defaults that depend on the machine. */
  readonly defaults: Readonly<Partial<Record<SettingKey, AnyValue>>>;
}

export interface Resolved {
  /** Null: a secret, unset, or invalid for a setting that concerns calls; then there is a problem. */
  readonly value: AnyValue | null;
  readonly source: SettingView['source'];
  readonly locked: boolean;
}

export interface Resolution {
  readonly settings: ReadonlyMap<SettingKey, Resolved>;
  /** Includes problems that do not stop calls. */
  readonly problems: readonly Problem[];
}

/** Whether calls are refused until this is fixed (decision 0045). */
export function stopsCalls({ path }: Problem): boolean {
  return !isSettingKey(path) || concernsCalls(path);
}

type Source = 'policy' | 'user' | 'preset';
const sources: readonly Source[] = ['policy', 'user', 'preset'];

const names = {
  policy: "the machine's policy",
  user: 'the settings of this user',
  preset: 'the preset of this installation',
} as const;

/**
 * The value in force of each setting: the policy's, else the user's, else the preset's, else the
 * default. An invalid value is a problem and no lower layer replaces it; a setting that does not
 * concern calls has its default meanwhile.
 */
export function resolveSettings(layers: Layers): Resolution {
  const problems: Problem[] = sources.flatMap((source) => problemsOfLayer(layers[source], source));
  const entries = settingKeys.map((key) => [key, resolveOne(key, layers, problems)] as const);
  const settings = new Map(entries);
  return { settings, problems: [...problems, ...contradictions(settings)] };
}

/** Checks a layer's value; null unsets a setting without a default. */
export function checkValue(
  key: SettingKey,
  given: unknown,
):
  | { readonly ok: true; readonly value: AnyValue | null }
  | { readonly ok: false; readonly message: string } {
  if ((given === null || given === '') && settingMeta(key).default === null) {
    return { ok: true, value: null };
  }
  const { success, data, error } = settingForms[key].safeParse(given, { error: plainMessage });
  return success
    ? { ok: true, value: data }
    : { ok: false, message: error.issues[0]?.message ?? 'is not valid' };
}

function resolveOne(key: SettingKey, layers: Layers, problems: Problem[]): Resolved {
  const { secret, default: usual } = settingMeta(key);
  // An unreadable policy may set anything.
  const locked = !layers.policy.ok;
  if (secret === true) return { value: null, source: 'default', locked };
  const source = sources.find((name) => valuesOf(layers[name], key) !== undefined);
  if (source === undefined) {
    const value = layers.defaults[key] ?? usual;
    return { value, source: locked ? 'policy' : 'default', locked };
  }
  const isLocked = locked || source === 'policy';
  const checked = checkValue(key, valuesOf(layers[source], key));
  if (checked.ok) return { value: checked.value, source, locked: isLocked };
  problems.push({ path: key, message: `${checked.message} (${names[source]})` });
  return { value: concernsCalls(key) ? null : usual, source, locked: isLocked };
}

function valuesOf(layer: Layer, key: SettingKey): unknown {
  return layer.ok && Object.hasOwn(layer.values, key) ? layer.values[key] : undefined;
}

function problemsOfLayer(layer: Layer, source: Source): readonly Problem[] {
  if (!layer.ok) return layer.problems;
  return Object.keys(layer.values).flatMap((path) => {
    if (!isSettingKey(path)) {
      // A later version of the app may have written the user's file.
      const message = `is not a setting of this version, but ${names[source]} names it`;
      return source === 'user' ? [] : [{ path, message }];
    }
    if (settingMeta(path).secret !== true) return [];
    const message = `is a secret, but others can read ${names[source]}: remove it there and set it in the app, or as a credential of the service`;
    return [{ path, message }];
  });
}

/** Problems of settings that depend on each other. */
function contradictions(settings: ReadonlyMap<SettingKey, Resolved>): readonly Problem[] {
  const value = (key: SettingKey) => settings.get(key)?.value ?? null;
  const isSet = (key: SettingKey) => value(key) !== null;
  const needs = (path: SettingKey, given: boolean, because: string): readonly Problem[] =>
    given && !isSet(path) ? [{ path, message: `is needed because ${because}` }] : [];
  const samePort = isSet('port') && value('port') === value('ingressPort');
  const message = 'must differ from port: the tunnel must not reach the portal';
  return [
    ...(samePort ? [{ path: 'ingressPort', message }] : []),
    ...needs('tlsKey', isSet('tlsCertificate'), 'tlsCertificate is set'),
    ...needs('tlsCertificate', isSet('tlsKey'), 'tlsKey is set'),
    ...needs('signInClientId', isSet('signInIssuer'), 'signInIssuer is set'),
    ...needs('updateFeedUrl', value('updates') === 'feed', 'updates come from a feed'),
  ];
}
