import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { checkRawBodies } from '../../../../server/http/server/json-body.ts';

it('large bodies are checked one in each round of the event loop (design D43)', async () => {
  let round = 0;
  let isOver = false;
  const nextRound = (): void => {
    round += 1;
    if (!isOver) setImmediate(nextRound);
  };
  setImmediate(nextRound);
  const checkedIn: number[] = [];
  const app = fastify();
  checkRawBodies(app, () => {
    checkedIn.push(round);
  });
  app.post('/', async () => 'ok');
  const request = {
    method: 'POST',
    url: '/',
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify('x'.repeat(100_000)),
  } as const;
  const answers = await Promise.all(Array.from({ length: 5 }, () => app.inject(request)));
  isOver = true;
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(new Set(checkedIn).size).toBe(5);
  await app.close();
});
