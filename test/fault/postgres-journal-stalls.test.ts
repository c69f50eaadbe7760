import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { openPipelinedConnection } from '../../server/adapters/postgres/engine/pipelined-connection.ts';
import { journalSql } from '../../server/adapters/postgres/journal/statements.ts';
import { cutProxy } from '../support/cut-proxy.ts';
import { redaction } from '../support/event-samples.ts';
import { journalServer } from '../support/postgres-journal.ts';

const unavailable = { code: 'AuditUnavailable' };

/** They wait for time limits: each on a server of its own, all at once. */
describe.concurrent('every wait has a limit (design D47)', () => {
  it('the server disconnects a replica that stalls while it holds the head, and the others go on', async () => {
    const server = await journalServer();
    const { journal, close } = await server.open();
    const stalled = await openPipelinedConnection(server.place.url);
    await Promise.all([stalled.command('BEGIN'), stalled.ask(journalSql.lockHead, [])]);
    expect(await journal.append([redaction(1)])).toHaveLength(1);
    await expect.poll(() => stalled.lost()).toBe(true);
    await close();
    await server.remove();
  });

  it('appends are refused while another connection holds the head, and succeed after it', async () => {
    const server = await journalServer();
    const { journal, close } = await server.open();
    await journal.append([redaction(1)]);
    const other = new Client({ connectionString: server.place.url.reveal() });
    await other.connect();
    await other.query('BEGIN; SELECT FROM journal_head FOR UPDATE');
    await expect(journal.append([redaction(2)])).rejects.toMatchObject(unavailable);
    await other.query('ROLLBACK');
    await other.end();
    expect(await journal.append([redaction(3)])).toMatchObject([{ seq: 1 }]);
    await close();
    await server.remove();
  });

  it.each([
    ['COMMIT', 'svc_COMMIT', false],
    ['the lock', journalSql.lockHead.name, true],
  ])(
    'a connection that goes silent at %s is replaced, and its append is answered correctly',
    async (...of) => {
      const [, statement, kept] = of;
      const server = await journalServer();
      const proxy = await cutProxy(server.place.url, async () => undefined);
      const { journal, close } = await server.open('a', proxy.url);
      await journal.append([redaction(1)]);
      proxy.arm(statement, 'silent');
      const append = journal.append([redaction(2)]);
      if (kept) expect(await append).toMatchObject([{ seq: 1 }]);
      else await expect(append).rejects.toMatchObject(unavailable);
      const [next] = await journal.append([redaction(3)]);
      expect(next?.seq).toBe(kept ? 2 : 1);
      expect(await journal.verify()).toMatchObject({ ok: true });
      await close();
      await proxy.close();
      await server.remove();
    },
  );
});
