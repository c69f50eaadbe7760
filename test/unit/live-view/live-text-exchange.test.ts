import { describe, expect, it } from 'vitest';
import type { LiveCall } from '../../../server/calls/live-call.ts';
import type { JournalRecord } from '../../../server/domain/event.ts';
import { createLiveFeed } from '../../../server/live-view/live-feed.ts';
import { exchangeLiveText } from '../../../server/live-view/live-text-exchange.ts';
import { createTranscripts } from '../../../server/live-view/transcripts.ts';
import type { LiveTextRelay } from '../../../server/ports/live-text-relay.ts';
import type { MaskedPart } from '../../../server/tokenize/masked-request.ts';
import { finished } from '../../support/finished.ts';
import { memoryLiveTextRelay } from '../../support/memory/live-text-relay.ts';

const head = { sessionId: 'sess_1', agentId: 'agt_1', agentName: 'Clinic' } as const;
const call = head as unknown as LiveCall;

const recordOf = (kind: JournalRecord['kind'], turn: number) =>
  ({
    kind,
    ts: '2026-11-21T10:00:00.000Z',
    turn,
    verdict: 'clean',
    passes: [],
  }) as unknown as JournalRecord;

function part(text: string, role: MaskedPart['role'] = 'user'): MaskedPart {
  return {
    part: 'messages[0].content',
    role,
    text,
    digest: text,
    masked: `masked ${text}`,
    spans: [],
    replacements: [],
  };
}

/** What one replica knows of live calls. */
function replicaOn(words: LiveTextRelay) {
  const transcripts = createTranscripts();
  const failures: unknown[] = [];
  const told: string[] = [];
  const heardBy: LiveTextRelay = {
    ...words,
    publish: (text) => {
      told.push(text);
      return words.publish(text);
    },
  };
  const sharing = exchangeLiveText({
    relay: heardBy,
    transcripts,
    onFailure: (error) => failures.push(error),
  });
  const feed = createLiveFeed({ transcripts, epoch: 'e', onWatched: sharing.watched });
  return {
    transcripts,
    failures,
    told,
    close: sharing.close,
    watch: () => feed.watch({}, () => undefined),
    /** The records of a turn, as each replica reads them. */
    learn: (turn: number) => {
      for (const kind of ['request_masked', 'egress_scanned'] as const)
        transcripts.fold(recordOf(kind, turn), call);
    },
    say: (turn: number, ...parts: readonly MaskedPart[]) =>
      finished(transcripts.request(call, turn, parts)),
    reply: (turn: number, text: string) => {
      const watch = transcripts.reply(call, turn).watch(0, 'content');
      watch.received(text);
      watch.forwarded(text, { kind: 'NAME', restored: true });
    },
    shown: () =>
      [...transcripts.calls()].flatMap(({ turns }) =>
        turns.map(({ facts, parts, replies }) => [
          facts.turn,
          parts.map(({ text }) => text),
          replies.texts.map(({ masked, restored, values }) => [masked, restored, values.length]),
        ]),
      ),
  };
}

function twoReplicas() {
  const replica = memoryLiveTextRelay();
  return [replicaOn(replica()), replicaOn(replica())] as const;
}

