import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { settingKeys, settingMeta } from '../../../../main/settings/schema.ts';
import { readConfig } from '../../../../server/config/config.ts';
import { decodeUpstreams } from '../../../../server/config/upstreams.ts';
import { office } from '../../../support/desktop/settings-kit.ts';

describe('The settings become variables of the server', () => {
  it('the server accepts the variables', async () => {
    const { open } = await office();
    const settings = await open();
    const changed = await settings.change({
      port: 9000,
      baseUrl: 'https://portal.example.com/',
      adminLogins: 'ada@example.com, grace@example.com',
      partialDedup: true,
      streamBufferMs: 0,
      rehydrationScope: 'agent',
      signatureHeaders: 'x-retell-signature, x-vapi-secret',
    });
    expect(changed).toEqual({ ok: true });
    const config = readConfig(settings.variables());
    expect(config).toMatchObject({
      ok: true,
      value: {
        port: 9000,
        ingressPort: 8788,
        baseUrl: 'https://portal.example.com',
        adminLogins: ['ada@example.com', 'grace@example.com'],
        partialDedup: true,
        streamBufferMs: 0,
        rehydrationScope: 'agent',
        signatureHeaders: ['x-retell-signature', 'x-vapi-secret'],
      },
    });
  });

  it('the local model of the clinic becomes an upstream of the server', async () => {
    const { open } = await office();
    const settings = await open();
    const changed = await settings.change({
      localUrl: 'http://10.0.0.5:11434/v1/',
      localApiKey: 'key of the local model',
      localModel: 'llama3.2',
    });
    expect(changed).toEqual({ ok: true });
    const yaml = await readFile('configs/upstreams.yaml', 'utf8');
    const upstreams = decodeUpstreams(yaml, settings.variables());
    expect(upstreams).toMatchObject({ ok: true });
    const local = upstreams.ok ? upstreams.value.get('provider:local') : undefined;
    expect(local).toMatchObject({
      baseUrl: 'http://10.0.0.5:11434/v1',
      model: 'llama3.2',
      ownNetwork: true,
    });
  });

  it.each(['https://api.example.com/v1', 'http://localhost:11434/v1'])(
    'the local model of the clinic may have the address %s',
    async (localUrl) => {
      const settings = await (await office()).open();
      expect(await settings.change({ localUrl })).toEqual({ ok: true });
    },
  );

  it.each(['https://8.8.8.8/v1', 'http://[2001:db8::1]/v1', 'http://134744072/v1'])(
    'the local model of the clinic cannot have the public address %s',
    async (localUrl) => {
      const settings = await (await office()).open();
      expect(await settings.change({ localUrl })).toMatchObject({
        ok: false,
        problems: [{ path: 'localUrl', message: 'must be on a private network or this machine' }],
      });
    },
  );

  it('the local model of the clinic has an address that is a URL', async () => {
    const settings = await (await office()).open();
    expect(await settings.change({ localUrl: 'here' })).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('URL') }],
    });
  });

  it('the variables are documented', async () => {
    const sources = await Promise.all(
      ['server/config/config.ts', 'configs/upstreams.yaml'].map((path) => readFile(path, 'utf8')),
    );
    const known = sources.join('\n');
    for (const key of settingKeys) {
      const { variable } = settingMeta(key);
      if (variable !== undefined) expect(known).toContain(variable);
    }
  });
});
