import { describe, expect, it } from 'vitest';
import { createAppLog } from '../../../main/app/app-log.ts';
import { createLogger } from '../../../server/http/server/logger.ts';

const quote = 'line of a call';

/** A message of several lines, one of which looks like a stack frame. */
const message = `first ${quote}\n    at second ${quote} (third:1:1)`;

function linesOf(write: (take: (line: string) => void) => void): string {
  const lines: string[] = [];
  write((line) => lines.push(line));
  return lines.join('\n');
}

describe.each([
  {
    log: 'The log of the service',
    written: (error: unknown) =>
      linesOf((take) => createLogger('info', { write: take }).error({ err: error }, 'failed')),
  },
  {
    log: 'The log of the desktop app',
    written: (error: unknown) =>
      linesOf((take) => createAppLog({ write: take }, () => 0).error('failed', error)),
  },
])('$log', ({ written }) => {
  const errOf = (error: unknown) => JSON.parse(written(error)).err;

  it('has the class, the code and the stack frames of an error', () => {
    const error = Object.assign(new RangeError('x'), { code: 'ENOSPC' });
    expect(errOf(error)).toEqual({
      class: 'RangeError',
      code: 'ENOSPC',
      frames: expect.arrayContaining([expect.stringMatching(/^at .*describe-error\.test\.ts/)]),
    });
  });

  it('has no line of the message of an error, nor of its cause', () => {
    const error = new Error(message, { cause: new TypeError(message) });
    expect(written(error)).not.toContain(quote);
    expect(errOf(error).cause.class).toBe('TypeError');
  });

  it('has no stack frame where it cannot tell the message from them', () => {
    const error = Object.assign(new Error('another'), { stack: `Error: ${message}` });
    expect(errOf(error)).toEqual({ class: 'Error', frames: [] });
  });

  it('has only the type of what is no error', () => {
    expect(written(quote)).not.toContain(quote);
    expect(errOf(quote)).toEqual({ class: 'string' });
  });
});
