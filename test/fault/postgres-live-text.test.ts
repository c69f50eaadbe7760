import { describe, expect, it } from 'vitest';
import type {
  LiveTextRelayTimes,
  PostgresLiveTextRelay,
} from '../../server/adapters/postgres/calls/live-text-relay.ts';
import { liveTextOnPostgres } from '../support/postgres-live-text.ts';

const times: LiveTextRelayTimes = { renewMs: 100, lapseMs: 2_000, keptMs: 1_000 };
const onPostgres = liveTextOnPostgres();

async function twoReplicas() {
  const { place, open } = await onPostgres();
  const [there, here] = [await open(times), await open(times)];
  const wanted: string[] = [];
  there.onDemand((what) => wanted.push(what));
  return { place, there, here, wanted };
}

function follow(replica: PostgresLiveTextRelay) {
  const heard: string[] = [];
  const leave = replica.subscribe({ receive: (text) => heard.push(text), failed: () => undefined });
  return { heard, leave };
}

const rows = async () => (await onPostgres()).place.sql('SELECT * FROM live_words');

describe('live texts in the database', () => {
  it('are sealed to their rows, and deleted a moment after they are read', async () => {
    const { place, there, here } = await twoReplicas();
    const { heard } = follow(here);
    const said = 'it is 212 555 0123';
    await there.publish(said);
    await there.publish('and more');
    const lying = await rows();
    expect(lying).toHaveLength(2);
    for (const form of [said, Buffer.from(said).toString('hex')]) {
      expect(JSON.stringify(lying)).not.toContain(form);
    }
    await expect.poll(() => heard).toEqual([said, 'and more']);
    await expect.poll(rows).toEqual([]);
    const [kept] = await place.sql(
      "SELECT relpersistence FROM pg_class WHERE relname = 'live_words'",
    );
    expect(kept).toEqual({ relpersistence: 'u' });
    await Promise.all([there.close(), here.close()]);
  });

  it('of a killed replica are deleted by another one', async () => {
    const { place, there, here } = await twoReplicas();
    await place.sql("INSERT INTO live_words VALUES ('killed', 1, 0, '\\x00')");
    await there.publish('anything');
    await expect.poll(rows).toEqual([]);
    await Promise.all([there.close(), here.close()]);
  });

  it('are erased when their replica closes', async () => {
    const { there, here } = await twoReplicas();
    await there.publish('anything');
    await there.close();
    expect(await rows()).toEqual([]);
    await here.close();
  });
});

describe('missed live texts', () => {
  it('make the subscriber ask for everything again', async () => {
    const { place, there, here, wanted } = await twoReplicas();
    const { heard } = follow(here);
    await expect.poll(() => wanted).toEqual(['everything']);
    await there.publish('first');
    await expect.poll(() => heard).toEqual(['first']);
    // The follower does not hear of it, and by the next it is gone.
    const channel = "(SELECT 'svc_words_' || current_schema()::regnamespace::oid)";
    const [row] = await place.sql('SELECT replica FROM live_words');
    await place.sql('DELETE FROM live_words');
    await place.sql(`SELECT pg_notify(${channel}, 'words ${String(row?.['replica'])} 2')`);
    await expect.poll(() => wanted).toEqual(['everything', 'everything']);
    await Promise.all([there.close(), here.close()]);
  });

  it('after a lost connection make the subscriber ask for everything again, and later texts arrive', async () => {
    const { place, there, here, wanted } = await twoReplicas();
    const { heard } = follow(here);
    await expect.poll(() => wanted).toEqual(['everything']);
    await place.disconnect();
    await expect.poll(() => wanted.slice(1)).toContain('everything');
    const tell = async () => {
      await there.publish('after').catch(() => undefined);
      return heard;
    };
    await expect.poll(tell).toContain('after');
    await Promise.all([there.close(), here.close()]);
  });
});

describe('a watching replica', () => {
  it('that disappears silently is dropped after the lapse time', async () => {
    const { place, there, here, wanted } = await twoReplicas();
    const channel = "(SELECT 'svc_words_' || current_schema()::regnamespace::oid)";
    await place.sql(`SELECT pg_notify(${channel}, 'follow killed anew')`);
    await expect.poll(() => wanted).toEqual(['everything']);
    await expect.poll(() => wanted).toEqual(['everything', 'nothing']);
    await Promise.all([there.close(), here.close()]);
  });
});
