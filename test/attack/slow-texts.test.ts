import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cpuMsOf } from '../support/cpu-time.ts';
import { type Service, startService } from '../support/service.ts';
import { postBytes } from '../support/signed-bytes.ts';

const size = 64 * 1024;
/** Of what harmless text of the same size takes; what is found many times over is masked as often. */
const mostTimes = 60;

let service: Service;
let agent: string;
beforeAll(async () => {
  service = await startService();
  agent = await service.createAgent({
    name: 'a',
    upstream: 'stub',
    policy_name: 'healthcare-strict',
  });
});
afterAll(() => service?.close());

const filled = (unit: string) => unit.repeat(Math.ceil(size / unit.length)).slice(0, size);
const benign = filled('we will see how it goes and then we will talk about it again. ');

/** Milliseconds of this thread, on which patterns run; other threads hold up no call. */
async function costOf(text: string): Promise<number> {
  const body = JSON.stringify({ messages: [{ role: 'user', content: text }] });
  return cpuMsOf(async () => {
    const { status } = await postBytes(service, agent, body);
    // A text with more values than a request may have is refused after it was read.
    expect([200, 422, 500]).toContain(status);
  });
}

/** Texts on which a pattern that goes back over what it has read would go back the most. */
const worst: readonly [string, string][] = [
  ['digits', '1'],
  ['digits in groups', '12 34-'],
  ['spoken digits', 'one two oh '],
  ['spoken numbers', 'twenty one hundred and '],
  ['repeated digits', 'double triple four '],
  ['spelled letters', 'a b c '],
  ['letters as in words', 'b as in boy '],
  ['addresses of mail without an end', 'a.b-c@'],
  ['spoken mail', 'a dot b at '],
  ['streets', '12 north main street avenue '],
  ['dates', 'january 1st of '],
  ['addresses of machines', '1.2.3.'],
  ['addresses of machines, new', 'fe80::1:'],
  ['pages', 'http://a.b/c?d='],
  ['accounts', 'GB82 WEST '],
  ['cards', '4111 1111 '],
  ['cues', 'my medical record number is '],
  ['names', 'Ann Lee '],
  ['tokens', 'TOK1.PHONE.'],
  ['spaces', ' '],
  ['signs', '-.-_'],
];

let asked = 0;
/** What harmless text costs now: a new one each time, since detections are remembered. */
const plainCost = () => {
  asked += 1;
  return costOf(`${benign.slice(0, -8)} ${'so '.repeat(asked)}`);
};

describe('no text of 64 KiB holds up the service much longer than another (design D43)', () => {
  it.each(worst)('%s', async (_what, unit) => {
    const plain = Math.max(await plainCost(), 5);
    const times = (await costOf(filled(unit))) / plain;
    // Garbage may be collected in one of two by chance.
    const least = times < mostTimes ? times : (await costOf(`${filled(unit).slice(1)}!`)) / plain;
    expect(Math.min(times, least)).toBeLessThan(mostTimes);
  });
});
