import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PortalKit, startPortal } from '../support/portal/portal-kit.ts';

let kit: PortalKit;

beforeAll(async () => {
  kit = await startPortal();
});
afterAll(() => kit?.close());

describe('The page of the API document', () => {
  it('the page shows each operation and breaks no rule of the content security policy', async () => {
    const { page } = await kit.admin();
    const { url } = kit.proxy.service;
    const complaints: string[] = [];
    const foreign: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(`${url}/`))
        foreign.push(request.url());
    });
    await page.goto(`${url}/api/v1/docs`);
    const operation = page.locator('#operations-Agents-createAgent');
    await operation.getByRole('button').first().click();
    await operation.getByText('Request body').waitFor();
    const document = await page.evaluate(async () => (await fetch('/api/v1/openapi.json')).json());
    const operations = Object.values(document.paths as object).flatMap(Object.keys);
    expect(await page.locator('.opblock').count()).toBe(operations.length);
    expect(await page.getByRole('button', { name: 'Try it out' }).count()).toBe(0);
    await operation.getByText('curl -sS -X POST').waitFor();
    await page.getByPlaceholder('Filter by tag').fill('legal hold');
    await page.locator('#operations-Agents-createAgent').waitFor({ state: 'detached' });
    expect(await page.locator('#operations-Audit-placeLegalHold').count()).toBe(1);
    expect([complaints, foreign, kit.complaints]).toEqual([[], [], []]);
  });

  it('the page sends a browser without a sign-in to the portal', async () => {
    const { page } = await kit.visit();
    await page.goto(`${kit.proxy.service.url}/api/v1/docs`);
    await page.waitForURL(/\/portal/);
  });
});
