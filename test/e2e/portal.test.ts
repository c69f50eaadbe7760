import { readFile } from 'node:fs/promises';
import type { Download, Locator, Page, Route } from 'playwright-core';
import { extractText } from 'unpdf';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformStrings, platforms } from '../../renderer/agents/platforms/strings.ts';
import { agentStrings } from '../../renderer/agents/strings.ts';
import { auditStrings } from '../../renderer/audit/strings.ts';
import { mostRedactions } from '../../renderer/calls/call-filters.ts';
import { callStrings } from '../../renderer/calls/strings.ts';
import { exposureStrings } from '../../renderer/exposure/strings.ts';
import { timeZone } from '../../renderer/lib/format.ts';
import { refusals } from '../../renderer/lib/me.ts';
import { lockStrings } from '../../renderer/lock/strings.ts';
import { idleMs } from '../../renderer/lock/watch-idle.ts';
import { signInStrings } from '../../renderer/login/strings.ts';
import { policyStrings } from '../../renderer/policies/strings.ts';
import { revealStrings } from '../../renderer/reveal/strings.ts';
import { startStrings } from '../../renderer/start/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { policyWithRule } from '../support/changed-policy.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { spokenReply } from '../support/portal/scripted-reply.ts';
import { showValues } from '../support/portal/show-values.ts';
import { user } from '../support/proxy-kit.ts';
import { type ScriptedUpstream, startScriptedUpstream } from '../support/scripted-upstream.ts';

const phone = '415-555-0142';
const said = `hello my number is ${phone}`;
const otherPhone = '415-555-0177';
const callId = 'portal-call';

let kit: PortalKit;
/** A provider that is asked where the first one fails. */
let second: ScriptedUpstream;
let owner: Visitor;
let page: Page;
let agent: string;
let session: string;

beforeAll(async () => {
  second = await startScriptedUpstream();
  kit = await startPortal({ SVC_FALLBACK_BASE_URL: second.baseUrl });
  await kit.proxy.agent({ name: 'Silent agent' });
  owner = await kit.visit();
  page = owner.page;
});
afterAll(async () => {
  await kit.close();
  await second.close();
});
afterEach(() => expect(kit.complaints).toEqual([]));

const button = (name: string | RegExp, exact = true): Locator =>
  page.getByRole('button', { name, exact });
const goTo = (name: string): Promise<void> =>
  page
    .getByRole('navigation', { name: commonStrings.productName })
    .getByRole('link', { name, exact: true })
    .click();
const heading = (name: string): Promise<void> =>
  page.getByRole('heading', { name, level: 1 }).waitFor();
const side = (name: 'regulated' | 'public', words: string): Locator =>
  page.locator(`.turn-text[data-side="${name}"]`).filter({ hasText: words });

async function downloaded(name: string): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), button(name).click()]);
  return download;
}

describe('Signing in', () => {
  it('every page requires a sign-in', async () => {
    await owner.go('/agents');
    await heading(signInStrings.titles.first);
    expect(await page.getByRole('navigation').count()).toBe(0);
  });

  it('a one-time link signs in and opens the portal', async () => {
    await page.goto(kit.proxy.service.app.createSignInLink?.() ?? '');
    await page.getByText('owner').waitFor();
    await heading(startStrings.title);
    await goTo(commonStrings.pages.live);
    await page.getByRole('heading', { name: callStrings.live.empty.title }).waitFor();
  });
});

