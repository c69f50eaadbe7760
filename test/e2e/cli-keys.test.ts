import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clinic, openClinic } from '../support/clinic.ts';
import { removeFolder } from '../support/remove-folder.ts';
import { jsonLines, runSvc, shippedPolicy, temporaryFolder } from '../support/run-svc.ts';

const phone = '212 555 0123';
const email = 'pat@example.com';

let clinic: Clinic;
/** One agent for each scheme that can be reversed. */
let agents: readonly string[];
let oldTokens: readonly string[];
let publicKey: string;
let checkpoint: string;

const svc = (...args: string[]) => runSvc(args, { env: { SVC_DATA_DIR: clinic.service.dataDir } });

const exported = async () => {
  const [header, ...rest] = jsonLines((await svc('audit', 'export')).out) as {
    public_key: string;
    checkpoint: string;
  }[];
  return { publicKey: header?.public_key ?? '', checkpoint: rest.at(-1)?.checkpoint ?? '' };
};

beforeAll(async () => {
  clinic = await openClinic();
  agents = await Promise.all(
    ['vault-deterministic', 'reversible-aead'].map((tokenization) =>
      clinic.service.createAgent({
        name: tokenization,
        upstream: 'provider:model-small',
        tokenization,
      }),
    ),
  );
  oldTokens = [];
  for (const agentId of agents) {
    const { sent } = await clinic.say(agentId, `it is ${phone}`);
    oldTokens = [...oldTokens, /TOK1\.\S+/.exec(sent)?.[0] ?? ''];
  }
  ({ publicKey, checkpoint } = await exported());
});

afterAll(() => clinic.close());

describe('svc keys rotate makes a key for new tokens (design D45)', () => {
  let policy: string;

  beforeAll(async () => {
    policy = join(await temporaryFolder(), 'policy.yaml');
    await copyFile(shippedPolicy, policy);
  });

  it('the command prints the change of the policy, or writes it and keeps comments', async () => {
    const told = await svc('keys', 'rotate');
    expect(told).toMatchObject({ code: 0, err: '' });
    expect(told.out).toContain('kid: K_HEALTHCARE_2');
    const done = await svc('keys', 'rotate', '--policy', policy, '--json');
    expect(jsonLines(done.out)).toEqual([
      {
        kid: 'K_HEALTHCARE_3',
        previous_kid: 'K_HEALTHCARE',
        policy,
        policy_edited: true,
      },
    ]);
    const before = await readFile(shippedPolicy, 'utf8');
    const after = await readFile(policy, 'utf8');
    expect(after).toBe(before.replace('kid: K_HEALTHCARE\n', 'kid: K_HEALTHCARE_3\n'));
  });

  it('with which new tokens are made, while the old ones are restored', async () => {
    await clinic.stop();
    await clinic.start(undefined, { SVC_POLICY_PATH: policy });
    await clinic.service.api('/api/v1/admin/policy/reload', { method: 'POST' });
    const fresh = [];
    for (const agentId of agents) fresh.push((await clinic.say(agentId, `it is ${email}`)).sent);
    expect(fresh.every((sent) => sent.includes('.K_HEALTHCARE_3.'))).toBe(true);
    for (const [at, agentId] of agents.entries()) {
      expect(await clinic.hear(agentId, oldTokens[at] ?? '')).toBe(phone);
    }
  });

  it('the service journals the rotation', async () => {
    const rotated = (await clinic.service.records()).filter(({ kind }) => kind === 'key_rotated');
    expect(rotated.map(({ kid }) => kid)).toEqual(['K_HEALTHCARE_2', 'K_HEALTHCARE_3']);
  });

  it('a key that exists and an invalid name are refused', async () => {
    expect((await svc('keys', 'rotate', '--kid', 'K_HEALTHCARE_2')).code).toBe(78);
    expect((await svc('keys', 'rotate', '--kid', 'K 2')).code).toBe(78);
    expect((await svc('keys', 'rotate', '--kid', 'K', '--database')).code).toBe(64);
  });
});

describe('svc keys rotate --database encrypts the databases again (decision 0011)', () => {
  let oldKeys: string;

  beforeAll(async () => {
    oldKeys = await temporaryFolder();
    await copyFile(join(clinic.service.dataDir, 'keys.json'), join(oldKeys, 'keys.json'));
  });

  afterAll(() => removeFolder(oldKeys));

  it('with the service stopped, and not before', async () => {
    expect((await svc('keys', 'rotate', '--database')).code).toBe(75);
    await clinic.stop();
    const outcome = await svc('keys', 'rotate', '--database');
    expect(outcome).toMatchObject({ code: 0, err: '' });
    expect((await svc('audit', 'verify')).code).toBe(0);
  });

  it('the old keys no longer open the databases', async () => {
    for (const name of ['journal.db', 'journal.head', 'vault.db', 'calls.db']) {
      await copyFile(join(clinic.service.dataDir, name), join(oldKeys, name));
    }
    const outcome = await runSvc(['audit', 'verify'], { env: { SVC_DATA_DIR: oldKeys } });
    expect(outcome).toMatchObject({ code: 66 });
  });

  it('tokens and the signature of the journal stay the same', async () => {
    await clinic.start();
    for (const [at, agentId] of agents.entries()) {
      expect(await clinic.hear(agentId, oldTokens[at] ?? '')).toBe(phone);
    }
    const now = await exported();
    expect(now.publicKey).toBe(publicKey);
    const anchor = join(oldKeys, 'checkpoint');
    await writeFile(anchor, checkpoint);
    expect(await svc('audit', 'verify', '--anchor', anchor)).toMatchObject({ code: 0, err: '' });
    const rotated = (await clinic.service.records()).filter(
      ({ purpose }) => purpose === 'database',
    );
    expect(rotated).toHaveLength(1);
  });
});
