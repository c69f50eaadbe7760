import { beforeEach, describe, expect, it } from 'vitest';
import type { TurnView } from '../../../server/contract/live.ts';
import type { ShownDetection } from '../../../server/domain/detection.ts';
import type { AgentId, MarkId, SessionId } from '../../../server/domain/ids.ts';
import type { ActivePolicy, EntityRule } from '../../../server/domain/policy.ts';
import { createSuggest } from '../../../server/sessions/suggestions.ts';
import { memoryMarks } from '../../support/memory/marks.ts';
import { policyOf } from '../detect/policies.ts';

const agentId = 'agt_01M7YRRT80KFHMF3DXAFZ08RHY' as AgentId;
const sessionId = 'sess_01M7YRT2V0Q8J5C4W9N6B3XKDE' as SessionId;
const base = policyOf(['NAME', 'LOCATION']);

type Text = TurnView['parts'][number];

let texts: readonly Text[];
let broken: readonly SessionId[];
let scores: Readonly<Record<string, Partial<ShownDetection>>>;
let rule: Partial<EntityRule>;
let marks: ReturnType<typeof memoryMarks>;
let tried: { readonly text: string; readonly threshold: number }[];

beforeEach(() => {
  [texts, scores, rule, tried, broken] = [[said('call blueheron back')], {}, {}, [], []];
  marks = memoryMarks();
});

const said = (text: string, spans: readonly object[] = []): Text =>
  ({ part: 'messages[0].content', role: 'user', public: text, spans }) as never;

/** Suggests words of one call, over a model that gives them the scores of the test. */
function suggested(calls: readonly SessionId[] = [sessionId]) {
  const name = { ...base.entities.get('NAME'), confidenceThreshold: 0.7, ...rule } as EntityRule;
  const policy = { ...base, entities: new Map([['NAME', name]]) };
  const active = { policy, yaml: '', sha256: 'one' } as ActivePolicy;
  let ids = 0;
  return createSuggest({
    agents: { get: async () => ({ id: agentId }) as never },
    policies: { of: () => active, view: () => ({ problem: null }) as never },
    marks,
    ids: { next: () => `mark_${ids++}` } as never,
    clock: { now: () => 0, monotonicUs: () => 0 },
    turnsOf: async (id) => {
      if (broken.includes(id)) throw new Error('the texts cannot be read');
      return [{ turn: 3, parts: texts, replies: [] }] as never;
    },
    tryText: async ({ policy: { entities } }, text) => {
      const threshold = entities.get('NAME')?.confidenceThreshold ?? 0;
      tried.push({ text, threshold });
      const detections = Object.entries(scores).flatMap(([word, found]): ShownDetection[] => {
        const start = text.indexOf(word);
        const one = { kind: 'NAME', start, end: start + word.length, score: 0, detector: 'ner' };
        const all = { ...one, ...found };
        return start < 0 || all.score < threshold ? [] : [all];
      });
      return { detections };
    },
  })(calls.map((id) => ({ sessionId: id, agentId })));
}

const words = async (calls?: readonly SessionId[]) =>
  (await suggested(calls)).marks.map(({ text, span }) => text.slice(...span));

describe('What the service suggests', () => {
  it('is a word that the model scores up to 0.25 below the threshold, with both numbers', async () => {
    scores = { blueheron: { score: 0.58 } };
    const { marks: found, calls, texts: read } = await suggested();
    expect([calls, read]).toEqual([1, 1]);
    expect(found).toEqual([
      {
        id: 'mark_0',
        sessionId,
        agentId,
        at: '1970-01-01T00:00:00.000Z',
        mistake: 'missed',
        kind: 'NAME',
        turn: 3,
        speaker: 'user',
        suggestion: { score: 0.58, threshold: 0.7 },
        text: 'call blueheron back',
        span: [5, 14],
      },
    ]);
    expect(tried[0]?.threshold).toBeCloseTo(0.45);
  });

  it('leaves out a call that cannot be read, counts it, and reads the others', async () => {
    scores = { blueheron: { score: 0.58 } };
    broken = ['sess_01M7YRT2V0Q8J5C4W9N6B3XKDF'];
    const { calls, unreadable, marks: found } = await suggested([...broken, sessionId]);
    expect([calls, unreadable, found.length]).toEqual([1, 1, 1]);
  });

  it.each([
    ['was found, and passes', { score: 0.71 }],
    ['is scored too low', { score: 0.44 }],
    ['is of a pattern', { score: 0.5, detector: 'regex.phone' }],
    ['is of a kind without a rule', { score: 0.5, kind: 'LOCATION' }],
  ])('is no word that %s', async (_, found) => {
    scores = { blueheron: found };
    expect(await words()).toEqual([]);
  });

  it('is no word of a kind that the policy lets pass', async () => {
    scores = { blueheron: { score: 0.58 } };
    rule = { action: 'passthrough' };
    expect(await words()).toEqual([]);
  });

  it('is no placeholder', async () => {
    texts = [said('call [NAME_1] back', [{ public: [5, 13] }])];
    scores = { NAME_1: { score: 0.58 }, back: { score: 0.5 } };
    expect(await words()).toEqual(['back']);
  });

  it('is each value once, that nearest to the threshold first, and no more than 25', async () => {
    texts = [said('Call Heron'), said('heron and bittern'), said('Call Heron')];
    scores = { Heron: { score: 0.5 }, heron: { score: 0.6 }, bittern: { score: 0.65 } };
    expect(await words()).toEqual(['bittern', 'heron']);
    expect(tried.map(({ text }) => text)).toEqual(['Call Heron', 'heron and bittern']);
    const many = Array.from({ length: 40 }, (_, at) => `w${at}x`);
    texts = [said(many.join(' '))];
    scores = Object.fromEntries(many.map((word) => [word, { score: 0.6 }]));
    expect(await words()).toHaveLength(25);
  });

  it('is nothing that somebody has marked or dismissed', async () => {
    scores = { blueheron: { score: 0.58 } };
    const [mark] = (await suggested()).marks;
    if (mark === undefined) throw new Error('nothing was suggested');
    await marks.add(mark);
    await marks.decide(mark.id as MarkId, {
      outcome: 'dismissed',
      actor: 'usr_1',
      at: '1970-01-01T00:00:00.000Z',
    });
    texts = [said('the Blueheron')];
    scores = { Blueheron: { score: 0.65 } };
    expect(await words()).toEqual([]);
  });

  it('comes with its sentence only', async () => {
    const long = 'word '.repeat(100);
    texts = [said(`It hurts. Call blueheron, please? ${long}`), said(`${long}osprey ${long}`)];
    scores = { blueheron: { score: 0.58 }, osprey: { score: 0.5 } };
    const [first, second] = (await suggested()).marks;
    expect([first?.text, first?.span]).toEqual(['Call blueheron, please', [5, 14]]);
    expect(second?.text.length).toBeLessThanOrEqual(406);
    expect(second?.text.slice(...(second?.span ?? []))).toBe('osprey');
  });

  it('comes from 200 calls and 1,000 texts at most', async () => {
    texts = Array.from({ length: 6 }, (_, at) => said(`text ${at}`));
    const ids = Array.from({ length: 201 }, (_, at) => `sess_${at}` as SessionId);
    expect(await suggested(ids)).toMatchObject({ calls: 200, texts: 6 });
    texts = Array.from({ length: 1_200 }, (_, at) => said(`text ${at}`));
    expect(await suggested(ids)).toMatchObject({ calls: 1, texts: 1_000 });
  });
});
