import type { Locator } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { exposureStrings } from '../../renderer/exposure/strings.ts';
import { figureStrings } from '../../renderer/figures/strings.ts';
import { overviewStrings, verdictStrings } from '../../renderer/overview/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import { policyWithRule } from '../support/changed-policy.ts';
import { eventually } from '../support/eventually.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { assistant, user } from '../support/proxy-kit.ts';

let kit: PortalKit;
let owner: Visitor;
let agent: string;

/** A call in which the caller's number is passed, and one whose second turn is stopped. */
beforeAll(async () => {
  kit = await startPortal();
  const { proxy } = kit;
  const passed = policyWithRule('PHONE', '{ action: passthrough }');
  agent = await proxy.agent({ name: 'Front desk', policy_yaml: passed });
  const history = [user('my number is 202-555-0143')];
  await proxy.ask(agent, history, { call: { id: 'one' } });
  const second = [...history, assistant('Thank you.'), user('my blood pressure is fine')];
  await proxy.ask(agent, second, { call: { id: 'one' } });
  const strict = await proxy.agent({ name: 'Nurse line' });
  const first = [user('this is Maria Gonzalez')];
  await proxy.ask(strict, first, { call: { id: 'two' } });
  await proxy.post(strict, {
    messages: [...first, assistant('Hello Maria Gonzalez'), user('look me up')],
    call: { id: 'two' },
    tools: [{ type: 'function', function: { name: 'lookup_2025550143' } }],
  });
  await eventually(async () => expect(await proxy.records(strict, 'leak_blocked')).toHaveLength(1));
  owner = await kit.admin();
});
afterAll(() => kit?.close());
afterEach(() => expect(kit.complaints).toEqual([]));

const verdict = () => owner.page.getByRole('region', { name: overviewStrings.verdict });

describe('The verdict on top of the overview', () => {
  it('says in sentences what happened, that a leak was stopped, and what needs a person', async () => {
    await owner.go('/overview');
    await verdict().getByText(verdictStrings.stopped(1)).waitFor();
    const text = (await verdict().textContent()) ?? '';
    expect(text).toContain(verdictStrings.calls(2, overviewStrings.ranges['24h']));
    expect(text).toContain(verdictStrings.byPolicy(1));
    expect(text).toContain(verdictStrings.failures(1));
    expect(text).not.toContain(verdictStrings.nothingOut);
    expect(await verdict().getAttribute('data-tone')).toBe('warn');
  });

  it('stands before the things that need a person, and these before the numbers', async () => {
    const { page } = owner;
    const tops = await Promise.all(
      [
        verdict(),
        page.getByRole('region', { name: overviewStrings.attention.title }),
        page.getByRole('region', { name: figureStrings.title }),
      ].map(async (part) => (await part.boundingBox())?.y ?? 0),
    );
    expect(tops).toEqual(tops.toSorted((a, b) => a - b));
    expect(await page.locator('.stat[data-tone=bad]').count()).toBe(0);
    await page.locator('.stat-note').first().getByText(figureStrings.tiles.before('0')).waitFor();
  });

  it('has the number of things in the menu of every page', async () => {
    const { page } = owner;
    const things = await page.locator('.attention li').count();
    await owner.go('/agents');
    await page.getByTitle(commonStrings.things(things)).getByText(String(things)).waitFor();
  });

  it('has the number of its own range in the menu', async () => {
    const { page } = owner;
    // One more thing where the range is longer than a day.
    await page.route('**/api/v1/overview?*', async (route) => {
      const response = await route.fetch();
      const overview = await response.json();
      const from = Date.parse(new URL(route.request().url()).searchParams.get('from') ?? '');
      if (Date.now() - from > 2 * 86_400_000)
        overview.attention.push({ about: 'unsealed_calls', count: 1 });
      await route.fulfill({ response, json: overview });
    });
    await owner.go('/overview');
    await page.locator('.attention li').first().waitFor();
    const before = await page.locator('.attention li').count();
    await page.getByLabel(figureStrings.ranges['7d']).check();
    await page.getByTitle(commonStrings.things(before + 1)).waitFor();
    expect(await page.locator('.attention li').count()).toBe(before + 1);
    await page.getByLabel(figureStrings.ranges['24h']).check();
    await page.getByTitle(commonStrings.things(before)).waitFor();
    await page.unrouteAll();
  });

  it('leaves no hole where a chart has too little to show', async () => {
    const { page } = owner;
    const right = async (what: Locator) => {
      const { x, width } = (await what.boundingBox()) ?? { x: 0, width: 0 };
      return Math.round(x + width);
    };
    const charts = page.locator('.charts');
    await charts.locator('p').getByText(figureStrings.charts.latency).waitFor();
    expect(await charts.locator('.card').count()).toBe(3);
    expect(await right(charts.locator('.card').last())).toBe(await right(charts));
  });

  it('has its number beside the drawing on a phone, too', async () => {
    const { page } = owner;
    const size = page.viewportSize() ?? { width: 1280, height: 720 };
    await page.setViewportSize({ width: 390, height: 800 });
    const place = page.locator('.shell-nav a').first();
    const drawing = (await place.locator('.icon').boundingBox()) ?? { x: 0, width: 0 };
    const number = (await place.locator('.shell-count').boundingBox()) ?? { x: 0 };
    expect(number.x).toBeGreaterThanOrEqual(drawing.x + drawing.width - 1);
    await page.setViewportSize(size);
  });

  it('leads to the calls that a thing is about', async () => {
    const { page } = owner;
    await owner.go('/overview');
    await page
      .locator('.attention li')
      .filter({ hasText: 'as the policy allows' })
      .getByRole('link')
      .click();
    await page.getByRole('heading', { name: commonStrings.pages.calls, level: 1 }).waitFor();
    await page.getByRole('cell', { name: 'Front desk' }).waitFor();
    expect(await page.locator('tbody tr').count()).toBe(1);
  });

  it('says when the log was verified, though nobody asked for it', async () => {
    await owner.go('/overview');
    await verdict().getByText(overviewStrings.verified).waitFor();
    expect(await verdict().textContent()).not.toContain(verdictStrings.notVerified);
  });
});

