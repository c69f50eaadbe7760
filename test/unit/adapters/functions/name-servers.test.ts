import dns from 'node:dns';
import { once } from 'node:events';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { functionCaller } from '../../../../server/adapters/functions/call-function.ts';
import { systemClock } from '../../../../server/adapters/system/clock.ts';
import { ownNetworkAgent } from '../../../../server/adapters/upstream-http/own-network-agent.ts';

/** What a name server answers to each look-up; the last answer stays. An empty list is "no such name". */
const answers = { left: [] as string[][], asked: 0 };
const answer = (callback: (error: Error | null, found: object[]) => void): void => {
  answers.asked += 1;
  const [next = []] = answers.left.length > 1 ? answers.left.splice(0, 1) : answers.left;
  const found = next.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  const error =
    found.length === 0 ? Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }) : null;
  process.nextTick(callback, error, found);
};

// Modules that another test has loaded look names up by it as well.
const { lookup } = dns;
beforeAll(() => {
  const answered = (host: string, ...rest: unknown[]) =>
    host.endsWith('.clinic.example')
      ? answer(rest.at(-1) as Parameters<typeof answer>[0])
      : Reflect.apply(lookup, dns, [host, ...rest]);
  Object.assign(dns, { lookup: answered });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
});

/** Nobody answers there (RFC 5737). */
const elsewhere = '198.51.100.7';

let server: Server;
let connections: number;
beforeEach(async () => {
  connections = 0;
  answers.asked = 0;
  server = createServer((socket) => {
    connections += 1;
    socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  server.close();
  await once(server, 'close');
});

const portOf = () => (server.address() as AddressInfo).port;

/** One request to a name, to which name servers answer as given. */
async function called(left: string[][], repeatable = false): Promise<string> {
  answers.left = left;
  const caller = functionCaller(systemClock);
  // Only a connection that nobody answers takes its whole time.
  const isAnswered = repeatable || left[0]?.some((address) => address !== elsewhere);
  const { outcome } = await caller.call(
    {
      url: `https://functions.clinic.example:${portOf()}/book`,
      timeoutMs: isAnswered ? 60_000 : 300,
      repeatable,
      id: 'run_1',
      secret: `whsec_${Buffer.alloc(32, 5).toString('base64')}`,
      json: '{}',
    },
    new AbortController().signal,
  );
  await caller.close();
  return outcome;
}

describe('a name that leads to this machine by the time of the connection (decision 0168)', () => {
  it('is looked up once for a request, so no second answer is ever connected to', async () => {
    expect(['timed_out', 'unreachable']).toContain(await called([[elsewhere], ['127.0.0.1']]));
    expect(answers.asked).toBe(1);
    expect(connections).toBe(0);
  });

  it('is refused when the request is sent again', async () => {
    expect(await called([[], ['127.0.0.1']], true)).toBe('address_not_allowed');
    expect(answers.asked).toBe(2);
    expect(connections).toBe(0);
  });

  it('is refused in the next request, whatever the one before was answered', async () => {
    await called([[elsewhere]]);
    expect(await called([['127.0.0.1']])).toBe('address_not_allowed');
    expect(connections).toBe(0);
  });

  it.each([
    [['127.0.0.1']],
    [[elsewhere, '127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['0.0.0.0']],
    [['169.254.169.254']],
    [['fe80::1']],
  ])('is refused with %j', async (found) => {
    expect(await called([found])).toBe('address_not_allowed');
    expect(connections).toBe(0);
  });
});

describe('a name of the clinic’s own model that leads out of its network (decision 0191)', () => {
  it.each([[[elsewhere]], [['127.0.0.1', elsewhere]], [['2001:db8::1']]])(
    'is refused for the connection with %j',
    async (found) => {
      answers.left = [found];
      const agent = ownNetworkAgent({});
      const origin = `http://models.clinic.example:${portOf()}`;
      const sent = agent.request({ origin, path: '/', method: 'GET' });
      await expect(sent).rejects.toThrow('leads out of the own network');
      expect(connections).toBe(0);
      await agent.close();
    },
  );

  it('is reached where it leads to this machine', async () => {
    answers.left = [['127.0.0.1']];
    const agent = ownNetworkAgent({});
    const origin = `http://models.clinic.example:${portOf()}`;
    await agent.request({ origin, path: '/', method: 'GET' }).catch(() => undefined);
    expect(connections).toBe(1);
    await agent.close();
  });
});
