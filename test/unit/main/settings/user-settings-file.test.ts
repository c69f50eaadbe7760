import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readUserFile } from '../../../../main/settings/user-settings-file.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

describe("The settings file is migrated to the app's version", () => {
  const steps = [
    ({ listen, ...rest }: Readonly<Record<string, unknown>>) => ({ ...rest, port: listen }),
    (values: Readonly<Record<string, unknown>>) => ({ ...values, migrated: true }),
  ];

  it.each([
    [1, { listen: 9000 }, { port: 9000, migrated: true }],
    [2, { port: 9000 }, { port: 9000, migrated: true }],
    [3, { port: 9000 }, { port: 9000 }],
  ])('a file of version %i is migrated', async (version, values, wanted) => {
    const path = join(await temporaryFolder(), 'settings.json');
    await writeFile(path, JSON.stringify({ version, values }));
    expect(await readUserFile(path, steps)).toEqual({ ok: true, values: wanted });
  });

  it('a file of a later version is refused', async () => {
    const path = join(await temporaryFolder(), 'settings.json');
    await writeFile(path, JSON.stringify({ version: 4, values: {} }));
    expect(await readUserFile(path, steps)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('newer version') }],
    });
  });
});