describe('An agent', () => {
  it('an agent needs a name of its own and a model, and has addresses to copy', async () => {
    await goTo(commonStrings.pages.agents);
    await page.getByRole('link', { name: agentStrings.create }).click();
    const name = page.getByLabel(agentStrings.form.name, { exact: true });
    await name.fill('Silent agent');
    const model = page.getByLabel(agentStrings.form.upstream, { exact: true });
    await model.selectOption('provider:model-small');
    await button(agentStrings.form.submit).click();
    await page
      .locator('.problem')
      .getByText(/this name/)
      .waitFor();
    expect(await name.evaluate((field) => field === document.activeElement)).toBe(true);
    await name.fill('Front desk');
    await button(agentStrings.form.submit).click();
    await heading('Front desk');
    agent = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    await page.getByRole('tab', { name: agentStrings.detail.tab.connect }).click();
    await page.getByText(kit.proxy.service.proxyBase(agent), { exact: true }).waitFor();
  });

  it('the list keeps its filter when somebody opens an agent and goes back', async () => {
    await goTo(commonStrings.pages.agents);
    const filter = page.getByLabel(agentStrings.filter);
    await filter.fill('front');
    await page.getByRole('link', { name: 'Silent agent' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Front desk' }).click();
    await heading('Front desk');
    await page.goBack();
    await page.getByRole('link', { name: 'Front desk' }).waitFor();
    expect(await filter.inputValue()).toBe('front');
    expect(await page.getByRole('link', { name: 'Silent agent' }).count()).toBe(0);
    await page.goto(`${kit.proxy.service.url}/portal/agents/${agent}`);
    await page.getByRole('tab', { name: agentStrings.detail.tab.connect }).click();
  });

  it('shows the steps of a platform with its own addresses', async () => {
    await page.getByLabel(platformStrings.platform, { exact: true }).selectOption('pipecat');
    await page.getByText(`base_url="${kit.proxy.service.proxyBase(agent)}"`).waitFor();
    await page.getByText(platforms.pipecat.steps[0].text).waitFor();
  });

  it('says why a platform was refused, and when it was heard', async () => {
    const { light } = platformStrings;
    await page.getByText(light.silent).waitFor();
    const url = `${kit.proxy.service.proxyBase(agent)}/chat/completions`;
    const headers = { authorization: `Bearer svct_${'A'.repeat(43)}`, 'user-agent': 'Scripted/1' };
    await fetch(url, { method: 'POST', headers });
    await page.getByText('the bearer token does not belong to this agent').waitFor();
    await page.getByText(light.tones.refused, { exact: true }).waitFor();
    await kit.proxy.tell(agent, { type: 'hang' });
    await page.getByText(light.tones.heard, { exact: true }).waitFor();
    await page.getByText(light.ingress('voice/webhook')).waitFor();
    expect(await page.getByText(light.refused).count()).toBe(0);
  });
});

describe('A live call', () => {
  const speech = spokenReply();
  let token: string;
  let answer: Promise<Response>;

  it('a new call appears automatically, on its public side only', async () => {
    await goTo(commonStrings.pages.live);
    await page.getByRole('heading', { name: callStrings.live.empty.title }).waitFor();
    kit.proxy.upstream.script = speech.script;
    const body = { model: 'm', stream: true, call: { id: callId }, messages: [user(said)] };
    answer = kit.proxy.post(agent, body);
    await side('public', 'hello my number is Phone number 1').waitFor();
    token = /TOK1\.PHONE\.[\w.]+/.exec(kit.proxy.sent())?.[0] ?? '';
    expect(await page.content()).not.toContain(phone);
    await side('regulated', 'hello my number is Phone number 1 hidden').waitFor();
    await page.getByText(exposureStrings.outcomes.nothing_found).first().waitFor();
  });

  it('a reply appears word by word before it is complete', async () => {
    await speech.say('I will call ');
    await side('public', 'I will call').waitFor();
    await page.getByText(callStrings.sides.streaming).waitFor();
    await speech.say('you ');
    await side('public', 'I will call you').waitFor();
  });

  it('a user reveals the real values of one call for a reason, which the journal keeps with the call', async () => {
    const echo = await kit.proxy.agent({ name: 'Echo', upstream: 'stub' });
    const words = user(`another number is ${otherPhone}`);
    await kit.proxy.ask(echo, [words], { call: { id: 'other' } });
    await button(callStrings.live.fresh(1)).waitFor();
    const place = await page.locator('.live').boundingBox();
    await showValues(page);
    await side('regulated', said).waitFor();
    await speech.say(`at ${token} today`);
    await side('regulated', `I will call you at ${phone} today`).waitFor();
    await side('public', `I will call you at Phone number · ${token.slice(-4)} today`).waitFor();
    const views = (await kit.proxy.service.records()).filter(
      ({ kind }) => kind === 'regulated_view_opened',
    );
    const [first] = await kit.proxy.records(agent, 'call_started');
    const { session_id } = first ?? {};
    expect(views).toMatchObject([{ view: 'live', session_id, reason: 'call_review' }]);
    expect(await page.content()).not.toContain(otherPhone);
    expect(await page.locator('.live').boundingBox()).toEqual(place);
  });

  it('pointing at a value highlights it on both sides', async () => {
    const masked = side('public', 'hello my number is').locator('.mark');
    const real = side('regulated', 'hello my number is').locator('.mark');
    expect(await real.getAttribute('data-active')).toBe('false');
    await masked.focus();
    await expect.poll(() => real.getAttribute('data-active')).toBe('true');
  });

  it('a paused view does not change, and catches up after resuming', async () => {
    await button(callStrings.live.pause).click();
    await page.getByText(callStrings.live.pausedPill, { exact: true }).waitFor();
    expect(await page.getByText(callStrings.live.feed.open, { exact: true }).count()).toBe(0);
    await speech.say(' or tomorrow');
    await speech.finish();
    expect(await (await answer).text()).toContain('or tomorrow');
    expect(await side('public', 'or tomorrow').count()).toBe(0);
    await button(callStrings.live.resume).click();
    await side('regulated', `${phone} today or tomorrow`).waitFor();
    await page.getByText(callStrings.sides.restored(1)).waitFor();
  });

  it('hidden real values are removed from the page', async () => {
    await button(revealStrings.hide).click();
    await side('regulated', callStrings.sides.hidden).first().waitFor();
    expect(await page.content()).not.toContain(phone);
  });

  it('real values are hidden when the window loses focus', async () => {
    await showValues(page);
    await side('regulated', said).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('blur')));
    await side('regulated', callStrings.sides.hidden).first().waitFor();
    expect(await page.content()).not.toContain(phone);
  });

  it('real values are hidden when their time is over, which the service sets to five minutes', async () => {
    let granted = 0;
    const shorten = async (route: Route) => {
      const answer = await route.fetch();
      const { reveal } = (await answer.json()) as { reveal: { expires_at: string } };
      granted = Date.parse(reveal.expires_at) - Date.now();
      const expires_at = new Date(Date.now() + 3_000).toISOString();
      await route.fulfill({ response: answer, json: { reveal: { ...reveal, expires_at } } });
    };
    await page.route('**/api/v1/reveals', shorten, { times: 1 });
    await showValues(page);
    await side('regulated', said).waitFor();
    await side('regulated', callStrings.sides.hidden).first().waitFor();
    expect(Math.round(granted / 60_000)).toBe(5);
    expect(await page.content()).not.toContain(phone);
  });

  it('the live view shows the end of a call, and no longer its real values', async () => {
    await showValues(page);
    await side('regulated', said).waitFor();
    await kit.proxy.tell(agent, { type: 'end-of-call-report', call: { id: callId } });
    const list = page.getByRole('navigation', { name: callStrings.live.list });
    await list.getByText('hung up').waitFor();
    await page.getByText(callStrings.live.noLongerRevealed).waitFor();
    expect(await page.getByText(/^Real values are shown/).count()).toBe(0);
    expect(await page.content()).not.toContain(phone);
  });
});

