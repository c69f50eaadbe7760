import { describe, expect, it } from 'vitest';
import type { JournalRecord } from '../../../server/domain/event.ts';
import { noExposure } from '../../../server/domain/exposure.ts';
import { foldExposure } from '../../../server/projections/exposure.ts';

const record = (kind: JournalRecord['kind'], fields: object) =>
  ({ kind, ...fields }) as unknown as JournalRecord;
const masked = record('request_masked', { passes: ['regex', 'nermodel'] });
const scanned = (fields: object = {}) =>
  record('egress_scanned', {
    verdict: 'clean',
    in_clear_by_kind: {},
    in_clear_values_by_kind: {},
    ...fields,
  });
const older = scanned({ in_clear_by_kind: undefined, in_clear_values_by_kind: undefined });
const passed = scanned({ in_clear_by_kind: { PHONE: 2 }, in_clear_values_by_kind: { PHONE: 1 } });
const blocked = record('leak_blocked', { rules: ['pattern.ssn'] });
const unreadable = record('leak_blocked', { rules: ['pattern.ssn'], unreadable: 1 });
const exposureOf = (...records: readonly JournalRecord[]) =>
  records.reduce(foldExposure, noExposure);

describe('the outcome of a turn or a call (decision 0085)', () => {
  it.each([
    ['nothing was scanned', 'not_run', [masked]],
    ['nothing was found in the clear', 'nothing_found', [masked, scanned()]],
    ['the policy let a value out', 'by_policy', [masked, passed, scanned()]],
    ['the scan stopped a request', 'stopped', [masked, blocked, scanned()]],
    ['a value went out before the scan stopped a request', 'by_policy', [masked, passed, blocked]],
    [
      'the scan reported a request that was sent',
      'may_have_been_sent',
      [passed, blocked, scanned({ verdict: 'reported' })],
    ],
    ['something could not be read in a stopped request', 'stopped', [unreadable]],
    ['an older version recorded a turn', 'not_recorded', [older, scanned()]],
    ['an older version recorded another turn of a stopped one', 'not_recorded', [older, blocked]],
    ['an older version recorded a turn before a value went out', 'by_policy', [older, passed]],
  ] as const)('when %s, the outcome is %s', (_, outcome, records) => {
    expect(exposureOf(...records).outcome).toBe(outcome);
  });

  it('adds up places and values by kind', () => {
    const more = scanned({
      in_clear_by_kind: { PHONE: 1, DATE: 1 },
      in_clear_values_by_kind: { DATE: 1 },
    });
    expect(exposureOf(passed, more)).toMatchObject({
      requests: 2,
      in_clear_by_kind: { PHONE: 3, DATE: 1 },
      in_clear_values_by_kind: { PHONE: 1, DATE: 1 },
    });
  });

  it('counts the requests in which no model looked for names, and lists each language once', () => {
    const other = record('language_not_covered', { language: 'fr', handling: 'mask_all' });
    const patterns = record('request_masked', { passes: ['regex'] });
    expect(exposureOf(patterns, other, other, scanned(), masked)).toMatchObject({
      outcome: 'nothing_found',
      requests_without_names: 1,
      languages: ['fr'],
    });
  });
});
