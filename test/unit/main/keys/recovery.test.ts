import { cp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Desk, linesOf, newDesk, printKit } from '../../../support/desktop/custody-kit.ts';
import { createMemoryKeychain } from '../../../support/desktop/memory-keychain.ts';

/** A new machine, with the data folder of another one. */
async function movedTo(desk: Desk): Promise<Desk> {
  const next = await newDesk({ machine: 'clinic-2', keychain: createMemoryKeychain('kwallet6') });
  await cp(desk.folder, next.folder, { recursive: true });
  return next;
}

const wordsOf = (outcome: { ok: boolean; problems?: readonly { message: string }[] }) =>
  outcome.problems?.map(({ message }) => message).join('\n');

function withOtherFirstByte(base64: string): string {
  const bytes = Buffer.from(base64, 'base64');
  bytes[0] = ((bytes[0] ?? 0) + 1) % 256;
  return bytes.toString('base64');
}

describe('A recovery kit and the data folder together restore the keys', () => {
  it('a kit restores keys that the keychain lost', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    await custody.store({ upstreamApiKey: 'sk-test' });
    const secrets = await custody.secrets();
    const kit = await printKit(custody);
    desk.keychain.lose();
    const again = desk.start();
    await expect(again.secrets()).rejects.toThrow(/recovery kit/);
    expect(again.state().recoveryKitMadeAt).not.toBeNull();
    expect(await again.restore(kit)).toEqual({ ok: true });
    expect(again.state().problem).toBeNull();
    expect(await desk.start().secrets()).toEqual(secrets);
  });

  it('a kit restores keys on another machine with another backend', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const secrets = await desk.start().secrets();
    const moved = await movedTo(desk);
    const custody = moved.start();
    await expect(custody.secrets()).rejects.toThrow();
    expect(await custody.restore(kit)).toEqual({ ok: true });
    expect(custody.state().backend).toBe('kwallet6');
    expect(await moved.start().secrets()).toEqual(secrets);
  });

  it('a kit also restores keys and secrets that are newer than the kit', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    const kit = await printKit(custody);
    await custody.addKid();
    await custody.store({ webhookSecret: 'later' });
    const moved = await movedTo(desk);
    const restored = moved.start();
    await restored.restore(kit);
    expect(await restored.secrets()).toEqual(await custody.secrets());
  });

  it('a kit restores keys whose sealed file is gone', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const secrets = await desk.start().secrets();
    await rm(join(desk.folder, 'keys.sealed'));
    expect(await desk.start().restore(kit)).toEqual({ ok: true });
    expect(await desk.start().secrets()).toEqual(secrets);
  });

  it('a kit can restore the same folder again', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    for (const _ of [1, 2]) {
      desk.keychain.lose();
      expect(await desk.start().restore(kit)).toEqual({ ok: true });
    }
  });

  it('a kit replaces the keys of an installation that was started before the folder was copied', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const secrets = await desk.start().secrets();
    const other = await newDesk({ machine: 'clinic-2' });
    await other.start().secrets();
    const former = await readFile(join(other.folder, 'keys.sealed'));
    await cp(join(desk.folder, 'recovery.sealed'), join(other.folder, 'recovery.sealed'));
    const custody = other.start();
    await expect(custody.secrets()).rejects.toThrow(/another installation/);
    expect(custody.state().problem?.code).toBe('folder_mixed');
    expect(await custody.restore(kit)).toEqual({ ok: true });
    expect(await other.start().secrets()).toEqual(secrets);
    const names = await readdir(other.folder);
    const copies = names.filter((name) => name.startsWith('keys.sealed.replaced-'));
    expect(copies).toHaveLength(1);
    const copy = join(other.folder, String(copies[0]));
    expect(await readFile(copy)).toEqual(former);
    expect((await stat(copy)).mode & 0o777).toBe(0o600);
  });

  it('a kit never replaces keys that can be opened', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    expect(wordsOf(await desk.start().restore(kit))).toMatch(/Nothing was changed/);
  });

  it('a kit restores nothing into a keychain that does not protect keys', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    desk.keychain.backend = 'basic_text';
    expect(wordsOf(await desk.start().restore(kit))).toMatch(/GNOME Keyring/);
  });
});

