import { describe, expect, it } from 'vitest';
import { reportTable } from '../../../bench/eval/report-table.ts';
import { rosterTable } from '../../../bench/eval/roster-table.ts';
import { scoreSet } from '../../../bench/eval/score-set.ts';
import { foundBy } from '../../../support/found-by.ts';

const text = 'my number is 555-0101 ok';
const row = {
  id: 'one',
  text,
  spans: [{ start: 13, end: 21, kind: 'PHONE', kind9: 'PHONE', orig: 'source' }],
};
const found = { kind: 'PHONE', start: 13, end: 21, score: 0.9, ...foundBy('regex.phone') };
const stray = { kind: 'MRN', start: 0, end: 2, score: 0.9, ...foundBy('regex.mrn') };
const label = {
  policyName: 'healthcare-default',
  policySha256: 'ab'.repeat(32),
  passes: ['regex'],
};

describe('the report', () => {
  const set = scoreSet('calls_asr', [
    { row, detections: [found, stray], withoutRoster: [], ms: 1.25 },
  ]);
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
    const both = scoreSet('calls_asr', [
      { row, detections: [misnamed, stray], withoutRoster: [], ms: 1.25 },
    ]);
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

describe('the table of the roster', () => {
  const name = { start: 0, end: 2, kind: 'NAME', kind9: 'NAME', orig: 'source' };
  const hit = { kind: 'NAME', start: 0, end: 2, score: 0.8, ...foundBy('roster.name') };
  const wrong = { ...hit, start: 3, end: 9 };
  const said = { id: 'two', text: 'jo called at ten', spans: [name] };
  const setOf = (detections: readonly (typeof hit)[]) =>
    scoreSet('calls', [{ row: said, detections, withoutRoster: [], ms: 1 }]);

  it('counts hidden names and false ones with the roster and without', () => {
    const table = rosterTable([setOf([])], [setOf([hit, wrong])]);
    expect(table).toContain('| calls | 4 | 1 | 0 | 1 | 1.0000 | 0 | 1 | 0.00 | 250.00 |');
    expect(table).toContain('| all | 4 | 1 | 0 | 1 | 1.0000 | 0 | 1 | 0.00 | 250.00 |');
  });
});
