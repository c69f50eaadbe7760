import { describe, expect, it } from 'vitest';
import {
  compileKnownValues,
  findKnownValues,
  supportedKinds,
} from '../../../server/detect/index.ts';
import { detectorName, type Utterance } from '../../../server/domain/detection.ts';
import { itemAt } from '../../../server/domain/item-at.ts';
import type { SearchResult, SearchText } from '../../../server/pipeline/detection.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { foundBy } from '../../support/found-by.ts';
import { memoryProxy } from '../../support/memory-proxy.ts';
import { watchedSearch } from '../../support/watched-search.ts';

const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!decoded.ok) throw new Error('the default policy is not valid');
const policy = decoded.value;

/** More rounds than the cache keeps an unused text. */
const rounds = 20;

const turn = (text: string): SearchText => ({ text, speaker: 'user', place: 'turn' });

const firstOf = async (search: Promise<SearchResult>) => itemAt((await search).texts, 0);

const span = { start: 5, end: 17, score: 1, ...foundBy('regex.phone') };

describe('the detection cache forgets the texts of a call that is over (design D7, D30)', () => {
  it('a text that comes again soon is not searched again', async () => {
    const { asked, search } = watchedSearch();
    await search(policy, [turn('call 202-555-0143')]);
    search.evictUnused();
    await search(policy, [turn('call 202-555-0143')]);
    expect(asked).toHaveLength(1);
  });

  it('the cache drops a text that no request has any more', async () => {
    const { asked, search } = watchedSearch();
    await search(policy, [turn('call 202-555-0143')]);
    for (let round = 0; round < rounds; round += 1) search.evictUnused();
    await search(policy, [turn('call 202-555-0143')]);
    expect(asked).toHaveLength(2);
  });

  it('the cache keeps a text that requests still have, and drops others', async () => {
    const { asked, search } = watchedSearch();
    await search(policy, [turn('hello')]);
    await search(policy, [turn('call 202-555-0143')]);
    for (let round = 0; round < rounds; round += 1) {
      search.evictUnused();
      await search(policy, [turn('hello')]);
    }
    expect(asked).toEqual(['hello', 'call 202-555-0143']);
    await search(policy, [turn('call 202-555-0143')]);
    expect(asked).toHaveLength(3);
  });

  it('the cache takes over the findings of an earlier search', async () => {
    const { asked, search } = watchedSearch();
    const { key } = await firstOf(search(policy, [turn('call 202-555-0143')]));
    for (let round = 0; round < rounds; round += 1) search.evictUnused();
    const findings = [{ ...span, kind: 'PHONE', canonical: '2025550143' }];
    const found = [{ key, findings, inClear: [] }];
    const { texts } = await search(policy, [turn('call 202-555-0143')], { found });
    expect(texts).toMatchObject(found);
    await search(policy, [turn('call 202-555-0143')]);
    expect(asked).toHaveLength(1);
  });

  it('the cache takes over no findings of another text, nor of a search without the model', async () => {
    const { asked, search } = watchedSearch();
    for (const other of [
      await firstOf(search(policy, [turn('hello')])),
      await firstOf(search(policy, [turn('call 202-555-0143')], { skipModel: true })),
    ])
      await search(policy, [turn('call 202-555-0143')], {
        found: [{ key: other.key, findings: [], inClear: [] }],
      });
    expect(asked).toEqual(['hello', 'call 202-555-0143']);
  });

  it('the service evicts unused texts as time passes', async () => {
    const proxy = await memoryProxy();
    const sayWithoutModel = async () => {
      proxy.broken = { detector: true };
      const { statusCode } = await proxy.say('call 202-555-0143');
      return statusCode;
    };
    await proxy.say('call 202-555-0143');
    expect(await sayWithoutModel()).toBe(200);
    for (let round = 0; round < rounds; round += 1) proxy.pipeline.catchUp();
    expect(await sayWithoutModel()).toBe(500);
  });

  it('a partial that repeats the one before it keeps its findings (spec, Processing 10)', async () => {
    const proxy = await memoryProxy({ partialDedup: true });
    const say = (words: string) => proxy.say(words, { call: { id: 'c-1' } });
    await say('call 202-555-0143');
    const masked = proxy.forwarded.at(-1);
    for (let round = 0; round < rounds; round += 1) proxy.pipeline.catchUp();
    proxy.broken = { detector: true };
    expect((await say('call 202-555-0143')).statusCode).toBe(200);
    expect(proxy.forwarded.at(-1)).toBe(masked);
    expect((await say('call 202-555-0199')).statusCode).toBe(500);
  });
});

