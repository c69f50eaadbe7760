import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { policyStrings } from '../../renderer/policies/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { showValues } from '../support/portal/show-values.ts';
import { user } from '../support/proxy-kit.ts';

/** What runs as a script wherever text is taken for markup. */
const attacks = [
  '<script>window.hit = 1</script>',
  '<img src=x onerror="window.hit = 1">',
  '"><svg onload="window.hit = 1">',
  "'-window.hit=1-'",
  'javascript:window.hit=1',
  '{{constructor.constructor("window.hit = 1")()}}',
  '</textarea><iframe srcdoc="<script>parent.hit = 1</script>">',
];

let kit: PortalKit;
let visitor: Visitor;
let agent: string;

beforeAll(async () => {
  kit = await startPortal();
  agent = await kit.proxy.agent({
    name: '<img src=x onerror="window.hit=1">',
    system_prompt: attacks.join('\n'),
    first_message: attacks[1],
  });
  await kit.proxy.ask(agent, [user(`${attacks.join(' ')} call 415-555-0142`)], {
    call: { id: attacks[1] },
  });
  visitor = await kit.admin();
});
afterAll(() => kit.close());

describe('Text that looks like a script', () => {
  it('a script in a call is shown as text on the live page, on both sides', async () => {
    const { page, go } = visitor;
    await go('/live');
    await showValues(page);
    await page.locator('[data-side="regulated"]').getByText('415-555-0142').first().waitFor();
    const shown = await page.locator('.sides').textContent();
    for (const attack of attacks) expect(shown).toContain(attack);
  });

  it('a script in a name is shown as text in the list of calls and on the agent’s pages', async () => {
    const { page, go } = visitor;
    for (const path of ['/calls', '/agents', `/agents/${agent}`]) {
      await go(path);
      await page.getByText('<img src=x onerror').last().waitFor();
    }
  });

  it('a script in a policy is shown as text in the editor', async () => {
    const { page, go } = visitor;
    await go('/policies');
    await page.getByRole('tab').nth(2).click();
    await page.getByLabel(policyStrings.change.view).selectOption('yaml');
    const text = `name: '${attacks[1]}'\n${attacks[0]}: 1`;
    await page.getByLabel(policyStrings.change.label).fill(text);
    await page.locator('[aria-invalid="true"]').waitFor();
  });

  it('a script in a URL is shown as text', async () => {
    const { page, go } = visitor;
    await go(`/calls?agent_id=${encodeURIComponent(attacks[1] ?? '')}&status=${attacks[4]}`);
    await page.locator('h1').waitFor();
    await go(`/agents/${encodeURIComponent(attacks[1] ?? '')}`);
    await page.locator('h1').waitFor();
  });

  it('no script in a text ran', async () => {
    const { page } = visitor;
    expect(await page.evaluate(() => 'hit' in window)).toBe(false);
    // The portal's own image is the mark in its menu.
    const foreign = page.locator('iframe, img:not([src="/portal/icon.svg"]), svg[onload]');
    expect(await foreign.count()).toBe(0);
    expect(kit.complaints).toEqual([]);
  });
});
