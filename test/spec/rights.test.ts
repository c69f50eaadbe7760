import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  mayUse,
  type Operation,
  operationRights,
  rolesWith,
} from '../../server/contract/rights.ts';
import type { Role } from '../../server/domain/settings/role.ts';
import type { OpenApi } from '../../server/http/openapi/document.ts';
import { operationsOf } from '../support/openapi/document-parts.ts';
import { type Browser, type Fixture, startFixture } from '../unit/http/support.ts';

const roles = ['viewer', 'compliance', 'it', 'admin'] as const satisfies readonly Role[];
/** They end what the test needs: the session, and the user's role. */
const notAsked: ReadonlySet<string> = new Set(['signOut', 'updateUser']);

let fixture: Fixture;
let document: OpenApi;
const browsers = new Map<Role, Browser>();

beforeAll(async () => {
  fixture = await startFixture();
  const owner = await fixture.signIn('owner');
  browsers.set('admin', owner);
  for (const role of ['viewer', 'compliance', 'it'] as const) {
    const browser = await fixture.signIn(`${role}@example.com`);
    const { id } = (await browser.get('/api/v1/me')).json().user;
    await owner.send('PATCH', `/api/v1/admin/users/${id}`, { payload: { role } });
    browsers.set(role, browser);
  }
  document = (await owner.get('/api/v1/openapi.json')).json();
});
afterAll(() => fixture.app.close());

/** The operations that people may not use: asked without a body and with ids that nobody has. */
async function refusedOf(role: Role): Promise<readonly string[]> {
  const browser = browsers.get(role);
  if (browser === undefined) throw new Error('nobody has this role');
  const refused: string[] = [];
  for (const { method, path, doc } of operationsOf(document)) {
    const name = String(doc['operationId']);
    if (!Object.hasOwn(operationRights, name) || notAsked.has(name) || name === 'watchLive')
      continue;
    const url = path.replace(/\{\w+\}/g, 'unknown');
    const { statusCode } = await browser.send(method as 'GET', url);
    if (statusCode === 403) refused.push(name);
  }
  return refused.toSorted();
}

describe('The table of rights', () => {
  it('names every operation that needs a sign-in, and no other', () => {
    const behind = operationsOf(document)
      .filter(({ doc }) => JSON.stringify(doc['security'] ?? [{ session: [] }]).includes('session'))
      .map(({ doc }) => String(doc['operationId']));
    expect(Object.keys(operationRights).toSorted()).toEqual(behind.toSorted());
  });

  it.each(roles)(
    'the service refuses the role %s exactly what the table does not allow',
    async (role) => {
      const denied = (Object.keys(operationRights) as Operation[]).filter(
        (name) => !mayUse(role, name) && !notAsked.has(name),
      );
      expect(await refusedOf(role)).toEqual(denied.toSorted());
    },
  );

  it('the OpenAPI document says of each operation which roles may use it', () => {
    for (const { doc } of operationsOf(document)) {
      const right = operationRights[doc['operationId'] as Operation];
      if (right === undefined) continue;
      const who =
        right === 'signed_in'
          ? 'everybody who is signed in'
          : `people with the role ${rolesWith(right)
              .map((role) => `\`${role}\``)
              .join(' or ')}`;
      expect(doc['description']).toContain(`Who may use it: ${who}.`);
    }
  });
});
