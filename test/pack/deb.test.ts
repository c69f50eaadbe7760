import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { signedIn } from '../support/pack/first-call.ts';
import { bootMachine, canBoot, type Machine } from '../support/pack/machine.ts';

const release = join(import.meta.dirname, '../../release');
const deb = join(release, readdirSync(release).find((name) => name.endsWith('.deb')) ?? '');
const unit = 'voice-phi-proxy.service';
const admin = '/usr/bin/voice-phi-proxy-service';
const secret = 'secret-of-the-voice-platform';
const number = '202-555-0143';

let machine: Machine;
let port: number;

beforeAll(async () => {
  if (canBoot) machine = await bootMachine();
  port = await freePort();
});
afterAll(() => machine?.close());

/** Runs a shell line on the machine as root. Rejects when it fails. */
async function sh(line: string): Promise<string> {
  const { code, stdout, stderr } = await machine.run('sh', '-c', line);
  if (code !== 0) throw new Error(`${line}: ${code}\n${stdout}${stderr}`);
  return stdout.trim();
}

/** Electron's libraries for windows are not there, and the service does without. */
const install = () => sh(`dpkg --force-depends --install '${deb}' 2>&1`);

const stateOf = (what: 'is-active' | 'is-enabled') =>
  machine.run('systemctl', what, unit).then(({ stdout }) => stdout.trim());

/** Its first process. Rejects when it does not run. */
async function mainProcess(): Promise<string> {
  const pid = await sh(`systemctl show -P MainPID ${unit}`);
  if (!/^[1-9]/.test(pid)) throw new Error('the service does not run');
  return pid;
}

/** Everything of the product, wherever it lies. */
const traces = async (): Promise<string[]> => {
  const places = '/etc /lib /opt /usr /var/lib /var/log /var/cache /run';
  const found = await sh(`find ${places} -xdev -name 'voice-phi-proxy*' -prune`);
  return found
    .split('\n')
    .filter((path) => path !== '' && !path.startsWith('/var/lib/dpkg/'))
    .sort();
};

const policy = (settings: object) =>
  sh(`printf '%s' '${JSON.stringify(settings)}' > /etc/voice-phi-proxy/policies.json`);

async function call(): Promise<string> {
  const link = await sh(`${admin} svc sign-in-link`);
  const portal = await signedIn(`http://127.0.0.1:${port}`, link, secret);
  return portal.call(`my number is ${number}`, 'stub');
}

// It needs root, for namespaces, and systemd: `apt-get install systemd`.
describe.skipIf(!canBoot)('the .deb, on a machine with systemd', () => {
  it('starts nothing when it is installed', async () => {
    const said = await install();
    expect(said).toContain('Setting up voice-phi-proxy');
    expect(said).toContain('Recommended');
    expect([await stateOf('is-active'), await stateOf('is-enabled')]).toEqual([
      'inactive',
      'disabled',
    ]);
    expect(await sh('voice-phi-proxy-svc --version')).toMatch(/^\d+\.\d+\.\d+/);
    expect(await sh('getent passwd voice-phi-proxy')).toContain('/usr/sbin/nologin');
  });

  it('brings a unit that systemd has nothing to say against', async () => {
    const { code, stdout, stderr } = await machine.run('systemd-analyze', 'verify', unit);
    expect([code, stdout, stderr]).toEqual([0, '', '']);
    const exposure = await sh(`systemd-analyze security --no-pager ${unit} | tail -1`);
    expect(exposure).toMatch(/: [01]\.\d OK/);
  });

  it('serves calls as a service, with keys that it made and a secret that was given to it', async () => {
    await policy({ port, ingressPort: await freePort(), host: '127.0.0.1' });
    await sh(`printf '%s\n' '${secret}' | ${admin} set webhookSecret`);
    await sh(`systemctl enable --now ${unit}`);
    expect(await stateOf('is-active')).toBe('active');
    expect(await call()).toContain(number);
  });

  it('runs as its own user, and shows no secret in the list of processes', async () => {
    const processes = await sh(
      'for pid in $(pgrep -u voice-phi-proxy); do cat /proc/$pid/cmdline /proc/$pid/environ; done',
    );
    expect(processes).toContain('svc.js');
    expect(processes).not.toMatch(new RegExp(`SVC_(MASTER_)?KEY|${secret}`));
    expect(
      await sh('stat -c %U $(pgrep -f "[p]roduct/bin/node" | sed s:^:/proc/:) | sort -u'),
    ).toBe('voice-phi-proxy');
    expect(await sh('stat -c "%a %U" /var/lib/voice-phi-proxy')).toBe('700 voice-phi-proxy');
  });

  it('restarts when it is killed, and leaves no second server', async () => {
    const before = await mainProcess();
    await sh(`systemctl kill --kill-whom=main --signal=KILL ${unit}`);
    await expect
      .poll(() => sh(`systemctl show -P MainPID ${unit}`))
      .not.toMatch(new RegExp(`^(0|${before})$`));
    await expect.poll(() => stateOf('is-active')).toBe('active');
    await expect.poll(() => sh('pgrep -fc "[s]vc.js" || true')).toBe('1');
  });

  it('is restarted by an upgrade if it ran', async () => {
    const before = await mainProcess();
    await install();
    expect(await stateOf('is-active')).toBe('active');
    expect(await mainProcess()).not.toBe(before);
    expect(await stateOf('is-enabled')).toBe('enabled');
  });

  it('stays down, and says why, if it cannot run with its settings', async () => {
    await policy({ port: 'eighty' });
    const { code } = await machine.run('systemctl', 'restart', unit);
    const status = await sh(`systemctl show -P ExecMainStatus ${unit}`);
    expect([code === 0, status, await stateOf('is-active')]).toEqual([false, '78', 'failed']);
    expect(await sh(`journalctl --no-pager -u ${unit}`)).toContain('port');
  });

  it('is removed with everything but data, logs and policy', async () => {
    await sh('dpkg --remove voice-phi-proxy 2>&1');
    expect(await traces()).toEqual([
      '/etc/voice-phi-proxy',
      '/var/lib/voice-phi-proxy',
      '/var/log/voice-phi-proxy',
    ]);
    expect((await machine.run('pgrep', '-f', 'svc.js')).stdout).toBe('');
  });

  it('continues its journal when it is installed again', async () => {
    await install();
    await policy({ port, ingressPort: await freePort() });
    await sh(`systemctl enable --now ${unit}`);
    expect(await sh(`${admin} svc audit verify`)).toContain('chain ok');
  });

  it('keeps the record of calls even when it is purged', async () => {
    expect(await sh('dpkg --purge voice-phi-proxy 2>&1')).toContain('holds the record of calls');
    expect(await traces()).toEqual(['/var/lib/voice-phi-proxy']);
  });

  it('leaves nothing when it is purged after an administrator said that the data may go', async () => {
    await install();
    await sh('touch /etc/voice-phi-proxy/delete-data && dpkg --purge voice-phi-proxy');
    expect(await traces()).toEqual([]);
    expect((await machine.run('getent', 'passwd', 'voice-phi-proxy')).stdout).toBe('');
  });
});
