import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusals } from '../../renderer/lib/me.ts';
import { signInStrings } from '../../renderer/login/strings.ts';
import { rosterStrings } from '../../renderer/roster/strings.ts';
import { settingsStrings } from '../../renderer/settings/strings.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';
import { setRole } from '../support/portal/set-role.ts';
import { showValues } from '../support/portal/show-values.ts';
import { user } from '../support/proxy-kit.ts';
import { removeFolder } from '../support/remove-folder.ts';

let kit: PortalKit;
let agent: string;

beforeAll(async () => {
  kit = await startPortal();
  agent = await kit.proxy.agent({ name: 'Front desk' });
});
afterAll(() => kit?.close());

const say = (words: string) => kit.proxy.ask(agent, [user(words)], { call: { id: 'open' } });
const regulated = (page: Page, words: string) =>
  page.locator('.turn-text[data-side="regulated"]').getByText(words);

describe('What an admin changes while somebody has the portal open', () => {
  it('a role without the right ends the view of real values at once', async () => {
    const login = 'marta.ruiz@example.com';
    const { page, go, context } = await kit.member(login);
    await setRole(kit, login, 'compliance');
    await say('my number is 202-555-0143');
    await go('/live');
    await showValues(page);
    await regulated(page, '202-555-0143').first().waitFor();
    await setRole(kit, login, 'viewer');
    await page.getByText(refusals.reveal).waitFor();
    await say('and the other one is 202-555-0187');
    await page
      .getByText(/and the other one is Phone number/)
      .first()
      .waitFor();
    expect(await page.content()).not.toMatch(/555-01(43|87)/);
    await context.close();
  });

  it('a page that needs a right says so once a request was refused', async () => {
    const login = 'nora.lind@example.com';
    const { page, go, context } = await kit.member(login);
    await setRole(kit, login, 'admin');
    await go('/settings');
    const { clinic, save } = settingsStrings;
    await page.getByLabel(clinic.name, { exact: true }).fill('Harbor Clinic');
    await setRole(kit, login, 'viewer');
    await page.getByRole('button', { name: save, exact: true }).click();
    await page.getByText(refusals.settings, { exact: true }).waitFor();
    await context.close();
  });

  it('who is signed out elsewhere sees no call any longer, and is asked to sign in', async () => {
    const login = 'ida.holm@example.com';
    const { page, go, context } = await kit.member(login);
    await go('/live');
    await page.getByRole('heading', { name: 'Front desk' }).waitFor();
    const { api } = kit.proxy.service;
    const listed = await api('/api/v1/admin/web-sessions');
    const { data } = (await listed.json()) as { data: { id: string; login: string }[] };
    const id = data.find((one) => one.login === login)?.id;
    await api(`/api/v1/admin/web-sessions/${id}`, { method: 'DELETE' });
    await page.getByRole('heading', { name: signInStrings.titles.expired }).waitFor();
    expect(await page.getByText('Front desk').count()).toBe(0);
    await context.close();
  });

  it('a file that was saved again since it was chosen must be chosen again, and the portal says so', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-test-'));
    const file = join(folder, 'people.csv');
    const { import: words } = rosterStrings;
    const { page, go, context } = await kit.admin();
    await writeFile(file, 'id,first name,last name\n,,\n');
    await go('/roster');
    await page.getByLabel(words.file).setInputFiles(file);
    await page.getByRole('button', { name: words.button, exact: true }).click();
    await page.getByText(words.states.no_person).waitFor();
    await writeFile(file, 'id,first name,last name\n1,Nela,Orvik\n');
    await page.getByRole('button', { name: words.button, exact: true }).click();
    await page.getByText(words.fileChanged).waitFor();
    await page.getByLabel(words.file).setInputFiles(file);
    await page.getByRole('button', { name: words.button, exact: true }).click();
    await page.getByText(words.finished({ imported: 1, problems: [] })).waitFor();
    const other = join(folder, 'births.csv');
    await writeFile(other, 'id,first name,last name,dob\n1,Nela,Orvik,30/30/1970\n');
    await page.getByLabel(words.file).setInputFiles(other);
    await page.getByRole('button', { name: words.button, exact: true }).click();
    const problems = [{ row: 2, problem: 'birth_date_left_out' as const }];
    const told = page.getByText(words.finished({ imported: 1, problems }));
    await told.waitFor();
    expect(await page.locator('.notice', { has: told }).getAttribute('data-tone')).toBe('warn');
    await page.getByText(rosterStrings.problems.texts.birth_date_left_out).waitFor();
    await context.close();
    await removeFolder(folder);
  });

  it('nothing else is wrong', () => {
    expect(kit.complaints).toEqual([]);
  });
});
