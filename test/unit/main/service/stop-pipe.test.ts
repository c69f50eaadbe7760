import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { askToStop, listenForStop } from '../../../../main/service/stop-pipe.ts';
import { temporaryFolder } from '../../../support/desktop/custody-kit.ts';

const program = fileURLToPath(
  new URL('../../../support/desktop/stoppable-program.ts', import.meta.url),
);
const place = async () => join(await temporaryFolder(), 'stop');

describe('a service without signals', () => {
  it('ends on request, and the requester waits until its last call is over', async () => {
    const path = await place();
    const service = spawn(process.execPath, [program, path], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const said = text(service.stdout);
    const ended = once(service, 'exit');
    await once(service.stdout, 'readable');
    await askToStop(path);
    expect(await ended).toEqual([0, null]);
    expect(await said).toBe('serves\nthe last call is over\n');
  });

  it('keeps running if a client connects without a stop request', async () => {
    const path = await place();
    const { asked } = await listenForStop(path);
    let stops = false;
    void asked.then(() => (stops = true));
    const other = createConnection(path);
    await once(other, 'connect');
    other.end('restart\n');
    await once(other.resume(), 'close');
    expect(stops).toBe(false);
    const stopper = createConnection(path);
    await once(stopper, 'connect');
    stopper.end('stop\n');
    await asked;
  });

  it('does not start if another one listens already', async () => {
    const path = await place();
    await listenForStop(path);
    await expect(listenForStop(path)).rejects.toThrow('EADDRINUSE');
  });

  it('a stop request is rejected if no service runs', async () => {
    await expect(askToStop(await place())).rejects.toThrow('ENOENT');
  });
});
