import { describe, expect, it } from 'vitest';
import { reportTable } from '../../../bench/eval/report-table.ts';
import { scoreSet } from '../../../bench/eval/score-set.ts';

const text = 'my number is 555-0101 ok';
const row = {
  id: 'one',
  text,
  spans: [{ start: 13, end: 21, kind: 'PHONE', kind9: 'PHONE', orig: 'source' }],
};
const found = { kind: 'PHONE', start: 13, end: 21, score: 0.9, detector: 'regex.phone' };
const stray = { kind: 'MRN', start: 0, end: 2, score: 0.9, detector: 'regex.mrn' };
const label = {
  policyName: 'healthcare-default',
  policySha256: 'ab'.repeat(32),
  passes: ['regex'],
};

describe('the report', () => {
  const set = scoreSet('calls_asr', [{ row, detections: [found, stray], ms: 1.25 }]);
  const report = reportTable(label, [set]);

  it('gives each kind its figures, and all of them together', () => {
    expect(report).toContain(
      '| PHONE | 1 | 1 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 | 1.000 |',
    );
    expect(report).toContain('| MRN | 0 | 1 | 0.000 |  |  | 0.000 |  |  |  |  | 0.000 |');
    expect(report).toContain('| all | 1 | 2 | 0.500 | 1.000 |');
  });

  it('counts false hits over words, and those that touch no labelled value', () => {
    const misnamed = { ...found, kind: 'MRN' };
    const both = scoreSet('calls_asr', [{ row, detections: [misnamed, stray], ms: 1.25 }]);
    expect(reportTable(label, [both])).toContain('| calls_asr | 5 | 2 | 400.00 | 200.00 | MRN 2 |');
  });

  it('says which policy and passes ran, and how long a text took', () => {
    expect(report).toContain('Policy `healthcare-default` (abababababab), passes that ran: regex.');
    expect(report).toContain('| calls_asr | 1 | 1.25 | 1.25 |');
  });

  it('pools spoken sets apart from written ones', () => {
    expect(report).toContain('Spoken: calls_asr.');
    expect(report).not.toContain('Written:');
  });

  it('never holds text of a set', () => {
    expect(report).not.toContain('555-0101');
  });
});
