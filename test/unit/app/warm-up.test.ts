import { expect, it } from 'vitest';
import { warmUp } from '../../../server/app/warm-up.ts';
import { supportedKinds } from '../../../server/detect/index.ts';
import { createSearch } from '../../../server/pipeline/detection.ts';
import { createPlayground, type Playground } from '../../../server/pipeline/policy-playground.ts';
import { decodePolicy, defaultPolicyYaml } from '../../../server/policy/index.ts';
import { memoryRoster } from '../../support/memory/roster.ts';
import { memoryProxy } from '../../support/memory-proxy.ts';

const decoded = decodePolicy(defaultPolicyYaml, { kids: { has: () => true }, supportedKinds });
if (!decoded.ok) throw new Error('the default policy is not valid');
const active = decoded.value;

it('the texts searched at the start hold a value of each kind that patterns find', async () => {
  const kinds = new Set<string>();
  const tryText = createPlayground(createSearch());
  const watched: Playground = async (...args) => {
    const result = await tryText(...args);
    for (const { kind } of result.detections) kinds.add(kind);
    return result;
  };
  await warmUp(watched, active, new AbortController().signal);
  for (const kind of ['PHONE', 'SSN', 'EMAIL', 'IP_ADDRESS', 'ACCOUNT', 'MRN', 'DOB', 'ADDRESS'])
    expect(kinds).toContain(kind);
});

it('no text is searched after the service began to close', async () => {
  const closing = new AbortController();
  let searches = 0;
  const tryText: Playground = async () => {
    searches += 1;
    if (searches === 2) closing.abort();
    return { detections: [], inClear: [], maskedText: '', passes: [], vetoes: {} };
  };
  await warmUp(tryText, active, closing.signal);
  expect(searches).toBe(2);
});

it('the people whom the clinic knows are read before the first turn', async () => {
  let readings = 0;
  const roster = memoryRoster();
  const watched = {
    ...roster,
    people: () => {
      readings += 1;
      return roster.people();
    },
  };
  const { pipeline, say } = await memoryProxy({ roster: watched });
  await pipeline.warmUp(new AbortController().signal);
  expect(readings).toBe(1);
  await say('hello');
  expect(readings).toBe(1);
});
