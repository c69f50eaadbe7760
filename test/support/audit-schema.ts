import { z } from 'zod';
import { OneReport } from '../../server/contract/report.ts';
import { OnePeriodReport } from '../../server/contract/reports/period-report.ts';

/** The published schemas, by file name in `docs/`. */
export const auditSchemas = {
  'audit-schema-v1.json': () => auditSchema(),
  'audit-schema-v1-period.json': () => auditSchema(OnePeriodReport, 'a period'),
} as const;

/** Audit Schema v1 as JSON Schema, open for fields that later versions add (spec, Versioning 4). */
export function auditSchema(of: z.ZodType = OneReport, scope = 'a session') {
  const {
    $schema,
    id: _,
    ...schema
  } = z.toJSONSchema(of, {
    io: 'input',
    // Those of the API document say nothing about what is valid.
    override: ({ jsonSchema }) => {
      delete jsonSchema.examples;
    },
  });
  return {
    $schema,
    $id: `urn:voice-phi-proxy:audit-schema-v1${of === OneReport ? '' : ':period'}`,
    title: `Audit Schema v1: compliance report of ${scope}`,
    ...schema,
  };
}
