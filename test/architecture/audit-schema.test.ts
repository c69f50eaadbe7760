import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { auditSchemas } from '../support/audit-schema.ts';
import { callRecords, reportOf } from '../support/report-kit.ts';

const path = new URL('../../docs/audit-schema-v1.json', import.meta.url);
const published = JSON.parse(await readFile(path, 'utf8'));
const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(published);

describe('docs/audit-schema-v1.json', () => {
  it.each(Object.entries(auditSchemas))(
    'test/support/regenerate-audit-schema.ts writes %s',
    async (name, schema) => {
      const file = new URL(`../../docs/${name}`, import.meta.url);
      expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(schema());
    },
  );

  it.each([
    ['an ordinary call', reportOf()],
    ['a call that was not answered', reportOf(callRecords({ turns: [], ended: false }))],
    ['the stub upstream', reportOf(callRecords({ upstream: 'stub', passes: ['regex'] }))],
    ['a policy that is not kept', reportOf(callRecords(), { policies: new Map() })],
  ])('the schema accepts %s', (_, report) => {
    validate({ report });
    expect(validate.errors).toBeNull();
  });

  it.each([
    ['no root', { merkle_root_hex: undefined }],
    ['a level of its own making', { safe_harbor_coverage: { A_names: 'mostly' } }],
    ['17 rows', { safe_harbor_detail: reportOf().safe_harbor_detail.slice(1) }],
    ['a negative count', { redaction_count: -1 }],
    ['another schema', { schema: 'audit-schema-v2' }],
  ])('the schema refuses %s', (_, change) => {
    expect(validate(JSON.parse(JSON.stringify({ report: { ...reportOf(), ...change } })))).toBe(
      false,
    );
  });

  it('the schema accepts unknown fields', () => {
    expect(validate({ report: { ...reportOf(), later: 1 } })).toBe(true);
  });
});