describe('The list of calls', () => {
  beforeAll(async () => {
    session = ((await kit.proxy.sessions(agent))[0]?.id ?? '') as string;
  });
  // Each test finds the list without filters, whatever the test before it left.
  beforeEach(() => owner.go('/calls'));

  it('the list shows the call with its masked kinds', async () => {
    await page
      .getByRole('row')
      .filter({ hasText: 'Front desk' })
      .getByText('Phone number: 1')
      .waitFor();
  });

  it('the focus stays at its call when a new one comes before it', async () => {
    const link = page.getByRole('row').filter({ hasText: 'Front desk' }).getByRole('link').first();
    await link.focus();
    const address = await link.getAttribute('href');
    const later = await kit.proxy.agent({ name: 'Later', upstream: 'stub' });
    await kit.proxy.ask(later, [user('good morning')], {
      call: { id: 'later' },
    });
    await page.getByRole('row').filter({ hasText: 'Later' }).waitFor();
    expect(await page.locator('a:focus').getAttribute('href')).toBe(address);
  });

  it('the search keeps its place while somebody types on after a rest', async () => {
    const { list } = callStrings;
    const search = page.getByLabel(list.search);
    await search.pressSequentially('sess_');
    await expect.poll(() => page.url()).toContain('q=sess_');
    await page.keyboard.type('7ZZZZZ');
    await expect.poll(() => page.url()).toContain('q=sess_7ZZZZZ');
    expect(await search.inputValue()).toBe('sess_7ZZZZZ');
    await goTo(commonStrings.pages.calls);
    await expect.poll(() => search.inputValue()).toBe('');
  });

  it('what is typed after a number above the maximum was sent stays, and becomes the filter', async () => {
    const least = page.getByLabel(callStrings.list.minRedactions);
    // Types on when the number has been sent, and before the address has answered.
    await least.evaluate((field: HTMLInputElement) => {
      const wait = window.setTimeout;
      const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
      const sendAndTypeOn = (send: TimerHandler, ms?: number) =>
        wait(() => {
          (send as () => void)();
          if (ms !== 300 || field.value !== '9999999999') return;
          window.setTimeout = wait;
          value?.set?.call(field, '1');
          field.dispatchEvent(new InputEvent('input', { bubbles: true }));
        }, ms);
      Object.assign(window, { setTimeout: sendAndTypeOn });
    });
    await least.fill('9999999999');
    await expect.poll(() => page.url()).toMatch(/min_redactions=1$/);
    expect(await least.inputValue()).toBe('1');
  });

  it('a day and a number are filters once they are typed, part by part', async () => {
    const { list } = callStrings;
    await page.getByLabel(list.since, { exact: true }).selectOption({ label: list.days });
    const from = page.getByLabel(list.from);
    await from.focus();
    await page.keyboard.type('01022020', { delay: 150 });
    await expect.poll(() => page.url()).toContain('from=2020-01-02');
    expect(await from.inputValue()).toBe('2020-01-02');
    const least = page.getByLabel(list.minRedactions);
    await least.fill('27');
    await expect.poll(() => page.url()).toContain('min_redactions=27');
    await least.press('Home');
    await page.keyboard.type('13', { delay: 400 });
    await expect.poll(() => page.url()).toContain('min_redactions=1327');
    await least.press('ControlOrMeta+a');
    await page.keyboard.press('Backspace');
    await expect.poll(() => page.url()).not.toContain('min_redactions');
    expect(await least.inputValue()).toBe('');
    await goTo(commonStrings.pages.calls);
    await expect.poll(() => page.url()).not.toContain('from=');
  });

  it('two days that are emptied stay to be typed anew, and the list shows all calls', async () => {
    const { list } = callStrings;
    await page.getByLabel(list.since, { exact: true }).selectOption({ label: list.days });
    for (const name of [list.from, list.until]) {
      await page.getByLabel(name, { exact: true }).fill('');
      await page.getByLabel(name, { exact: true }).blur();
    }
    await expect.poll(() => page.url()).toContain('since=all');
    await page.getByLabel(list.from).fill('2020-01-02');
    await expect.poll(() => page.url()).toContain('from=2020-01-02');
    expect(page.url()).not.toContain('since=');
    await goTo(commonStrings.pages.calls);
    await page.getByLabel(list.from).waitFor({ state: 'detached' });
  });

  it('a window that becomes narrow while somebody types leaves the filters open', async () => {
    const search = page.getByLabel(callStrings.list.search);
    await search.focus();
    await page.setViewportSize({ width: 600, height: 800 });
    await page.keyboard.type('sess_');
    await expect.poll(() => page.url()).toContain('q=sess_');
    expect(await search.isVisible()).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });
    await goTo(commonStrings.pages.calls);
    await expect.poll(() => page.url()).not.toContain('q=');
  });

  it('filters narrow the list and are part of the URL', async () => {
    const agentFilter = page.getByLabel(callStrings.list.agent);
    await agentFilter.selectOption('Silent agent');
    await page.getByRole('heading', { name: callStrings.list.empty.title }).waitFor();
    await agentFilter.selectOption(agent);
    await page.getByLabel(callStrings.list.state).selectOption('ok');
    await page.getByRole('row').filter({ hasText: 'Front desk' }).waitFor();
    await page.reload();
    await page.getByRole('row').filter({ hasText: 'Front desk' }).waitFor();
    expect(await page.getByLabel(callStrings.list.state).inputValue()).toBe('ok');
    const least = page.getByLabel(callStrings.list.minRedactions);
    await least.fill('2');
    await page.getByRole('heading', { name: callStrings.list.empty.title }).waitFor();
    await least.fill('9999999999');
    // The field shows the maximum in its place: typing before that would go to a text that is being replaced.
    await expect.poll(() => least.inputValue()).toBe(String(mostRedactions));
    await page.getByRole('heading', { name: callStrings.list.empty.title }).waitFor();
    await least.fill('1');
    await page.getByRole('row').filter({ hasText: 'Front desk' }).waitFor();
  });

  it('a call is found by its id, its kinds and its day', async () => {
    const { list } = callStrings;
    const empty = page.getByRole('heading', { name: list.empty.title });
    const search = page.getByLabel(list.search);
    await search.fill(session.slice(5, 20).toLowerCase());
    await page.getByText(list.total(1), { exact: true }).waitFor();
    await search.fill('sess_7ZZZZZ');
    await empty.waitFor();
    await search.fill('');
    await page.getByLabel(list.kind).selectOption('SSN');
    await empty.waitFor();
    await page.getByLabel(list.kind).selectOption('PHONE');
    await page.getByRole('row').filter({ hasText: 'Front desk' }).waitFor();
    await page.getByLabel(list.since, { exact: true }).selectOption({ label: list.days });
    await page.getByRole('row').filter({ hasText: 'Front desk' }).waitFor();
    await page.getByLabel(list.until).fill('2020-01-02');
    await page.getByLabel(list.from).fill('2020-01-01');
    await empty.waitFor();
    await page.getByLabel(list.since, { exact: true }).selectOption('24h');
  });

  it('a call is found by a value that was masked in it, and the value is in no address', async () => {
    const { valueSearch } = callStrings;
    await button(valueSearch.ask).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(valueSearch.value, { exact: true }).fill(phone);
    await dialog.getByLabel(valueSearch.kind).selectOption('PHONE');
    await dialog.getByRole('button', { name: valueSearch.search }).click();
    await dialog.getByText(valueSearch.found(1)).waitFor();
    const link = dialog.getByRole('link');
    expect(await link.getAttribute('href')).toContain(session);
    expect(page.url()).not.toContain('0142');
    await dialog.getByRole('button', { name: commonStrings.close }).click();
  });

  it('a view is kept in the browser with its filters and its order, until the user removes it', async () => {
    const { views, columns, kind } = callStrings.list;
    await page.getByLabel(kind).selectOption('PHONE');
    await page.getByRole('link', { name: columns.redaction_count }).click();
    await page.locator('[aria-sort="descending"]', { hasText: columns.redaction_count }).waitFor();
    await button(views.save).click();
    await page.getByLabel(views.name).fill('Numbers');
    await page.getByRole('dialog').getByRole('button', { name: views.confirm }).click();
    await goTo(commonStrings.pages.calls);
    await page.getByRole('link', { name: 'Numbers', exact: true }).click();
    await expect
      .poll(() => page.url(), { timeout: 5_000 })
      .toMatch(/kind=PHONE.*sort=-redaction_count/);
    await page.getByRole('button', { name: views.remove('Numbers') }).click();
    await page.getByRole('link', { name: 'Numbers', exact: true }).waitFor({ state: 'detached' });
  });

  it('the list is downloaded as CSV, with the filters of the page', async () => {
    await page.getByLabel(callStrings.list.kind).selectOption('PHONE');
    await page.getByRole('row').filter({ hasText: 'Later' }).waitFor({ state: 'detached' });
    const csv = await downloaded(callStrings.list.csv);
    expect(csv.suggestedFilename()).toBe('calls.csv');
    const [head, ...rows] = (await readFile(await csv.path(), 'utf8')).trimEnd().split('\r\n');
    expect(head).toMatch(/^id,agent_id,/);
    expect(rows.map((row) => row.split(',')[0])).toContain(session);
    expect(rows).toHaveLength(2);
  });

  it('a row is a link wherever it is clicked, and its time tells the zone', async () => {
    const row = page.getByRole('row').filter({ hasText: 'Front desk' });
    expect(await row.locator('time').getAttribute('title')).toMatch(/ UTC$/);
    await page.getByRole('columnheader', { name: timeZone() }).waitFor();
    // The link covers the row, so the pointer hits it at any place.
    await row.getByText('Phone number: 1').click({ force: true });
    await heading(callStrings.detail.title('Front desk'));
  });
});

