import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { settingKeys, settingMeta } from '../../../../main/settings/schema.ts';
import { readConfig } from '../../../../server/config/config.ts';
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