describe('A kit is in force once its page is safe, and one at a time', () => {
  it('the former kit stays in force until the new page is saved', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const draft = await desk.start().draftRecoveryKit();
    desk.keychain.lose();
    const unkept = draft.ok ? linesOf(draft.draft.page) : '';
    expect(wordsOf(await desk.start().restore(unkept))).toMatch(/older\. Type kit 1/);
    expect(await desk.start().restore(kit)).toEqual({ ok: true });
  });

  it('a replaced kit is refused with the number of the current one', async () => {
    const desk = await newDesk();
    const former = await printKit(desk.start());
    const kit = await printKit(desk.start());
    desk.keychain.lose();
    expect(wordsOf(await desk.start().restore(former))).toMatch(/This is kit 1\. Kit 2, made on/);
    expect(await desk.start().restore(kit)).toEqual({ ok: true });
  });

  it('only one of two drafts comes into force', async () => {
    const desk = await newDesk();
    const custody = desk.start();
    const [one, two] = [await custody.draftRecoveryKit(), await custody.draftRecoveryKit()];
    expect(one.ok && (await one.draft.keep())).toEqual({ ok: true });
    expect(two.ok && (await two.draft.keep())).toMatchObject({ ok: false });
  });

  it('the next start writes the recovery file after an interrupted kit', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    await rm(join(desk.folder, 'recovery.sealed'));
    await desk.start().secrets();
    desk.keychain.lose();
    expect(await desk.start().restore(kit)).toEqual({ ok: true });
  });

  it('the state says when the kit was made', async () => {
    const desk = await newDesk();
    await printKit(desk.start());
    const custody = desk.start();
    await custody.secrets();
    expect(custody.state().recoveryKitMadeAt).toMatch(/^\d{4}-\d\d-\d\dT/);
  });
});

describe('Neither the kit nor the folder gives the keys alone', () => {
  it('no file of the folder contains a key', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const secrets = Object.values(await desk.start().secrets());
    for (const name of await readdir(desk.folder)) {
      const text = await readFile(join(desk.folder, name), 'utf8');
      for (const secret of [...secrets, ...kit.split('\n')]) expect(text).not.toContain(secret);
    }
  });

  it('a kit without its recovery file is refused with a request for the folder', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    const other = await newDesk();
    expect(wordsOf(await other.start().restore(kit))).toMatch(
      /Copy the installation's whole data folder/,
    );
  });

  it('a kit of another installation is refused with the names of both', async () => {
    const [desk, other] = [await newDesk(), await newDesk()];
    const kit = await printKit(desk.start());
    await printKit(other.start());
    other.keychain.lose();
    expect(wordsOf(await other.start().restore(kit))).toMatch(
      /kit belongs to installation [0-9a-f]{6}, but the data folder to [0-9a-f]{6}/,
    );
  });

  it('a changed recovery file is refused', async () => {
    const desk = await newDesk();
    const kit = await printKit(desk.start());
    desk.keychain.lose();
    const path = join(desk.folder, 'recovery.sealed');
    const file = JSON.parse(await readFile(path, 'utf8'));
    for (const change of [
      { revision: file.revision + 1 },
      { sealed: withOtherFirstByte(file.sealed) },
      { sealed: '' },
    ]) {
      await writeFile(path, JSON.stringify({ ...file, ...change }));
      expect(wordsOf(await desk.start().restore(kit))).toMatch(/does not open recovery\.sealed/);
    }
    await writeFile(path, 'no such file');
    expect(wordsOf(await desk.start().restore(kit))).toMatch(/damaged/);
  });
});

describe('A recovery kit is a page to print', () => {
  it('the page refers to no other file and names installation, number and day', async () => {
    const desk = await newDesk({ machine: '<clinic & "1">' });
    const made = await desk.start().draftRecoveryKit();
    const page = made.ok ? made.draft.page : '';
    expect(page).not.toMatch(/<(?:script|link|img|iframe|a)\b|url\(|https?:/i);
    expect(page).toContain('&#60;clinic &#38; &#34;1&#34;&#62;');
    expect(page).toMatch(/Kit<\/th><td>1</);
    expect(linesOf(page).split('\n')).toHaveLength(4);
  });
});