describe('The page of a call', () => {
  beforeAll(() => owner.go(`/calls/${session}`));

  it('a past call opens on its conversation, with placeholders, and offers no real values where none are kept', async () => {
    const said = page.locator('[data-side="public"]').getByText('Phone number 1').first();
    await said.waitFor();
    expect(await said.getAttribute('title')).toContain('[PHONE_01]');
    expect(await page.getByRole('button', { name: revealStrings.show }).count()).toBe(0);
    const seen = (await kit.proxy.records(agent)).filter(
      ({ kind, view }) => kind === 'regulated_view_opened' && view === 'transcript',
    );
    expect(seen).toEqual([]);
  });

  it('a masked value is part of its line: it wraps, can be selected, and is no tab stop', async () => {
    const mark = page.locator('.turn-text .mark').first();
    const looks = await mark.evaluate((element) => {
      const { display, boxDecorationBreak, userSelect } = getComputedStyle(element);
      return {
        display,
        boxDecorationBreak,
        userSelect,
        tabIndex: (element as HTMLElement).tabIndex,
      };
    });
    expect(looks).toEqual({
      display: 'inline',
      boxDecorationBreak: 'clone',
      userSelect: 'text',
      tabIndex: -1,
    });
  });

  it('all events of a call are verified with one button', async () => {
    await page.getByRole('tab', { name: callStrings.detail.tab.timeline }).click();
    await button(callStrings.detail.timeline.verifyAll).click();
    await page.getByText(/verified in this browser: .* \d+ events? came after the call/).waitFor();
  });

  it('the page of a call says what happened in each turn, and its events are behind that', async () => {
    const { steps } = callStrings.detail.timeline;
    const first = page.getByRole('row').filter({ hasText: 'masked Phone number: 1' }).first();
    const cell = (title: string) => first.locator(`td[data-title="${title}"]`);
    await cell(steps.request).getByText('masked Phone number: 1').waitFor();
    await cell(steps.check).getByText('passed', { exact: true }).waitFor();
    await cell(steps.reply).getByText('1 value restored').waitFor();
    await cell(steps.reply)
      .getByText(/^[\d.,]+ ms in this service$/)
      .waitFor();
    await cell(steps.reply)
      .getByText(/^of it [\d.,]+ ms to search, [\d.,]+ ms to record$/)
      .waitFor();
    await cell(steps.reply)
      .getByText(/^[\d.,]+ ms until the model began$/)
      .waitFor();
    // Nothing was out of the ordinary.
    expect(await first.locator('.badge').count()).toBe(0);
    expect(await page.getByRole('row').filter({ hasText: 'Call began' }).isVisible()).toBe(false);
    await page.getByText(/^All \d+ events of the audit log$/).click();
  });

  it('the page of a call lists its events, and the browser verifies each', async () => {
    const first = page.getByRole('row').filter({ hasText: 'Call began' });
    await first.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(callStrings.detail.proof.verdict.good).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  });

  it('the downloaded PDF has the same root as the API', async () => {
    const response = await kit.proxy.service.api(`/api/v1/sessions/${session}/report`);
    const { report } = (await response.json()) as { report: { merkle_root_hex: string } };
    const pdf = await downloaded(callStrings.detail.report.pdf);
    const { text } = await extractText(new Uint8Array(await readFile(await pdf.path())), {
      mergePages: true,
    });
    expect(text.replace(/\s/g, '')).toContain(report.merkle_root_hex);
    const json = await downloaded(callStrings.detail.report.json);
    expect(json.suggestedFilename()).toBe(`report-${session}.json`);
    expect(JSON.parse(await readFile(await json.path(), 'utf8'))).toMatchObject({
      report: { merkle_root_hex: report.merkle_root_hex },
    });
  });
});

