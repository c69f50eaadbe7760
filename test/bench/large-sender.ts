import { parentPort, workerData } from 'node:worker_threads';
import { costlyBodies, honestBodies, refusedBodies } from '../support/large-bodies.ts';
import { type Path, post } from './load.ts';

/** What makes each large request. */
export const largeBodies: ReadonlyMap<string, () => object> = new Map([
  ...Object.entries({ ...honestBodies, ...costlyBodies }).map(
    ([name, body]) => [name, () => body(1)] as const,
  ),
  ...Object.entries(refusedBodies).map(([name, [, body]]) => [`${name}, refused`, body] as const),
]);

let bodiesMade = 0;

/** The body with other texts, so that none of them is known from an earlier one. */
function newBody(body: object): string {
  bodiesMade += 1;
  return JSON.stringify(body, (name, value: unknown) =>
    typeof value === 'string' && (name === 'content' || name === 'text') ? newText(value) : value,
  );
}

function newText(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), (_name, value: unknown) =>
      typeof value === 'string' ? newWords(value) : value,
    );
  } catch {
    return newWords(text);
  }
}

/** A long text is searched in pieces, which all begin elsewhere then. */
function newWords(words: string): string {
  return words.length > 2_048 ? `${' '.repeat(bodiesMade % 512)}${words}` : `${words}${bodiesMade}`;
}

/**
 * As a thread: sends one large request after the other until it is told to stop. To make a body takes as long as some turns,
 * so the thread that measures turns must not do it. Tells the status of each answer.
 */
if (parentPort !== null) {
  const { path, name } = workerData as { readonly path: Path; readonly name: string };
  const body = largeBodies.get(name);
  let isOver = body === undefined;
  parentPort.once('message', () => {
    isOver = true;
  });
  while (!isOver && body !== undefined) {
    const { statusCode, body: reply } = await post(path, newBody(body()));
    await reply.dump();
    parentPort.postMessage(statusCode);
  }
}
