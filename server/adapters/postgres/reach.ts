import type { PostgresDatabase } from './connection.ts';

/** Whether a database answered when it was last asked. */
export interface Reachability {
  lost(): boolean;
  stop(): void;
}

/** How often the server is asked, in milliseconds; a question that waits counts as no answer. */
const probeMs = 2_000;

/** Asks the server every now and then, so that health can be told without waiting for it. */
export function watchReachability(database: PostgresDatabase): Reachability {
  let lost = false;
  let asking = false;
  const ask = async () => {
    if (asking) lost = true;
    else {
      asking = true;
      lost = await database.run('SELECT').then(
        () => false,
        () => true,
      );
      asking = false;
    }
  };
  const timer = setInterval(() => void ask(), probeMs).unref();
  return { lost: () => lost, stop: () => clearInterval(timer) };
}
