import { describe, expect, it } from 'vitest';
import { LiveStream } from '../../../../server/http/routes/live-stream.ts';

const frame = 'x'.repeat(10_000);

/** Reads whatever there is now. */
async function drained(stream: LiveStream): Promise<string> {
  let text = '';
  const take = (bytes: Buffer): void => {
    text += bytes;
  };
  stream.on('data', take).resume();
  await new Promise((resolve) => setImmediate(resolve));
  stream.pause().off('data', take);
  return text;
}

describe('the stream of a viewer that does not read', () => {
  it('holds a bounded amount, drops the rest, and asks for everything again once it is read', async () => {
    let behind = 0;
    const stream = new LiveStream(() => {
      behind += 1;
      stream.write('anew');
    });
    for (let count = 0; count < 1_000; count += 1) stream.write(frame);
    expect(stream.blocked).toBe(true);
    expect(stream.readableLength).toBeLessThan(100_000);
    expect(behind).toBe(0);
    const text = await drained(stream);
    expect(behind).toBe(1);
    expect(text.length).toBeLessThan(1_200_000);
    expect(text.endsWith('anew')).toBe(true);
    expect(stream.blocked).toBe(false);
    stream.write('more');
    expect(await drained(stream)).toBe('more');
  });

  it('loses nothing while what waits is within bounds', async () => {
    const stream = new LiveStream(() => {
      throw new Error('was not behind');
    });
    for (let count = 0; count < 50; count += 1) stream.write(frame);
    expect(await drained(stream)).toBe(frame.repeat(50));
  });
});