describe('The audit page', () => {
  it('the audit page verifies the whole log', async () => {
    await goTo(commonStrings.pages.audit);
    await page.getByRole('tab', { name: auditStrings.tab.log }).click();
    await button(auditStrings.verify.button).click();
    await page.getByText(auditStrings.verify.ok).waitFor();
  });
});

describe('The policies page', () => {
  it('the policy editor names a wrong line while the user types, and keeps it until the user agrees to leave', async () => {
    await goTo(commonStrings.pages.policies);
    await page.getByRole('tab', { name: policyStrings.tab.change }).click();
    await page.getByLabel(policyStrings.change.view).selectOption('yaml');
    const editor = page.getByLabel(policyStrings.change.label);
    const yaml = await editor.inputValue();
    const wrong = yaml.split('\n').findIndex((line) => line.includes('action: tokenize }'));
    await editor.fill(yaml.replace('action: tokenize }', 'action: forget }'));
    const problem = page.getByRole('button', { name: `${agentStrings.form.atLine(wrong + 1)},` });
    await problem.click();
    const selected = await editor.evaluate((field: HTMLTextAreaElement) =>
      field.value.slice(field.selectionStart, field.selectionEnd),
    );
    expect(selected).toContain('action: forget }');
    expect(await editor.getAttribute('aria-invalid')).toBe('true');
    await goTo(commonStrings.pages.agents);
    const question = page.getByRole('dialog', { name: commonStrings.unsaved.title });
    await question.getByRole('button', { name: commonStrings.cancel }).click();
    expect(await editor.inputValue()).toContain('action: forget }');
    await editor.fill(yaml);
    await page.getByText(policyStrings.change.none).waitFor();
  });

  it('the policies page reloads the file after asking', async () => {
    await button(policyStrings.reload.button).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(policyStrings.change.none).waitFor();
    await dialog.getByRole('button', { name: policyStrings.reload.confirm }).click();
    await dialog.getByText(policyStrings.reload.same).waitFor();
    await dialog.getByRole('button', { name: commonStrings.close }).click();
    expect(await kit.proxy.service.records()).toContainEqual(
      expect.objectContaining({ kind: 'policy_reloaded' }),
    );
  });
});

