import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { functionStrings } from '../../renderer/agents/functions/strings.ts';
import { agentStrings } from '../../renderer/agents/strings.ts';
import { refusals } from '../../renderer/lib/me.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import {
  answering,
  type ClinicFunctions,
  hanging,
  sending,
  startClinicFunctions,
  trustClinic,
} from '../support/clinic-function.ts';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';
import { setRole } from '../support/portal/set-role.ts';

const { failure, form, test, transcript } = functionStrings;

let kit: PortalKit;
let page: Page;
let clinic: ClinicFunctions;
let distrust: () => void;
let agent: string;

beforeAll(async () => {
  distrust = trustClinic();
  clinic = await startClinicFunctions();
  kit = await startPortal();
  const { proxy } = kit;
  agent = await proxy.agent({
    name: 'Front desk',
    tools: [
      {
        type: 'function',
        function: {
          name: 'book_visit',
          parameters: { type: 'object', properties: { phone: { type: 'string' } } },
        },
        endpoint: { url: `${clinic.url}/book`, timeout_seconds: 1 },
      },
    ],
  });
  const owner = await kit.admin();
  ({ page } = owner);
  await owner.go(`/agents/${agent}`);
  await openTab(page);
});
afterAll(async () => {
  await kit?.close();
  await clinic?.close();
  distrust?.();
});
afterEach(() => expect(kit.complaints).toEqual([]));

const openTab = (on: Page) =>
  on.getByRole('tab', { name: agentStrings.detail.tab.functions, exact: true }).click();
const button = (name: string): Locator => page.getByRole('button', { name, exact: true });
const dialog = (): Locator => page.getByRole('dialog');
const field = (label: string): Locator => dialog().getByLabel(label, { exact: true });
const toolsOf = async () => {
  const answer = await kit.proxy.service.api(`/api/v1/agents/${agent}`);
  return ((await answer.json()) as { agent: { tools: { function: { name: string } }[] } }).agent
    .tools;
};