describe('A thing that needs a person', () => {
  const { attention, incidents } = overviewStrings;
  const thing = (text: string) => owner.page.locator('.attention li').filter({ hasText: text });
  const dialog = () => owner.page.getByRole('dialog');
  const things = () => owner.page.getByTitle(/needs? you/).textContent();
  beforeAll(() => owner.go('/overview'));

  it('needs nobody once somebody acknowledged it, and says who did', async () => {
    await thing('as the policy allows').getByRole('button').click();
    await dialog().getByLabel(attention.note).fill('Numbers are wanted here.');
    await dialog().getByRole('button', { name: attention.acknowledging.confirm }).click();
    await owner.page.getByText(attention.seen(1)).click();
    await thing('as the policy allows')
      .getByText(/Seen by .*Numbers are wanted here\./)
      .waitFor();
  });

  it('that is an incident is opened, assessed by four factors and closed, and is one thing less', async () => {
    const before = Number((await things())?.match(/\d+/)?.[0]);
    const missing = 'No business associate agreement';
    await thing(missing).getByRole('button', { name: attention.openIncident }).click();
    await dialog().getByRole('button', { name: attention.opening.confirm }).click();
    await thing(missing)
      .getByRole('button', { name: attention.incident(false) })
      .click();
    for (const [name, label] of Object.entries(incidents.factors))
      await dialog().getByLabel(label).fill(`About ${name}.`);
    await dialog().getByRole('button', { name: incidents.saveAssessment }).click();
    await dialog().getByText('About mitigation.').first().waitFor();
    await dialog().getByLabel(incidents.closingNote).fill('The agreement is signed on Friday.');
    await dialog().getByRole('button', { name: incidents.close }).click();
    await dialog()
      .getByText(/The agreement is signed on Friday/)
      .waitFor();
    await dialog().getByRole('button', { name: commonStrings.close, exact: true }).click();
    await owner.page.getByText(attention.seen(2)).waitFor();
    await expect.poll(async () => Number((await things())?.match(/\d+/)?.[0])).toBe(before - 1);
    const row = owner.page.getByRole('row').filter({ hasText: incidents.abouts.agreement_missing });
    await row.getByText(incidents.states.closed).waitFor();
  });
});

describe('A call', () => {
  const open = async (name: string) => {
    await owner.go('/calls?since=all');
    await owner.page.getByRole('row').filter({ hasText: name }).getByRole('link').first().click();
    await owner.page.locator('.turn').nth(1).waitFor();
  };
  const turn = (index: number) => owner.page.locator('.turn').nth(index).locator('.turn-head');

  it('with a stopped leak says so in green, and names no red leak', async () => {
    await open('Nurse line');
    const glance = owner.page.locator('.call-glance');
    const badge = glance.getByText(exposureStrings.outcomes.stopped);
    expect(await badge.getAttribute('data-tone')).toBe('good');
    // The cause of the failure stands above, once.
    expect(await glance.locator('.call-failure').count()).toBe(0);
    await turn(1).getByText(exposureStrings.outcomes.stopped).waitFor();
  });

  it('counts what is new in a turn, not what the history repeats', async () => {
    await turn(0)
      .getByText(callStrings.sides.masked(['Name: 1']))
      .waitFor();
    await turn(1).getByText(callStrings.sides.masked([])).waitFor();
    const glance = await owner.page.locator('.call-glance').textContent();
    expect(glance).toMatch(/1 value masked, in \d+ places?/);
  });

  it('names its policy and its provider, and marks no turn in which all was ordinary', async () => {
    await owner.page.getByText('healthcare-default, version 1').waitFor();
    await owner.page.getByText('provider:model-small').first().waitFor();
    expect(await turn(0).locator('.badge').count()).toBe(0);
    expect(await turn(1).locator('.badge').count()).toBeGreaterThan(0);
  });

  it('j and k move between its turns, and n to the next that is not ordinary', async () => {
    const focused = () =>
      owner.page.evaluate(() => document.activeElement?.querySelector('h3')?.textContent);
    const press = async (key: string, at: number) => {
      await owner.page.keyboard.press(key);
      await expect.poll(focused).toBe(callStrings.sides.turn(at));
    };
    await press('j', 0);
    await press('j', 1);
    await press('k', 0);
    await press('n', 1);
    await press('j', 1);
  });

  it('is shown in the font that comes with the product, beside its mark', async () => {
    const { page } = owner;
    const loaded = await page.evaluate(() =>
      [...document.fonts].filter(({ status }) => status === 'loaded').map(({ family }) => family),
    );
    expect(new Set(loaded)).toContain('Noto Sans');
    const mark = page.locator('.shell-name img');
    expect(await mark.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  });

  it('says in a later turn that nothing new was sent, after an earlier one sent something', async () => {
    await open('Front desk');
    await turn(1).getByText(exposureStrings.nothingNew).waitFor();
    // So n stops at the first turn alone.
    expect(await owner.page.locator('[data-exception]').count()).toBe(1);
    expect(await owner.page.locator('[data-turn]').first().getAttribute('data-exception')).toBe(
      'true',
    );
  });
});
