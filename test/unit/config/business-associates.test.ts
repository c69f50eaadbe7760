import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  decodeBusinessAssociates,
  loadBusinessAssociates,
} from '../../../server/config/business-associates.ts';

const decode = (entry: string) => decodeBusinessAssociates(`business_associates:\n${entry}`);

describe('design D32: business associates are configured', () => {
  it('ships as an empty list', async () => {
    const path = new URL('../../../configs/business_associates.yaml', import.meta.url);
    expect(decodeBusinessAssociates(await readFile(path, 'utf8'))).toEqual({ ok: true, value: [] });
    expect(await loadBusinessAssociates(path.pathname)).toEqual({ ok: true, value: [] });
  });

  it('is none without the file', async () => {
    expect(await loadBusinessAssociates('/nowhere/upstreams.yaml')).toEqual({
      ok: true,
      value: [],
    });
  });

  it('takes a whole entry', () => {
    const entry = `  - name: Example Voice
    role: voice_platform
    agreement: signed
    signed_on: 2026-01-31
    expires_on: "2028-01-30"
    reference: folder 7`;
    expect(decode(entry)).toEqual({
      ok: true,
      value: [
        {
          name: 'Example Voice',
          role: 'voice_platform',
          upstreams: [],
          agreement: 'signed',
          signedOn: '2026-01-31',
          expiresOn: '2028-01-30',
          reference: 'folder 7',
        },
      ],
    });
  });

  it('an agreement that is not entered is unknown', () => {
    expect(decode('  - { name: Example Voice, role: voice_platform }')).toMatchObject({
      value: [{ agreement: 'unknown' }],
    });
  });

  it.each([
    ['  - { role: other }', 'business_associates[0].name'],
    ['  - { name: A, role: friend }', 'business_associates[0].role'],
    ['  - { name: A, role: other, agrement: signed }', 'business_associates[0].agrement'],
    [
      '  - { name: A, role: other, agreement: signed, signed_on: 31.1.2026 }',
      'business_associates[0].signed_on',
    ],
    [
      '  - { name: A, role: other, agreement: none, expires_on: 2026-01-31 }',
      'business_associates[0].expires_on',
    ],
  ])('the problem names the place of what is wrong in %s', (entry, path) => {
    const result = decode(entry);
    expect(result.ok ? [] : result.problems).toMatchObject([{ path, line: 2 }]);
  });
});
