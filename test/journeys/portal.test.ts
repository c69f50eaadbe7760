import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { functionStrings } from '../../renderer/agents/functions/strings.ts';
import { agentStrings } from '../../renderer/agents/strings.ts';
import { auditStrings } from '../../renderer/audit/strings.ts';
import { callStrings } from '../../renderer/calls/strings.ts';
import { startStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import {
  answering,
  type ClinicFunctions,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';
import { spokenReply } from '../support/portal/scripted-reply.ts';
import { showValues } from '../support/portal/show-values.ts';
import { user } from '../support/proxy-kit.ts';

const phone = '415-555-0142';
const call = { id: 'journey' };
const speech = spokenReply();

let kit: PortalKit;
let page: Page;
let agent: string;
let clinic: ClinicFunctions;
let distrust: () => void;

beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  clinic.script = answering({ callback: '202-555-0177' });
  kit = await startPortal();
  kit.proxy.upstream.script = speech.script;
  ({ page } = await kit.visit());
});
afterAll(async () => {
  await kit?.close();
  await clinic?.close();
  distrust?.();
});
afterEach(() => expect(kit.complaints).toEqual([]));

const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const goTo = (name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: commonStrings.productName })
    .getByRole('link', { name, exact: true })
    .click();
const side = (name: 'regulated' | 'public', words: string): Promise<void> =>
  page.locator(`.turn-text[data-side="${name}"]`).filter({ hasText: words }).waitFor();

describe('The way of an owner through the portal', () => {
  it('the owner signs in by a link, and makes an agent', async () => {
    await page.goto(kit.proxy.service.app.createSignInLink?.() ?? '');
    await heading(startStrings.title);
    await goTo(commonStrings.pages.agents);
    await heading(commonStrings.pages.agents);
    await page.getByRole('link', { name: agentStrings.create }).first().click();
    await page.getByLabel(agentStrings.form.name, { exact: true }).fill('Front desk');
    await page
      .getByLabel(agentStrings.form.upstream, { exact: true })
      .selectOption('provider:model-small');
    await button(agentStrings.form.submit).click();
    await heading('Front desk');
    agent = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  });

  it('the agent gets a function of the clinic, which is tried with invented values', async () => {
    await page.getByRole('tab', { name: agentStrings.detail.tab.functions, exact: true }).click();
    await button(functionStrings.add).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(functionStrings.form.name, { exact: true }).fill('book_visit');
    await dialog.getByLabel(functionStrings.form.url, { exact: true }).fill(`${clinic.url}/book`);
    await dialog.getByRole('button', { name: functionStrings.form.save }).click();
    await button(`${functionStrings.tryIt}: book_visit`).click();
    await dialog.getByRole('button', { name: functionStrings.test.send }).click();
    await dialog.getByText('{"callback":"[PHONE_01]"}').waitFor();
    await dialog.getByRole('button', { name: commonStrings.close }).click();
  });

  it('a call is seen live as the model sees it, and its real values for a reason that is recorded', async () => {
    await goTo(commonStrings.pages.live);
    const messages = [user(`hello my number is ${phone}`)];
    const answer = kit.proxy.post(agent, { model: 'm', stream: true, call, messages });
    await side('public', 'hello my number is Phone number 1');
    expect(kit.proxy.sent()).not.toMatch(/555[- ]?0142/);
    expect(await page.content()).not.toContain(phone);
    const token = /TOK1\.PHONE\.[\w.]+/.exec(kit.proxy.sent())?.[0] ?? '';
    await showValues(page);
    await side('regulated', `hello my number is ${phone}`);
    await speech.say(`I will call you at ${token} today`);
    await side('regulated', `I will call you at ${phone} today`);
    await speech.finish();
    expect((await (await answer).text()).replaceAll(/[^\d-]/g, '')).toContain(phone);
    const [view] = await kit.proxy.records(agent, 'regulated_view_opened');
    expect(view).toMatchObject({ view: 'live', reason: 'call_review' });
    await kit.proxy.tell(agent, { type: 'end-of-call-report', call });
  });

  it('the past call is found in the list, its events verify in the browser, and its report is saved', async () => {
    await goTo(commonStrings.pages.calls);
    const row = page.getByRole('row').filter({ hasText: 'Front desk' });
    await row.getByText('Phone number: 1').waitFor();
    await row.getByRole('link').first().click();
    await heading(callStrings.detail.title('Front desk'));
    await page.getByRole('tab', { name: callStrings.detail.tab.timeline }).click();
    await button(callStrings.detail.timeline.verifyAll).click();
    await page.getByText(/verified in this browser/).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      button(callStrings.detail.report.json).click(),
    ]);
    const saved = await readFile(await download.path(), 'utf8');
    const [sealed] = await kit.proxy.records(agent, 'session_sealed');
    expect(JSON.parse(saved).report.merkle_root_hex).toBe(sealed?.['merkle_root_hex']);
    expect(saved).not.toMatch(/555[- ]?0142/);
    await page.getByRole('tab', { name: callStrings.detail.tab.replay }).click();
    const [transcript] = await Promise.all([
      page.waitForEvent('download'),
      button(callStrings.detail.replay.download).click(),
    ]);
    const said = await readFile(await transcript.path(), 'utf8');
    expect(said).toContain('hello my number is [PHONE_01]');
    expect(said).not.toMatch(/555[- ]?0142|TOK1/);
  });

  it('the whole journal verifies', async () => {
    await goTo(commonStrings.pages.audit);
    await page.getByRole('tab', { name: auditStrings.tab.log }).click();
    await button(auditStrings.verify.button).click();
    await page.getByText(auditStrings.verify.ok, { exact: true }).waitFor();
  });
});
