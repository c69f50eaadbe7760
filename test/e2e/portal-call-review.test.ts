import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { callStrings } from '../../renderer/calls/strings.ts';
import { type PortalKit, startPortal, type Visitor } from '../support/portal/portal-kit.ts';
import { user } from '../support/proxy-kit.ts';

const { wordSearch, list } = callStrings;

let kit: PortalKit;
let owner: Visitor;

beforeAll(async () => {
  kit = await startPortal();
  const desk = await kit.proxy.agent({ name: 'Front desk' });
  const nurse = await kit.proxy.agent({ name: 'Nurse line' });
  await kit.proxy.askOnce(desk, [user('I want to refill my insulin, call 202-555-0143')]);
  await kit.proxy.askOnce(desk, [user('an appointment, please')]);
  await kit.proxy.askOnce(nurse, [user('Insulín, a refill')]);
  owner = await kit.admin();
});
afterAll(() => kit?.close());

const field = () => owner.page.getByRole('searchbox', { name: wordSearch.label });
const rows = () => owner.page.locator('.call-table tbody tr');
const total = (count: number) => owner.page.getByText(list.total(count), { exact: true });

describe('Calls are found by words that were said (decision 0174)', () => {
  it('as they are typed and sent, with a word on what is searched', async () => {
    await owner.go('/calls');
    await total(3).waitFor();
    await field().fill('REFILL insulin');
    await field().press('Enter');
    await total(2).waitFor();
    expect(await rows().count()).toBe(2);
    await owner.page.getByText(wordSearch.note).waitFor();
    expect(owner.page.url()).not.toMatch(/insulin/i);
  });

  it('together with the filters', async () => {
    await owner.page.getByLabel(list.agent).selectOption({ label: 'Nurse line' });
    await total(1).waitFor();
    expect(await rows().count()).toBe(1);
    await owner.page.getByLabel(list.agent).selectOption('');
    await total(2).waitFor();
  });

  it('and all calls are back once the field is empty', async () => {
    await field().fill('');
    await total(3).waitFor();
    await field().fill('dragon');
    await field().press('Enter');
    await owner.page.getByText(list.empty.title).waitFor();
    expect(kit.complaints).toEqual([]);
  });

  it('each search asks once', async () => {
    const searches = (await kit.proxy.service.records()).filter(
      ({ kind }) => kind === 'values_searched',
    );
    expect(searches.map(({ calls_found }) => calls_found)).toEqual([2, 1, 2, 0]);
  });
});
