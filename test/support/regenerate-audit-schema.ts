import { writeFile } from 'node:fs/promises';
import { auditSchema } from './audit-schema.ts';

/** `node test/support/regenerate-audit-schema.ts`: writes docs/audit-schema-v1.json again. */
const path = new URL('../../docs/audit-schema-v1.json', import.meta.url);
await writeFile(path, `${JSON.stringify(auditSchema(), null, 2)}\n`);
