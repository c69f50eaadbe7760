/** What a program needs to find its own files, the network's proxy and the certificates of the system. */
const passed = new Set([
  'APPDATA',
  'COMPUTERNAME',
  'HOME',
  'HOMEDRIVE',
  'HOMEPATH',
  'HTTPS_PROXY',
  'HTTP_PROXY',
  'LANG',
  'LOCALAPPDATA',
  'LOGNAME',
  'NO_PROXY',
  'PATH',
  'PATHEXT',
  'PROGRAMDATA',
  'PROGRAMFILES',
  'SSL_CERT_DIR',
  'SSL_CERT_FILE',
  'SYSTEMDRIVE',
  'SYSTEMROOT',
  'TEMP',
  'TMP',
  'TMPDIR',
  'USER',
  'USERNAME',
  'USERPROFILE',
  'WINDIR',
  'XDG_CONFIG_HOME',
  'XDG_RUNTIME_DIR',
]);

/**
 * The part of an environment that a tunnel's program gets. Nothing of the server, and nothing that
 * would change what the program was told in its arguments.
 */
export function toolEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(environment))
    if (value !== undefined && passed.has(name.toUpperCase())) kept[name] = value;
  return kept;
}
