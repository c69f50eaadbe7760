import { setTimeout as pause } from 'node:timers/promises';
import { listenForStop } from '../../../main/service/stop-pipe.ts';

// A service that ends when it is asked to, after a call of a moment: node stoppable-program.ts PATH
const { asked } = await listenForStop(process.argv[2] ?? '');
process.stdout.write('serves\n');
const busy = setInterval(() => {}, 1_000);
await asked;
await pause(300);
process.stdout.write('the last call is over\n', () => {
  clearInterval(busy);
});