describe('A user who is no admin', () => {
  it('can neither make nor delete an agent, and sees why', async () => {
    const member = await kit.member('sam.lee@example.com');
    const { page: theirs } = member;
    await member.go('/agents');
    await theirs.getByRole('link', { name: 'Silent agent' }).waitFor();
    expect(await theirs.getByRole('link', { name: agentStrings.create }).count()).toBe(0);
    await member.go('/agents/new');
    await theirs.getByText(refusals.settings).waitFor();
    const submit = theirs.getByRole('button', { name: agentStrings.form.submit });
    expect(await submit.isDisabled()).toBe(true);
    await member.go(`/agents/${agent}`);
    await theirs.getByRole('tab', { name: agentStrings.detail.tab.settings }).click();
    const remove = theirs.getByRole('button', { name: agentStrings.detail.remove.button });
    await remove.waitFor();
    expect(await remove.isDisabled()).toBe(true);
    await theirs.getByText(refusals.admin).waitFor();
    const status = await theirs.evaluate(
      async (id) => (await fetch(`/api/v1/agents/${id}`, { method: 'DELETE' })).status,
      agent,
    );
    expect(status).toBe(403);
    await member.context.close();
  });
});

describe('A call in a language that the policy does not cover', () => {
  it('a call in German shows its language in the list, at the call and at the turn', async () => {
    const words = 'guten tag ich brauche einen termin für meine mutter hannelore';
    const echo = await kit.proxy.agent({ upstream: 'stub' });
    await kit.proxy.ask(echo, [user(words)], { call: { id: 'german' } });
    await goTo(commonStrings.pages.live);
    const badges = page.getByText(exposureStrings.language('German'));
    await badges.nth(2).waitFor();
    expect(await badges.count()).toBe(3);
    await page.getByText(callStrings.sides.language('German', 'mask_all')).waitFor();
    await button(/German/, false).click();
    await page.getByRole('link', { name: callStrings.live.details }).click();
    await page.getByRole('tab', { name: callStrings.detail.tab.timeline }).click();
    const badge = page.locator('.turn-step .badge');
    await badge.getByText(callStrings.detail.timeline.turn.language('German')).waitFor();
    await goTo(commonStrings.pages.live);
  });
});

