import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type ErrorCode, errorMeaning, errorStatus } from '../../server/contract/errors.ts';
import { Fault, type FaultCode } from '../../server/domain/fault.ts';
import { sharedErrors } from '../../server/http/openapi/responses.ts';
import { errorResponseOf, statusOfFault } from '../../server/http/server/error-responses.ts';

/** Rows of the table in docs/errors.md. */
const rows = [
  ...readFileSync('docs/errors.md', 'utf8').matchAll(/^\| `(\w+)`\s+\| (\d{3})\s+\| (.+?)\s+\|$/gm),
].map(([, code = '', status, meaning = '']) => ({ code, status: Number(status), meaning }));
const documented = Object.fromEntries(rows.map(({ code, status }) => [code, status]));

describe('Every error code', () => {
  it('has one status, in the contract and in docs/errors.md', () => {
    expect(documented).toEqual(errorStatus);
  });

  it('has one condition, which docs/errors.md and the OpenAPI document both take from the contract', () => {
    const conditions = Object.fromEntries(rows.map(({ code, meaning }) => [code, meaning]));
    expect(conditions).toEqual(errorMeaning);
  });

  it('is in the OpenAPI document with that condition, at its status', () => {
    const codes = Object.keys(errorStatus) as ErrorCode[];
    const shared = sharedErrors(codes.map((code) => [errorStatus[code], [code]]));
    expect(Object.keys(shared)).toEqual(codes);
    const described = codes
      .filter((code) => code !== 'validation_failed')
      .map((code) => [code, String(shared[code]?.['description'])]);
    expect(described).toEqual(
      described.map(([code]) => [code, `\`${code}\`: ${errorMeaning[code as ErrorCode]}`]),
    );
  });

  it('is a fault of the domain, and every fault has a code', () => {
    // The types hold both ways: `statusOfFault` needs every FaultCode and takes no other key.
    const codes: Record<FaultCode, number> = errorStatus;
    const faults: Record<keyof typeof errorStatus, number> = statusOfFault;
    expect(faults).toEqual(codes);
  });

  it.each(Object.entries(errorStatus))('%s is answered with %i', (code, status) => {
    const refusal = errorResponseOf(new Fault(code as FaultCode, 'said to the caller'));
    expect([refusal.code, refusal.status]).toEqual([code, status]);
  });
});

describe('The answer to an error that is not a fault', () => {
  it.each([
    [new Error('call for 555-0100 failed'), 500, 'internal_error'],
    [
      Object.assign(new Error('Unexpected token 5 in "555-0100"'), { statusCode: 400 }),
      422,
      'validation_failed',
    ],
    [Object.assign(new Error('555-0100'), { statusCode: 413 }), 413, 'validation_failed'],
    [Object.assign(new Error('555-0100'), { statusCode: 415 }), 415, 'validation_failed'],
    ['555-0100', 500, 'internal_error'],
  ])('holds its status and code, never its text (case %#)', (error, status, code) => {
    const refusal = errorResponseOf(error);
    expect([refusal.status, refusal.code]).toEqual([status, code]);
    expect(JSON.stringify(refusal)).not.toContain('555-0100');
  });
});
