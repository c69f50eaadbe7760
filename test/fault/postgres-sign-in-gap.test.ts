import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dump, putBack } from '../support/postgres-tamper.ts';
import { signIn } from '../support/sign-in.ts';
import { startTwoReplicas, type TwoReplicas } from '../support/two-replicas.ts';

let two: TwoReplicas;
beforeAll(async () => {
  two = await startTwoReplicas();
});
afterAll(() => two?.close());

describe('replicas whose database was put back to an earlier state (decision 0054)', () => {
  it('let an admin sign in and acknowledge the loss, and journal the sign-in afterwards', async () => {
    await dump(two.place);
    await two.at(0).createAgent({ name: 'lost', upstream: 'stub' });
    await putBack(two.place);
    const refused = await two.ask(0, 'c-1', { messages: [{ role: 'user', content: 'hello' }] });
    expect(refused.status).toBe(503);

    const headers = { cookie: await signIn(two.at(0).url) };
    const status = async (replica: number, path: string, method = 'GET') =>
      (await fetch(`${two.at(replica).url}/api/v1${path}`, { method, headers })).status;
    // Each replica knows the session, though none has kept it.
    for (const replica of [0, 1]) expect(await status(replica, '/audit')).toBe(200);
    expect(await status(0, '/agents')).toBe(503);
    expect(await status(0, '/admin/audit/acknowledge-gap', 'POST')).toBe(204);

    const kinds = (await two.at(0).records()).map(({ kind }) => kind);
    expect(kinds.slice(kinds.indexOf('journal_gap'))).toContain('login');
    const served = await two.ask(0, 'c-2', { messages: [{ role: 'user', content: 'hello' }] });
    expect(served.status).toBe(200);
  });
});
