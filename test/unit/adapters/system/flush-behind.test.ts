import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { backgroundFlush } from '../../../../server/adapters/system/head-file.ts';
import { eventually } from '../../../support/eventually.ts';

const file = join(tmpdir(), `svc-flush-${process.pid}`);
let fd: number;
beforeEach(() => {
  fd = openSync(file, 'w+');
});
afterEach(() => rmSync(file));

describe('the background flush of a file', () => {
  it('accepts one write after the other', () => {
    const flush = backgroundFlush();
    for (let at = 0; at < 50; at += 1) {
      writeSync(fd, `${at}`, 0);
      flush(fd);
    }
    closeSync(fd);
  });

  it('throws the error of a failed flush once, at the next write', async () => {
    const flush = backgroundFlush();
    closeSync(fd);
    const gone = fd;
    flush(gone);
    await eventually(() => expect(() => flush(gone)).toThrow(/EBADF/));
    fd = openSync(file, 'w+');
    const other = backgroundFlush();
    expect(() => other(fd)).not.toThrow();
  });
});
