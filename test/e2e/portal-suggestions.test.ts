import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reviewStrings } from '../../renderer/review/strings.ts';
import { samplingStrings } from '../../renderer/sampling/strings.ts';
import { commonStrings } from '../../renderer/ui/strings.ts';
import type { CallSampleList } from '../../server/contract/reports/call-samples.ts';
import { eventually } from '../support/eventually.ts';
import { callsOfLastWeek } from '../support/last-week.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { runSvc } from '../support/run-svc.ts';

let kit: PortalKit;
let owner: Visitor;

beforeAll(async () => {
  const texts = [
    'please get me faith at the office',
    'it is for chance',
    'my number is 202-555-0187',
  ];
  kit = await startPortal(await callsOfLastWeek(texts));
  owner = await kit.admin();
});
afterAll(() => kit?.close());

const made = async () =>
  (await kit.proxy.service.records()).find(({ kind }) => kind === 'suggestions_made');

const rows = () =>
  owner.page.getByRole('row').filter({ hasText: reviewStrings.service }).filter({
    hasText: reviewStrings.undecided,
  });

const evaluated = () =>
  runSvc(['eval', 'from-marks', '--json'], { env: { SVC_DATA_DIR: kit.proxy.service.dataDir } });

describe('Suggestions of the service (decision 0190)', () => {
  it('are made once the week is drawn, from what the model was unsure of', async () => {
    const event = await eventually(async () => {
      const found = await made();
      if (found === undefined) throw new Error('nothing was suggested yet');
      return found;
    });
    expect(event).toMatchObject({ calls: 3, suggested_by_kind: { NAME: 2 } });
    expect(JSON.stringify(event)).not.toMatch(/faith|chance/);
    expect(JSON.parse((await evaluated()).out)).toEqual({ kinds: {} });
  });

  it('wait for those who still have to read the call', async () => {
    const { page } = owner;
    await owner.go('/review');
    await page.getByText(samplingStrings.left(3)).waitFor();
    await page.getByText(reviewStrings.empty.text).waitFor();
    const { api } = kit.proxy.service;
    const { data } = (await (await api('/api/v1/samples')).json()) as CallSampleList;
    for (const { session_id } of data[0]?.calls ?? [])
      await api(`/api/v1/sessions/${session_id}/check`, { method: 'POST' });
    await owner.go('/review');
    await rows().first().waitFor();
    expect(await rows().count()).toBe(2);
  });

  it('say why, show their words at once, and are decided as marks are', async () => {
    const { page } = owner;
    const nearest = rows().filter({ hasText: reviewStrings.unsure('0.56', '0.70') });
    await nearest.getByRole('button').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('mark').getByText('faith', { exact: true }).waitFor();
    await dialog.getByText(reviewStrings.suggestionText('0.56', '0.70')).waitFor();
    await dialog.getByText(reviewStrings.suggestionHints.dismissed).waitFor();
    await dialog.getByRole('button', { name: reviewStrings.decide.policy_word }).click();
    await dialog.getByText('- "faith"').waitFor();
    await page.getByRole('button', { name: commonStrings.close, exact: true }).click();
    await nearest.waitFor({ state: 'detached' });
    expect(JSON.parse((await evaluated()).out)).toEqual({
      kinds: { NAME: { missed: 1, found: 0, false_hits: 0, still_hit: 0 } },
    });
    const records = await kit.proxy.service.records();
    expect(records.filter(({ kind }) => kind === 'regulated_view_opened')).toEqual([]);
    expect(records.at(-1)).toMatchObject({ kind: 'policy_proposed' });
    expect(kit.complaints).toEqual([]);
  });
});
