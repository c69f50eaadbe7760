import { describe, expect, it } from 'vitest';
import { trackWriteHealth } from '../../../../../server/adapters/sqlcipher/engine/write-health.ts';

const full = new Error('the disk is full');
const refusal = new Error('not of this kind');

describe('write health follows the result of the last write', () => {
  /** A disk that is full until it is freed. */
  function watch() {
    let broken = true;
    const probe = async () => {
      if (broken) throw full;
    };
    const watching = trackWriteHealth({ probe, refused: (error) => error === refusal });
    const write = (error?: Error) =>
      watching
        .watched(error === undefined ? Promise.resolve() : Promise.reject(error))
        .catch(() => undefined);
    const free = () => {
      broken = false;
    };
    return { ...watching, write, free };
  }

  it('a write with invalid input changes nothing', async () => {
    const { failing, write } = watch();
    await write(refusal);
    expect(failing()).toBe(false);
    await write(full);
    await write(refusal);
    expect(failing()).toBe(true);
    await write();
    expect(failing()).toBe(false);
  });

  it('asking starts a probe that notices the recovery', async () => {
    const { failing, write, free } = watch();
    await write(full);
    expect(failing()).toBe(true);
    free();
    await expect.poll(failing).toBe(false);
  });
});
