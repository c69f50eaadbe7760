import { secretVariables } from '../settings/schema.ts';

/** Variables that a process needs from the system; none changes how Node or the server works. */
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
  // The web proxy of a clinic's network, and the certificate authority of one that inspects what it passes on.
  'HTTPS_PROXY',
  'NO_PROXY',
  'https_proxy',
  'no_proxy',
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
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

/** Secrets that are not settings: key roots, and an address that holds a password. */
const root = /^SVC_(MASTER_KEY|DATABASE_KEY|DATABASE_URL|KEY_.*)$/;
const settings = new Set(secretVariables.values());

/** Linux only: threads share two malloc arenas instead of one each, which saves 30 MB. */
const allocation = { MALLOC_ARENA_MAX: '2' };

function isSecret(name: string): boolean {
  // Windows ignores the case of names.
  const known = name.toUpperCase();
  return root.test(known) || settings.has(known);
}

/**
 * The server's environment: a few variables of the host, and its settings. All processes of its
 * user can read it, so this throws if a secret is among the settings.
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
