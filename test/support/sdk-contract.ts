import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Fault } from '../../server/domain/fault.ts';
import { eventually } from './eventually.ts';
import { memoryProxy, secret as memorySecret } from './memory-proxy.ts';
import {
  callTool,
  echo,
  type Script,
  type ScriptedUpstream,
  startScriptedUpstream,
} from './scripted-upstream.ts';
import type { SdkClient, SdkTarget } from './sdk-client.ts';
import { type Service, startService, upstreamAt, webhookSecret } from './service.ts';
import { signedFetch } from './signed-fetch.ts';
import { agentId } from './token-kit.ts';

const said = 'you can call me on two oh two five five five oh one four three after six';

/** What the clients were held against, once the tests run. */
export interface SdkGround {
  readonly upstream: ScriptedUpstream;
  readonly service: Service;
  readonly direct: SdkTarget;
  readonly masked: SdkTarget;
}

/** The same replies with and without the proxy in between, by each client's own means. */
export function sdkContract(clients: readonly SdkClient[]): () => SdkGround {
  let upstream: ScriptedUpstream;
  let service: Service;
  let direct: SdkTarget;
  let masked: SdkTarget;
  beforeAll(async () => {
    upstream = await startScriptedUpstream();
    service = await startService(upstreamAt(upstream.baseUrl));
    const agent = await service.createAgent({ name: 'clinic', upstream: 'provider:model-small' });
    const sign = signedFetch(webhookSecret);
    direct = { baseURL: upstream.baseUrl, fetch: sign };
    masked = { baseURL: service.proxyBase(agent), fetch: sign };
  });
  afterAll(async () => {
    // A client that hung up has a connection open for its next request.
    service?.app.http.server.closeAllConnections();
    await service?.close();
    await upstream?.close();
  });

  /** Runs one read against the provider itself and through the proxy, and holds the two equal. */
  const sameBothWays = async <T>(read: (at: SdkTarget) => Promise<T>): Promise<T> => {
    const plain = await read(direct);
    expect(await read(masked)).toEqual(plain);
    expect(upstream.seen.at(-1)?.raw).not.toContain('five five five');
    expect(upstream.seen.at(-1)?.raw).toContain('TOK1.PHONE.');
    return plain;
  };
  const cutReplies = async () => {
    const records = await service.records();
    return records.filter(
      (record) => record.kind === 'response_completed' && record['status'] === 'partial',
    );
  };

  describe.each(clients)(
    '$name gets what it would get without the proxy (spec, rule 5)',
    (client) => {
      if (client.whole !== undefined) {
        it('in one piece', async () => {
          upstream.script = echo;
          expect(await sameBothWays(async (at) => client.whole?.(at, said))).toContain(said);
        });
      }

      it('streamed, with finish and usage, although every byte comes alone', async () => {
        upstream.script = echo;
        const reply = await sameBothWays((at) => client.streamed(at, said));
        expect(reply.text).toContain(said);
        expect(reply.finish ?? 'stop').toBe('stop');
        expect(reply.totalTokens).toBe(8);
      });

      it('with the arguments of tool calls restored', async () => {
        upstream.script = callTool;
        expect(await sameBothWays((at) => client.toolCalls(at, said))).toEqual([
          { name: 'save_note', input: { note: `caller said: ${said}`, urgent: true } },
        ]);
      });

      it('until it hangs up, which ends the provider’s call and is journalled (design D38)', async () => {
        const { script, closed } = endless();
        upstream.script = script;
        const before = (await cutReplies()).length;
        await client.hangUp(masked, said);
        await closed;
        await expect
          .poll(async () => (await cutReplies()).slice(before))
          .toMatchObject([{ reason: 'client_gone' }]);
      });
    },
  );
  return () => ({ upstream, service, direct, masked });
}

/** Says a few words and then nothing more; `closed` resolves when the other side is gone. */
function endless(): { readonly script: Script; readonly closed: Promise<unknown> } {
  const gone = Promise.withResolvers<void>();
  const script: Script = async (_seen, response) => {
    const delta = { role: 'assistant', content: 'One moment, ' };
    const choices = [{ index: 0, delta, finish_reason: null }];
    const chunk = { id: 'chatcmpl-test', object: 'chat.completion.chunk', created: 1, choices };
    response.setHeader('content-type', 'text/event-stream');
    response.write(`data: ${JSON.stringify({ ...chunk, model: 'scripted' })}\n\n`);
    await once(response, 'close');
    gone.resolve();
  };
  return { script, closed: gone.promise };
}

/** What a client makes of refusals, by its own defaults unless it says otherwise. */
export interface RetryHabits {
  readonly client: SdkClient;
  /** Requests it makes when the journal cannot be written; 1 where it heeds `x-should-retry`. */
  readonly onAuditUnavailable: number;
  readonly heedsRetryAfter: boolean;
}

/** Retries by each client's own means; each waits as long as the client thinks fit. */
export function retryContract(habits: readonly RetryHabits[]): void {
  /** Runs one request against a proxy of its own and gives what reached it, and when. */
  const against = async (
    client: SdkClient,
    prepare: (proxy: Awaited<ReturnType<typeof memoryProxy>>) => void,
    busy = false,
  ) => {
    const arrivals: number[] = [];
    const calls = () => {
      arrivals.push(performance.now());
      return busy && arrivals.length === 1 ? 1 : 0;
    };
    const rateLimits = { calls, management: () => 0, signIn: () => 0 };
    const proxy = await memoryProxy({ rateLimits });
    prepare(proxy);
    await proxy.http.listen({ host: '127.0.0.1', port: 0 });
    const { port } = proxy.http.server.address() as AddressInfo;
    await client.ask(
      {
        baseURL: `http://127.0.0.1:${port}/proxy/${agentId}/v1`,
        fetch: signedFetch(memorySecret),
      },
      said,
    );
    await proxy.http.close();
    return { proxy, arrivals };
  };

  describe.concurrent.each(habits)('$client.name tries again', (habit) => {
    it('when the provider failed (502 upstream_error), and each try is journalled', async () => {
      let failures = 1;
      const { proxy } = await against(habit.client, (fresh) => {
        fresh.meanwhile = () => {
          failures -= 1;
          if (failures >= 0) throw new Fault('upstream_error', 'the provider failed');
        };
      });
      expect(proxy.forwarded).toHaveLength(2);
      await eventually(async () => {
        const records = await proxy.records();
        const replies = records.filter(({ kind }) => kind === 'response_completed');
        expect(replies.map((record) => record['status'])).toEqual(['error', 'ok']);
      });
    });

    it('only where it does not heed x-should-retry, when nothing can be journalled', async () => {
      const { proxy, arrivals } = await against(habit.client, (fresh) => {
        fresh.broken = { journal: true };
      });
      expect(arrivals).toHaveLength(habit.onAuditUnavailable);
      expect(proxy.forwarded).toEqual([]);
    });

    it('after the Retry-After of 429 rate_limited', async () => {
      const { proxy, arrivals } = await against(habit.client, () => undefined, true);
      expect(proxy.forwarded).toHaveLength(1);
      const [first = 0, second = 0] = arrivals;
      expect(second - first).toBeGreaterThan(habit.heedsRetryAfter ? 990 : 0);
    });
  });
}
