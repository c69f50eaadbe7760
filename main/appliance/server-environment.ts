import { secretVariables } from '../settings/schema.ts';

/** What a process needs of its system, and none of what changes how Node or the server work. */
const kept = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'LANG',
  'LC_ALL',
  'TZ',
  'TMPDIR',
  'XDG_DATA_HOME',
  // A clinic's own certificate authority, for a provider behind an inspecting proxy.
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  // Windows
  'SystemRoot',
  'SystemDrive',
  'windir',
  'ComSpec',
  'PATHEXT',
  'TEMP',
  'TMP',
  'USERNAME',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramData',
  'NUMBER_OF_PROCESSORS',
] as const;

/** Beside the settings that are secrets: key roots, and an address that holds a password. */
const root = /^SVC_(MASTER_KEY|DATABASE_KEY|DATABASE_URL|KEY_.*)$/;
const settings = new Set(secretVariables.values());

/** Linux only: threads share two heaps of C instead of having one each, for 30 MB less. */
const allocation = { MALLOC_ARENA_MAX: '2' };

function isSecret(name: string): boolean {
  // Windows takes names in any case.
  const known = name.toUpperCase();
  return root.test(known) || settings.has(known);
}

/**
 * The server's environment: what it needs of the host's own, and its settings. Everybody with the
 * rights of its user can read it, so it throws when a secret is among the settings.
 */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const misplaced = Object.keys(variables).filter(isSecret);
  if (misplaced.length > 0) throw new Error(`not for an environment: ${misplaced.join(', ')}`);
  const environment = Object.fromEntries(
    kept.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  );
  return { ...environment, ...allocation, ...variables, SVC_HOST_IPC: '1' };
}
