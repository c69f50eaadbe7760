import { describe, expect, it } from 'vitest';
import { callerNumberOf } from '../../../server/pipeline/roster-findings.ts';
import type { Roster } from '../../../server/ports/roster.ts';
import { memoryRoster } from '../../support/memory/roster.ts';
import { memoryProxy } from '../../support/memory-proxy.ts';
import { person } from '../../support/roster-index-kit.ts';

const roster = memoryRoster([
  person({ id: 'p1', givenNames: ['Patience'], familyNames: ['Okafor'], phones: ['555-201-0142'] }),
  person({ id: 's1', familyNames: ['Adebayo'], role: 'staff', mayBeSaid: true }),
]);
const inCall = { call: { id: 'c-1' } };

describe('the people of the roster in a turn (decision 0082)', () => {
  it('a name of the roster is masked, restored, and journalled with its detector', async () => {
    const proxy = await memoryProxy({ roster });
    const response = await proxy.say('is okafor in today', inCall);
    expect(proxy.forwarded[0]).not.toMatch(/okafor/i);
    expect(response.body).toContain('okafor');
    expect(await proxy.records()).toContainEqual(
      expect.objectContaining({ kind: 'detection', detector: 'roster.name', entity_kind: 'NAME' }),
    );
  });

  it('what one turn shows of a person counts in the turns after it', async () => {
    const proxy = await memoryProxy({ roster });
    await proxy.say('call me at five five five two oh one oh one four two', inCall);
    await proxy.say('patience calling', inCall);
    expect(proxy.forwarded[1]).not.toContain('patience');
  });

  it("the caller's number shows who is calling where the platform gives it", async () => {
    const proxy = await memoryProxy({ roster });
    await proxy.say('patience calling', { metadata: { caller_number: '+15552010142' } });
    await proxy.say('patience calling');
    const [known, unknown] = proxy.forwarded;
    expect(known).not.toContain('patience');
    expect(unknown).toContain('patience');
  });

  it('the name of a doctor who may be said stays, and the event counts it', async () => {
    const proxy = await memoryProxy({ roster });
    await proxy.say('i see doctor adebayo at two', inCall);
    expect(proxy.forwarded[0]).toContain('doctor adebayo');
    const [masked] = (await proxy.records()).filter(({ kind }) => kind === 'request_masked');
    expect(masked).toMatchObject({ passed_by_roster: { NAME: 1 }, spans: 0 });
  });

  it('a kind that the policy passes stays passed', async () => {
    const proxy = await memoryProxy({
      roster,
      changePolicy: (yaml) => yaml.replace(/(NAME:[^}]*?action: )tokenize/, '$1passthrough'),
    });
    await proxy.say('is okafor in today', inCall);
    expect(proxy.forwarded[0]).toContain('okafor');
  });

  it('a roster that cannot be read refuses the request', async () => {
    const broken: Roster = {
      version: () => Promise.reject(new Error('the database is away')),
      people: async function* none() {},
    };
    const proxy = await memoryProxy({ roster: broken });
    expect((await proxy.say('hello', inCall)).statusCode).toBe(500);
    expect(proxy.forwarded).toEqual([]);
  });
});

describe('the telephone number of the caller', () => {
  it.each([
    [{ metadata: { caller_number: '+1 (555) 201-0142' } }, '15552010142'],
    [{ call: { customer: { number: '+15552010142' } } }, '15552010142'],
    [{ metadata: { from: 'anonymous' } }, ''],
    [{ call: null }, ''],
  ])('of %j is %j', (fields, digits) => {
    expect(callerNumberOf({ messages: [], ...fields })).toBe(digits);
  });
});
