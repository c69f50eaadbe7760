import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const file = join(import.meta.dirname, '../../../build/signing.cjs');

/** The configuration that a build with these variables alone gets. Rejects when there is none. */
async function configured(env: Readonly<Record<string, string>>, platform = 'linux') {
  const script =
    'Object.defineProperty(process, "platform", { value: process.argv[2] });' +
    'process.stdout.write(JSON.stringify(require(process.argv[1])))';
  const { stdout } = await run(process.execPath, ['-e', script, file, platform], { env });
  return JSON.parse(stdout);
}

const azure = {
  AZURE_TENANT_ID: 'tenant',
  AZURE_CLIENT_ID: 'client',
  SIGN_PUBLISHER: 'CN=Example Clinic',
  SIGN_AZURE_ENDPOINT: 'https://sign.example.com',
  SIGN_AZURE_ACCOUNT: 'account',
  SIGN_AZURE_PROFILE: 'profile',
};

describe('a build without variables of signing', () => {
  it('is unsigned; on a Mac ad hoc, and then without the hardened runtime, which would refuse its libraries', async () => {
    expect(await configured({})).toEqual({
      mac: { notarize: false, hardenedRuntime: false, identity: '-' },
    });
  });
});

describe('a build with variables of signing', () => {
  it('is never left unsigned, and hardened on a Mac', async () => {
    expect(await configured(azure)).toMatchObject({
      forceCodeSigning: true,
      win: { azureSignOptions: { publisherName: 'CN=Example Clinic' } },
    });
    expect(await configured({ WIN_CSC_LINK: 'cert.pfx' })).toMatchObject({
      forceCodeSigning: true,
    });
    expect(await configured({ CSC_NAME: 'Example Clinic' }, 'darwin')).toEqual({
      forceCodeSigning: true,
      mac: { notarize: false, hardenedRuntime: true },
    });
  });

  it.each(Object.keys(azure))('stops when %s alone is missing', async (name) => {
    const { [name as keyof typeof azure]: _, ...rest } = azure;
    await expect(configured(rest)).rejects.toThrow(`${name} is missing`);
  });

  it('stops on a Mac when the certificate of the pkg is missing', async () => {
    await expect(configured({ CSC_LINK: 'a.p12', CSC_NAME: 'Example' }, 'darwin')).rejects.toThrow(
      'CSC_INSTALLER_LINK is missing',
    );
  });
});
