import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LiveTextRelay } from '../../server/ports/live-text-relay.ts';

/** Replicas that reach each other. */
export interface WordReplicas {
  readonly replicas: readonly [LiveTextRelay, LiveTextRelay, LiveTextRelay];
  close(): Promise<void>;
}

/** What every way of words between replicas does (decision 0037). */
export function liveTextRelayContract(name: string, open: () => Promise<WordReplicas>): void {
  describe(`the ${name} relay of live texts between replicas`, () => {
    let opened: WordReplicas;
    let [first, second, third]: LiveTextRelay[] = [];
    const wanted: string[][] = [];
    beforeEach(async () => {
      opened = await open();
      [first, second, third] = opened.replicas;
      wanted.splice(0, wanted.length, [], [], []);
      for (const [index, replica] of opened.replicas.entries()) {
        replica.onDemand((what) => wanted[index]?.push(what));
      }
    });
    afterEach(() => opened.close());

    const followed = (replica: LiveTextRelay | undefined) => {
      const heard: string[] = [];
      const failures: unknown[] = [];
      const leave = replica?.subscribe({
        receive: (text) => heard.push(text),
        failed: (error) => failures.push(error),
      });
      return { heard, failures, leave: () => leave?.() };
    };

    it('asks the other replicas for everything while a replica subscribes', async () => {
      const follower = followed(first);
      await expect.poll(() => wanted).toEqual([[], ['everything'], ['everything']]);
      follower.leave();
      await expect
        .poll(() => wanted)
        .toEqual([[], ['everything', 'nothing'], ['everything', 'nothing']]);
    });

    it('asks for everything again for a later subscriber, until the last one leaves', async () => {
      const one = followed(first);
      await expect.poll(() => wanted[2]).toEqual(['everything']);
      const other = followed(second);
      await expect.poll(() => wanted[2]).toEqual(['everything', 'everything']);
      one.leave();
      await expect.poll(() => wanted[1]).toEqual(['everything', 'nothing']);
      expect(wanted[2]).toEqual(['everything', 'everything']);
      other.leave();
      await expect.poll(() => wanted[2]).toEqual(['everything', 'everything', 'nothing']);
    });

    it('delivers texts to all subscribers at other replicas, in order and unchanged', async () => {
      const [one, other] = [followed(first), followed(second)];
      await expect.poll(() => wanted[2]?.length).toBe(2);
      const texts = Array.from({ length: 20 }, (_, index) => `“${index}” ${'ü'.repeat(index)}`);
      for (const text of texts) await third?.publish(text);
      await expect.poll(() => one.heard).toEqual(texts);
      await expect.poll(() => other.heard).toEqual(texts);
      await first?.publish('from one');
      await expect.poll(() => other.heard.at(-1)).toBe('from one');
      expect(one.heard).toEqual(texts);
      expect([...one.failures, ...other.failures]).toEqual([]);
    });

    it('delivers nothing to a replica that has left', async () => {
      const [one, other] = [followed(first), followed(second)];
      await expect.poll(() => wanted[2]?.length).toBe(2);
      one.leave();
      await third?.publish('after');
      await expect.poll(() => other.heard).toEqual(['after']);
      expect(one.heard).toEqual([]);
    });

    it('reports a text that the subscriber throws on, and delivers the next ones', async () => {
      const heard: string[] = [];
      const failures: unknown[] = [];
      first?.subscribe({
        receive: (text) => {
          if (text === 'broken') throw new Error('cannot be taken');
          heard.push(text);
        },
        failed: (error) => failures.push(error),
      });
      await expect.poll(() => wanted[1]).toEqual(['everything']);
      await second?.publish('broken');
      await expect.poll(() => failures).toHaveLength(1);
      await second?.publish('whole');
      await expect.poll(() => heard).toEqual(['whole']);
    });
  });
}