describe('Calls that somebody should look at', () => {
  beforeAll(() => owner.go('/live'));
  const { list, live, sides } = callStrings;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });

  it('a call that begins does not take the place of the one that is read', async () => {
    const read = await page.getByRole('heading', { level: 2 }).first().textContent();
    const policy_yaml = policyWithRule('PHONE', '{ regex: true, action: passthrough }');
    const clear = await kit.proxy.agent({ name: 'Open line', upstream: 'stub', policy_yaml });
    await kit.proxy.ask(clear, [user(said)], { call: { id: 'clear' } });
    await button(live.fresh(1)).waitFor();
    expect(await page.getByRole('heading', { level: 2 }).first().textContent()).toBe(read);
    expect(read).not.toBe('Open line');
  });

  it('a value that the policy passes is never called clean, and unchecked names are named', async () => {
    await button(live.fresh(1)).click();
    const sent = `${exposureStrings.outcomes.by_policy}: Phone number: 1`;
    await page.getByText(sent).nth(1).waitFor();
    await page.locator('.mark[data-clear="true"]').getByText(phone).first().waitFor();
    await page.getByText(exposureStrings.unchecked).nth(2).waitFor();
    await goTo(commonStrings.pages.calls);
    await row('Open line')
      .getByText(`${exposureStrings.short.by_policy}: Phone number: 1`)
      .waitFor();
    await row('Open line')
      .getByText(list.states['in_progress'] ?? '')
      .waitFor();
    await row('Open line').getByRole('link').click();
    await heading(callStrings.detail.title('Open line'));
    const glance = page.locator('.call-glance');
    await glance.getByText(list.states['in_progress'] ?? '').waitFor();
    await glance.getByText(sent).waitFor();
    await glance.getByText(exposureStrings.unchecked).waitFor();
    expect(await page.getByText(exposureStrings.outcomes.nothing_found).count()).toBe(0);
  });

  it('an answer of the provider that is no reply is shown live, in the list and on the page of the call', async () => {
    kit.proxy.upstream.script = (_, response) => {
      response.statusCode = 503;
      response.end('{}');
    };
    const failing = await kit.proxy.agent({ name: 'Failing' });
    await goTo(commonStrings.pages.live);
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    const body = { model: 'm', call: { id: 'failing' }, messages: [user('hello')] };
    await (await kit.proxy.post(failing, body)).text();
    const calls = page.getByRole('navigation', { name: live.list });
    await calls.getByText(live.failed(sides.answered(503))).waitFor();
    await kit.proxy.tell(failing, { type: 'end-of-call-report', call: { id: 'failing' } });
    await button(live.dismiss).click();
    await calls.getByText(live.failed(sides.answered(503))).waitFor({ state: 'detached' });
    await goTo(commonStrings.pages.calls);
    await row('Failing')
      .getByText(`${sides.turn(0)}: ${sides.answered(503)}`)
      .waitFor();
    await row('Failing').getByRole('link').click();
    await page.getByRole('alert').getByText(sides.answered(503)).waitFor();
  });
});