describe('the model is not asked about a reply that says nothing new (decision 0121)', () => {
  const reply: SearchText = {
    text: 'Thank you, I have Okonkwo noted.',
    speaker: 'assistant',
    place: 'turn',
  };
  const callThatKnows = (call: string, surface: string) => {
    const values = compileKnownValues([
      { kind: 'NAME', canonical: surface.toLowerCase(), surface },
    ]);
    return { call, valuesIn: (utterance: Utterance) => findKnownValues(utterance, values) };
  };
  const known = callThatKnows('call-1', 'Okonkwo');
  const isEverydayWord = (word: string) => word === 'noted';

  it('not in its call, also when the request comes again', async () => {
    const { asked, search } = watchedSearch(isEverydayWord);
    await search(policy, [reply], { known });
    const { key } = await firstOf(search(policy, [reply], { known }));
    const found = [{ key, findings: [], inClear: [] }];
    for (let round = 0; round < rounds; round += 1) search.evictUnused();
    await search(policy, [reply], { known, found });
    expect(asked).toEqual([]);
  });

  it('a call that does not know its values asks', async () => {
    const { asked, search } = watchedSearch(isEverydayWord);
    await search(policy, [reply], { known });
    await search(policy, [reply], { known: callThatKnows('call-2', 'Ada') });
    expect(asked).toEqual([reply.text]);
  });

  it('a call that does not know its values asks, also when another call repeated its request', async () => {
    const { asked, search } = watchedSearch(isEverydayWord);
    const { key } = await firstOf(search(policy, [reply], { known }));
    for (let round = 0; round < rounds; round += 1) search.evictUnused();
    await search(policy, [reply], { known, found: [{ key, findings: [], inClear: [] }] });
    await search(policy, [reply], { known: callThatKnows('call-2', 'Ada') });
    expect(asked).toEqual([reply.text]);
  });

  it.each([
    ['the caller', { ...reply, speaker: 'user' }],
    ['a tool', { ...reply, speaker: 'tool' }],
    ['a field', { ...reply, place: 'field' }],
  ] as const)('it is asked about the same words of %s', async (_, text) => {
    const { asked, search } = watchedSearch(isEverydayWord);
    await search(policy, [text], { known });
    expect(asked).toEqual([reply.text]);
  });
});

describe('patterns read a reply that says nothing new without the values of its call (decision 0180)', () => {
  const phone = '202-555-0143';
  const values = compileKnownValues([{ kind: 'PHONE', canonical: '2025550143', surface: phone }]);
  const known = {
    call: 'call-1',
    valuesIn: (utterance: Utterance) => findKnownValues(utterance, values),
  };
  const foundIn = async (text: string) => {
    const { search } = watchedSearch((word) => word === 'noted');
    const reply: SearchText = { text, speaker: 'assistant', place: 'turn' };
    const { texts } = await search(policy, [reply], { known });
    return texts.flatMap(({ findings }) =>
      findings.map((one) => [text.slice(one.start, one.end), one.kind, detectorName(one)]),
    );
  };

  it('such a value is found as a value of the call', async () => {
    expect(await foundIn(`Thank you, I have ${phone} noted.`)).toEqual([
      [phone, 'PHONE', 'consistency'],
    ]);
  });

  it('a reply with another number is searched whole', async () => {
    const other = '202-555-0144';
    expect(await foundIn(`Thank you, I have ${phone} and ${other} noted.`)).toEqual([
      [phone, 'PHONE', 'regex.phone'],
      [other, 'PHONE', 'regex.phone'],
    ]);
  });

  it('a reply whose number goes on in words is searched whole', async () => {
    const [found] = await foundIn(`I have ${phone} one noted.`);
    expect(found?.[2]).toBe('regex.phone');
  });
});

describe('what a call remembers of an old text is little (decision 0155)', () => {
  /** As a slot knows it, with the place that it is written back to. */
  const slot = (text: string): SearchText => Object.assign(turn(text), { put: () => text });

  it('the place in its request that a text is written back to is not remembered', async () => {
    const { search } = watchedSearch();
    const { memory } = await search(policy, [slot('call 202-555-0143')]);
    expect(JSON.stringify(memory?.texts.map((kept) => Object.keys(kept)))).not.toContain('put');
    expect(JSON.stringify(memory?.targets.map((kept) => Object.keys(kept)))).not.toContain('put');
  });

  it('of a text that comes again what was remembered stays', async () => {
    const { search } = watchedSearch();
    const first = await search(policy, [slot('call 202-555-0143')]);
    const earlier = first.memory;
    const next = await search(policy, [slot('call 202-555-0143'), slot('go on')], { earlier });
    expect(next.memory?.texts[0]).toBe(first.memory?.texts[0]);
    expect(next.memory?.texts).toHaveLength(2);
  });

  it('the name of a text and the turns before it is as short as that of a text alone', async () => {
    const { search } = watchedSearch();
    const texts = Array.from({ length: 12 }, (_, no) => turn(`turn ${no}`));
    const { memory } = await search(policy, texts);
    expect(new Set(memory?.targets.map(({ key }) => key.length)).size).toBe(1);
    expect(new Set(memory?.targets.map(({ key }) => key)).size).toBe(12);
  });
});
