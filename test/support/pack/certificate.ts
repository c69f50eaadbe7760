import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Whether the tools are here that sign programs for Windows on other systems (packages openssl, osslsigncode). */
export const canSign = ['openssl', 'osslsigncode'].every(
  (tool) => spawnSync(tool, ['version']).error === undefined,
);

/**
 * Makes a certificate in a folder and has electron-builder sign with it, as the variables of
 * `build/signing.cjs` do; false where the tools are missing.
 */
export function signWithTestCertificate(folder: string): boolean {
  if (!canSign) return false;
  const [key, certificate, both] = ['key.pem', 'cert.pem', 'cert.pfx'].map((name) =>
    join(folder, name),
  ) as [string, string, string];
  const openssl = (...args: readonly string[]) =>
    execFileSync('openssl', [...args], { stdio: 'ignore' });
  const subject = [
    '-subj',
    '/CN=A certificate for tests',
    '-addext',
    'extendedKeyUsage=codeSigning',
  ];
  openssl(
    ...'req -x509 -newkey rsa:2048 -nodes -days 2'.split(' '),
    ...subject,
    '-keyout',
    key,
    '-out',
    certificate,
  );
  openssl(
    ...'pkcs12 -export -passout pass:test'.split(' '),
    '-inkey',
    key,
    '-in',
    certificate,
    '-out',
    both,
  );
  Object.assign(process.env, {
    WIN_CSC_LINK: both,
    WIN_CSC_KEY_PASSWORD: 'test',
    USE_SYSTEM_OSSLSIGNCODE: 'true',
    // No time stamp of an authority.
    ELECTRON_BUILDER_OFFLINE: 'true',
  });
  return true;
}