describe('A call that a second provider answered', () => {
  it('says so at the turn, live and on its page', async () => {
    const agreement = {
      name: 'Two Models Inc',
      role: 'model_provider',
      agreement: 'signed',
      upstreams: ['provider:fallback'],
    };
    const path = '/api/v1/settings/business-associates';
    const body = JSON.stringify({ data: [agreement] });
    expect((await kit.proxy.service.api(path, { method: 'PUT', body })).status).toBe(200);
    const agentOfTwo = await kit.proxy.agent({ name: 'Two providers' });
    await goTo(commonStrings.pages.live);
    await kit.proxy.ask(agentOfTwo, [user(said)], { call: { id: 'fallback' } });
    const badge = callStrings.sides.fallback('provider:model-small', 'provider:fallback', 'sent');
    const call = page.getByRole('navigation', { name: callStrings.live.list });
    await call.getByRole('button', { name: /Two providers/ }).click();
    await page.getByText(badge).waitFor();
    await page.getByRole('link', { name: callStrings.live.details }).click();
    await page.getByText(badge).waitFor();
  });
});

describe('An admin', () => {
  it('an admin deletes an agent by typing its name', async () => {
    await goTo(commonStrings.pages.agents);
    await page.getByRole('link', { name: 'Silent agent' }).click();
    await page.getByRole('tab', { name: agentStrings.detail.tab.settings }).click();
    await button(agentStrings.detail.remove.button).click();
    const dialog = page.getByRole('dialog');
    const confirm = dialog.getByRole('button', { name: agentStrings.detail.remove.confirm });
    expect(await confirm.isDisabled()).toBe(true);
    await dialog.getByRole('textbox').fill('Silent agent');
    await confirm.click();
    await heading(commonStrings.pages.agents);
    await page.getByRole('link', { name: 'Front desk' }).waitFor();
    await page.getByRole('link', { name: 'Silent agent' }).waitFor({ state: 'detached' });
  });
});

describe('A portal that nobody uses', () => {
  it('locks after 15 minutes, hides everything, and goes on where it was', async () => {
    await page.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, idleMs);
    const card = page.getByRole('dialog', { name: lockStrings.title });
    await card.waitFor();
    expect(await page.getByRole('link', { name: 'Front desk' }).isVisible()).toBe(false);
    expect(await page.locator('h1').isVisible()).toBe(false);
    await page.keyboard.press('Escape');
    expect(await card.isVisible()).toBe(true);
    await page.keyboard.press('Enter');
    await card.waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Front desk' }).waitFor();
  });
});

describe('Signing out', () => {
  it('signing out shows the sign-in page and keeps nothing but the look', async () => {
    await page.locator('summary', { hasText: commonStrings.account }).click();
    await page.getByLabel(commonStrings.looks.density.label).selectOption('compact');
    await button(commonStrings.signOut).click();
    await heading(signInStrings.titles.signed_out);
    await page.reload();
    await heading(signInStrings.titles.first);
    const cell = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--cell'),
    );
    expect(cell).toBe('4px');
  });
});
