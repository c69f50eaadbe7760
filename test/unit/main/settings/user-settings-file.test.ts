import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUserFile } from '../../../../main/settings/user-settings-file.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

describe('The settings file has a version', () => {
  const read = async (version: number) => {
    const path = join(await temporaryFolder(), 'settings.json');
    await writeFile(path, JSON.stringify({ version, values: { port: 9000 } }));
    return await readUserFile(path);
  };

  it('a file of this version is read', async () => {
    expect(await read(1)).toEqual({ ok: true, values: { port: 9000 } });
  });

  it('a file of a later version is refused', async () => {
    expect(await read(2)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('newer version') }],
    });
  });
});
