import { z } from 'zod';
import { OneReport } from '../../server/contract/report.ts';

/** Audit Schema v1 as JSON Schema, open for fields that later versions add (spec, Versioning 4). */
export function auditSchema() {
  const {
    $schema,
    id: _,
    ...schema
  } = z.toJSONSchema(OneReport, {
    io: 'input',
    // Those of the API document say nothing about what is valid.
    override: ({ jsonSchema }) => {
      delete jsonSchema.examples;
    },
  });
  return {
    $schema,
    $id: 'urn:voice-phi-proxy:audit-schema-v1',
    title: 'Audit Schema v1: compliance report of a session',
    ...schema,
  };
}
