import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { errorStatus } from '../../server/contract/errors.ts';
import { Fault, type FaultCode } from '../../server/domain/fault.ts';
import { refusalOf, statusOfFault } from '../../server/http/refusal.ts';

const documented = Object.fromEntries(
  [...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)`\s+\| (\d{3})\s+\|/gm)].map(
    ([, code, status]) => [code, Number(status)],
  ),
);

describe('every error code', () => {
  it('has one status, in the contract and in docs/errors.md', () => {
    expect(documented).toEqual(errorStatus);
  });

  it('is a fault of the domain, and every fault has a code', () => {
    // The types hold both ways: `statusOfFault` needs every FaultCode and takes no other key.
    const codes: Record<FaultCode, number> = errorStatus;
    const faults: Record<keyof typeof errorStatus, number> = statusOfFault;
    expect(faults).toEqual(codes);
  });

  it.each(Object.entries(errorStatus))('%s is answered with %i', (code, status) => {
    const refusal = refusalOf(new Fault(code as FaultCode, 'said to the caller'));
    expect([refusal.code, refusal.status]).toEqual([code, status]);
  });
});

describe('what is told of an error that is not a fault', () => {
  it.each([
    [new Error('call for 555-0100 failed'), 500, 'internal_error'],
    [
      Object.assign(new Error('Unexpected token 5 in "555-0100"'), { statusCode: 400 }),
      422,
      'validation_failed',
    ],
    [Object.assign(new Error('555-0100'), { statusCode: 413 }), 413, 'validation_failed'],
    [Object.assign(new Error('555-0100'), { statusCode: 415 }), 415, 'validation_failed'],
    [new Fault('internal_error', '555-0100'), 500, 'internal_error'],
    ['555-0100', 500, 'internal_error'],
  ])('is its status and code, never its text (case %#)', (error, status, code) => {
    const refusal = refusalOf(error);
    expect([refusal.status, refusal.code]).toEqual([status, code]);
    expect(JSON.stringify(refusal)).not.toContain('555-0100');
  });
});
