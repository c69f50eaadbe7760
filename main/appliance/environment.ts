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

const secret =
  /^SVC_(MASTER_KEY|DATABASE_KEY|DATABASE_URL|KEY_.*|VOICE_WEBHOOK_SECRET.*|UPSTREAM_API_KEY|IDP_CLIENT_SECRET)$/i;

/**
 * The server's environment: what it needs of the host's own, and its settings. Everybody with the
 * rights of its user can read it, so it throws when a secret is among the settings.
 */
export function serverEnvironment(
  own: Readonly<Record<string, string | undefined>>,
  variables: Readonly<Record<string, string>>,
): Record<string, string> {
  const misplaced = Object.keys(variables).filter((name) => secret.test(name));
  if (misplaced.length > 0) throw new Error(`not for an environment: ${misplaced.join(', ')}`);
  const environment = Object.fromEntries(
    kept.flatMap((name) => (own[name] === undefined ? [] : [[name, own[name]]])),
  );
  return { ...environment, ...variables, SVC_HOST_IPC: '1' };
}