describe('text of a turn that another replica serves', () => {
  it('arrives although text of another program version is unreadable', async () => {
    const replica = memoryLiveTextRelay();
    const other = replica();
    const [there, here] = [replicaOn(replica()), replicaOn(replica())];
    for (const one of [there, here]) one.learn(0);
    here.watch();
    await other.publish(JSON.stringify([null]));
    await expect.poll(() => here.failures.length).toBe(1);
    there.say(0, part('good morning'));
    await expect.poll(here.shown).toEqual([[0, ['good morning'], []]]);
    expect(here.failures).toHaveLength(1);
  });

  it('is shown to a new viewer, and then as it grows', async () => {
    const [there, here] = twoReplicas();
    for (const one of [there, here]) one.learn(0);
    there.say(0, part('good morning'));
    const watch = there.transcripts.reply(call, 0).watch(0, 'content');
    watch.received('Hel');
    here.watch();
    await expect.poll(here.shown).toEqual([[0, ['good morning'], [['Hel', '', 0]]]]);
    watch.received('lo Ann');
    watch.forwarded('Hello ');
    watch.forwarded('Ann', { kind: 'NAME', restored: true });
    await expect.poll(here.shown).toEqual([[0, ['good morning'], [['Hello Ann', 'Hello Ann', 1]]]]);
    expect(there.told).toHaveLength(2);
    // A replica sends a text once.
    expect(there.told[1]).not.toContain('good morning');
    expect(there.failures).toEqual([]);
  });

  it('waits for the record of its turn and for its leak scan', async () => {
    const [there, here] = twoReplicas();
    here.watch();
    there.learn(0);
    there.say(0, part('first'));
    there.reply(0, 'yes');
    await expect.poll(() => there.told.length).toBe(1);
    there.reply(0, 'yes, and more');
    await expect.poll(() => there.told.length).toBe(2);
    expect(here.shown()).toEqual([]);
    here.transcripts.fold(recordOf('request_masked', 0), call);
    expect(here.transcripts.receive({ sessionId: 'sess_1', turn: 0, replies: [] })).toBe(false);
    here.transcripts.fold(recordOf('egress_scanned', 0), call);
    await expect
      .poll(here.shown)
      .toEqual([[0, ['first'], [['yes, and more', 'yes, and more', 1]]]]);
  });

  it('comes without the history that was new only to its replica', async () => {
    const [there, here] = twoReplicas();
    for (const one of [there, here]) for (const turn of [0, 1, 2]) one.learn(turn);
    const history = [part('first'), part('hello', 'assistant')];
    there.say(0, part('first'));
    there.reply(0, 'hello');
    // No one watches yet: each replica takes the history for new.
    here.say(1, ...history, part('first'), part('second'));
    there.say(2, ...history, part('first'), part('second'), part('third'));
    const own = ['first', 'hello', 'first', 'second'];
    expect(here.shown()[1]?.[1]).toEqual(own);
    const all = [['first'], ['first', 'second'], ['third']];
    here.watch();
    await expect.poll(() => here.shown().map(([, parts]) => parts)).toEqual(all);
    there.watch();
    await expect.poll(() => there.shown().map(([, parts]) => parts)).toEqual(all);
    // What is kept as payload does not depend on who watched.
    expect(finished(here.transcripts.fresh(call, history)).map(({ text }) => text)).toEqual([]);
  });

  it('is sent only while another replica has a viewer', async () => {
    const [there, here] = twoReplicas();
    for (const one of [there, here]) one.learn(0);
    there.watch();
    there.say(0, part('first'));
    const watch = here.watch();
    await expect.poll(() => there.told.length).toBe(1);
    watch?.close();
    there.reply(0, 'yes');
    here.learn(1);
    here.say(1, part('second'));
    // There somebody still watches.
    await expect.poll(() => here.told.length).toBe(1);
    expect(there.told).toHaveLength(1);
    here.watch();
    await expect.poll(() => there.told.length).toBe(2);
    await expect.poll(() => here.shown()[0]).toEqual([0, ['first'], [['yes', 'yes', 1]]]);
  });

  it('is sent again as a whole after a failure', async () => {
    const replica = memoryLiveTextRelay();
    const words = replica();
    let broken = true;
    const there = replicaOn({
      ...words,
      publish: (text) => (broken ? Promise.reject(new Error('away')) : words.publish(text)),
    });
    const here = replicaOn(replica());
    for (const one of [there, here]) one.learn(0);
    here.watch();
    there.say(0, part('first'));
    await expect.poll(() => there.failures.length).toBe(1);
    broken = false;
    await expect.poll(here.shown).toEqual([[0, ['first'], []]]);
    await Promise.all([there.close(), here.close()]);
  });

  it('is dropped when the call ends, late text included', async () => {
    const [there, here] = twoReplicas();
    for (const one of [there, here]) one.learn(0);
    here.watch();
    there.say(0, part('first'));
    await expect.poll(here.shown).toEqual([[0, ['first'], []]]);
    here.transcripts.fold({ ...recordOf('call_ended', 0), reason: 'idle' } as JournalRecord, call);
    there.reply(0, 'late');
    await expect.poll(() => there.told.length).toBe(2);
    expect(here.shown()).toEqual([]);
  });
});

describe('a piece of a reply', () => {
  it('a piece that leaves a hole changes nothing; a piece that overlaps adds the rest', () => {
    const { transcripts, learn, shown } = replicaOn(memoryLiveTextRelay()());
    learn(0);
    const say = (from: number, text: string) =>
      transcripts.receive({
        sessionId: 'sess_1',
        turn: 0,
        replies: [
          {
            choice: 0,
            channel: 'content',
            masked: text,
            restored: text,
            values: [],
            from: { masked: from, restored: from, values: 0 },
          },
        ],
      });
    say(2, 'cd');
    expect(shown()[0]?.[2]).toEqual([]);
    say(0, 'ab');
    say(1, 'bcd');
    say(0, 'abc');
    expect(shown()[0]?.[2]).toEqual([['abcd', 'abcd', 0]]);
  });
});