describe('The functions of an agent in the portal', () => {
  it('a function is made, changed and removed, and the service keeps what was entered', async () => {
    await button(functionStrings.add).click();
    await field(form.name).fill('look_up');
    await field(form.description).fill('Looks a patient up.');
    await field(form.parameters).fill('{"type":"object","properties":{"phone":oops}}');
    await dialog().getByText(functionStrings.json.broken).waitFor();
    expect(await dialog().getByRole('button', { name: form.save }).isDisabled()).toBe(true);
    await field(form.parameters).fill('{"type":"object","properties":{"mrn":{"type":"string"}}}');
    await field(form.url).fill('http://functions.example.com/x');
    await field(form.seconds).fill('3');
    for (const name of [form.repeatable, form.overHttp])
      await dialog().getByRole('checkbox', { name }).check();
    await field(form.fillerEn).fill('One moment.');
    await field(form.fillerEs).fill('Un momento.');
    await dialog().getByRole('button', { name: form.save }).click();
    await dialog()
      .locator('.problem')
      .getByText(/https:\/\/ address/)
      .waitFor();
    await field(form.url).fill('https://functions.example.com/x');
    await dialog().getByRole('button', { name: form.save }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await toolsOf())[1]).toEqual({
      type: 'function',
      function: {
        name: 'look_up',
        description: 'Looks a patient up.',
        parameters: { type: 'object', properties: { mrn: { type: 'string' } } },
      },
      endpoint: {
        url: 'https://functions.example.com/x',
        timeout_seconds: 3,
        repeatable: true,
        over_http: true,
        filler: { en: 'One moment.', es: 'Un momento.' },
      },
    });
    await page.getByText(functionStrings.onAll('https://functions.example.com/x')).waitFor();
    await button(`${functionStrings.edit}: look_up`).click();
    await field(form.name).fill('find_patient');
    await dialog().getByRole('button', { name: form.save }).click();
    await dialog().waitFor({ state: 'detached' });
    expect((await toolsOf()).map((tool) => tool.function.name)).toEqual([
      'book_visit',
      'find_patient',
    ]);
    await button(`${functionStrings.remove}: find_patient`).click();
    await dialog().getByRole('button', { name: functionStrings.remove, exact: true }).click();
    await dialog().waitFor({ state: 'detached' });
    expect(await toolsOf()).toHaveLength(1);
  });

  it('a try sends a signed, invented request, and shows status, time and the masked answer', async () => {
    clinic.script = answering({ callback: '202-555-0177' });
    await button(`${functionStrings.tryIt}: book_visit`).click();
    await field(test.arguments).fill('{"phone":"202-555-0143"}');
    await dialog().getByRole('button', { name: test.send }).click();
    await dialog()
      .getByText(/^It answered 200 after [\d.]+ m?s, 27 B\.$/)
      .waitFor();
    expect(await dialog().locator('pre').textContent()).toBe('{"callback":"[PHONE_01]"}');
    expect(await page.content()).not.toMatch(/555[- ]?0177/);
    expect(clinic.seen.at(-1)?.data).toMatchObject({
      test: true,
      function: 'book_visit',
      arguments: { phone: '202-555-0143' },
    });
    expect(clinic.seen.at(-1)?.headers['webhook-signature']).toMatch(/^v1,/);
    const records = await kit.proxy.service.records();
    expect(records.findLast(({ kind }) => kind === 'function_ended')).toMatchObject({
      function: 'book_visit',
      outcome: 'done',
    });
  });

  it.each([
    ['answers with an error', answering('', 404), /with an error, 404, after/],
    [
      'leads elsewhere',
      ((_seen, response) => {
        response.writeHead(302, { location: 'https://elsewhere.example.com' }).end();
      }) satisfies ClinicFunctions['script'],
      test.failed['redirected'],
    ],
    ['answers too much', sending(64 * 1024), test.failed['too_large']],
    ['does not answer', hanging, test.failed['timed_out']],
  ])('a function that %s is explained in plain words', async (_what, script, words) => {
    clinic.script = script;
    await dialog().getByRole('button', { name: test.send }).click();
    await dialog()
      .locator('[role="alert"]')
      .getByText(words ?? '')
      .waitFor();
    expect(await dialog().locator('pre').count()).toBe(0);
  });

  it('a certificate that nobody vouches for is explained in plain words', async () => {
    distrust();
    try {
      await dialog().getByRole('button', { name: test.send }).click();
      await dialog()
        .getByText(test.failed['bad_certificate'] ?? '')
        .waitFor();
    } finally {
      distrust = trustClinic();
    }
    await dialog().getByRole('button', { name: commonStrings.close }).click();
    await dialog().waitFor({ state: 'detached' });
  });

  it('a transfer is a function with the numbers of the desk, which the platform carries out', async () => {
    await button(functionStrings.addTransfer).click();
    await dialog()
      .getByText(functionStrings.actions['transfer_call'] ?? '')
      .waitFor();
    await dialog().getByRole('button', { name: form.save }).click();
    await dialog().waitFor({ state: 'detached' });
    await page.getByRole('row').filter({ hasText: functionStrings.byPlatform }).waitFor();
    expect(await button(`${functionStrings.tryIt}: transfer_call`).count()).toBe(0);
  });

  it('the sentence for failures is kept by language, and can be taken away', async () => {
    const kept = async () => {
      const answer = await kit.proxy.service.api(`/api/v1/agents/${agent}`);
      return ((await answer.json()) as { agent: { failure_message: unknown } }).agent
        .failure_message;
    };
    await page.getByLabel(failure.en, { exact: true }).fill('Please hold for the desk.');
    await page.getByLabel(failure.es, { exact: true }).fill('Espere, por favor.');
    await page.getByLabel(failure.transfer).check();
    await button(failure.save).click();
    await page.getByText(failure.saved).waitFor();
    expect(await kept()).toEqual({
      words: { en: 'Please hold for the desk.', es: 'Espere, por favor.' },
      over_http: false,
      transfer: true,
    });
    await page.getByLabel(failure.en, { exact: true }).fill('');
    await page.getByLabel(failure.es, { exact: true }).fill('');
    await button(failure.save).click();
    await page.getByText(failure.saved).waitFor();
    expect(await kept()).toBeNull();
  });

  it('an address for transcripts is kept, and can be taken away', async () => {
    const kept = async () => {
      const answer = await kit.proxy.service.api(`/api/v1/agents/${agent}`);
      return ((await answer.json()) as { agent: { transcript_url: unknown } }).agent.transcript_url;
    };
    const url = 'https://transcripts.example.com/in';
    await page.getByLabel(transcript.url, { exact: true }).fill('http://transcripts.example.com');
    await button(transcript.save).click();
    await page
      .locator('.problem')
      .getByText(/https:\/\/ address/)
      .waitFor();
    await page.getByLabel(transcript.url, { exact: true }).fill(url);
    await button(transcript.save).click();
    await page.getByText(transcript.saved).waitFor();
    expect(await kept()).toBe(url);
    await page.getByLabel(transcript.url, { exact: true }).fill('');
    await button(transcript.save).click();
    await page.getByText(transcript.saved).waitFor();
    expect(await kept()).toBeNull();
    await button(transcript.secret.show).click();
    await page.getByText(/^whsec_/).waitFor();
    await page.reload();
    await openTab(page);
  });

  it('the secret is shown to those who may change agents', async () => {
    await button(functionStrings.secret.show).click();
    await page.getByText(/^whsec_/).waitFor();
  });

  it('somebody from IT reads that only an admin may name this machine', async () => {
    const member = await kit.member('it@example.com');
    await setRole(kit, 'it@example.com', 'it');
    await member.go(`/agents/${agent}`);
    await openTab(member.page);
    await member.page.getByRole('button', { name: functionStrings.add, exact: true }).click();
    const inDialog = member.page.getByRole('dialog');
    await inDialog.getByLabel(form.name, { exact: true }).fill('local');
    await inDialog.getByLabel(form.url, { exact: true }).fill('http://127.0.0.1:9/x');
    await inDialog.getByRole('button', { name: form.save }).click();
    await inDialog.getByText(/Only an account admin may name a function on this machine/).waitFor();
  });

  it('somebody without the right sees the functions and cannot change them', async () => {
    const viewer = await kit.member('nurse@example.com');
    await viewer.go(`/agents/${agent}`);
    await openTab(viewer.page);
    await viewer.page.getByText(refusals.settings).first().waitFor();
    const add = viewer.page.getByRole('button', { name: functionStrings.add, exact: true });
    expect(await add.isDisabled()).toBe(true);
  });
});
