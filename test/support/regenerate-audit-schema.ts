import { writeFile } from 'node:fs/promises';
import { auditSchemas } from './audit-schema.ts';

/** `node test/support/regenerate-audit-schema.ts`: writes the schemas of reports in docs/ again. */
for (const [name, schema] of Object.entries(auditSchemas)) {
  const path = new URL(`../../docs/${name}`, import.meta.url);
  await writeFile(path, `${JSON.stringify(schema(), null, 2)}\n`);
}
