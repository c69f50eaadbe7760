import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { folderOfCalls } from '../support/portal/many-calls.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { chatterOf, chatterTurn } from '../support/portal/streaming-calls.ts';

const listed = 2_000;
const chatter = { calls: 10, pieces: 100, everyMs: 0 };

let kit: PortalKit;
let visitor: Visitor;

beforeAll(async () => {
  kit = await startPortal(await folderOfCalls(listed));
  visitor = await kit.admin();
});
afterAll(() => kit.close());

describe('A long list of calls', () => {
  it('a long list of calls scrolls to its end and renders only visible rows', async () => {
    const { page, go } = visitor;
    await go('/calls');
    const rows = page.locator('.call-table tbody tr');
    await rows.first().waitFor();
    await page.getByText(callStrings.list.total(listed)).waitFor();
    const end = page.locator(`.call-table tr[data-index="${listed - 1}"]`);
    while ((await end.count()) === 0) {
      expect(await rows.count()).toBeLessThan(60);
      await page.evaluate(() => {
        scrollTo(0, document.body.scrollHeight);
        return new Promise(requestAnimationFrame);
      });
    }
    expect(await rows.count()).toBeLessThan(60);
    const title = page.locator('.call-table th').first();
    expect((await title.boundingBox())?.y).toBe(0);
    expect(kit.complaints).toEqual([]);
  });
});

describe('Ten calls at the same time', () => {
  it('ten calls arrive completely, and the page stays responsive', async () => {
    const { page, go } = visitor;
    const agent = await kit.proxy.agent({ name: 'Chatter' });
    await go('/live');
    const spoken = chatterTurn(kit.proxy, agent, 0, chatter);
    const list = page.getByRole('navigation', { name: callStrings.live.list }).getByRole('button');
    await list.nth(chatter.calls - 1).waitFor();
    await list.nth(3).click();
    expect(await list.nth(3).getAttribute('aria-current')).toBe('true');
    await spoken;
    const replies = new Set<string>();
    for (let at = 0; at < chatter.calls; at += 1) {
      await list.nth(at).click();
      const whole = page.getByText(`w${chatter.pieces - 1} `).last();
      await whole.waitFor();
      replies.add((await page.locator('.turn-row').last().locator('p').last().textContent()) ?? '');
    }
    const expected = Array.from({ length: chatter.calls }, (_, call) =>
      chatterOf(call, 0, chatter.pieces),
    );
    expect([...replies].sort()).toEqual(expected.sort());
    expect(kit.complaints).toEqual([]);
  });
});

describe('A call longer than the window', () => {
  it('the live view follows the newest turn until the user scrolls away', async () => {
    const { page, go } = visitor;
    const agent = await kit.proxy.agent({ name: 'Long call' });
    const one = { calls: 1, pieces: 120, everyMs: 0 };
    const lastWord = (turn: number) => page.getByText(`c0t${turn}w${one.pieces - 1}`).last();
    const fromEnd = () =>
      page
        .getByRole('region', { name: callStrings.live.said })
        .evaluate((frame) => frame.scrollHeight - frame.scrollTop - frame.clientHeight);
    await go('/live');
    // Calls of the test before are still in progress, and the view stays with the one it shows.
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    await chatterTurn(kit.proxy, agent, 0, one);
    await page.getByRole('button', { name: callStrings.live.fresh(1) }).click();
    for (let turn = 1; turn < 6; turn += 1) await chatterTurn(kit.proxy, agent, turn, one);
    await lastWord(5).waitFor();
    await expect.poll(fromEnd).toBeLessThan(2);

    await page.getByRole('region', { name: callStrings.live.said }).evaluate((frame) => {
      frame.scrollTop = 0;
    });
    const follow = page.getByRole('button', { name: callStrings.live.follow });
    await follow.waitFor();
    await chatterTurn(kit.proxy, agent, 6, one);
    await lastWord(6).waitFor({ state: 'attached' });
    expect(await fromEnd()).toBeGreaterThan(200);
    await follow.click();
    await expect.poll(fromEnd).toBeLessThan(2);
  });

  it('a list that lacks the first turns of a call counts no values of it', async () => {
    const { page, go } = visitor;
    const agent = await kit.proxy.agent({ name: 'Longer call' });
    const one = { calls: 1, pieces: 1, everyMs: 0 };
    const item = page.getByRole('button', { name: /Longer call/ });
    await chatterTurn(kit.proxy, agent, 0, one);
    await go('/live');
    await item.getByText(callStrings.live.masked(1)).waitFor();
    for (let turn = 1; turn <= 50; turn += 1) await chatterTurn(kit.proxy, agent, turn, one);
    await go('/live');
    await item.getByText(callStrings.live.turns(51)).waitFor();
    expect(await item.textContent()).not.toContain('masked');
  });
});
