import { writeFileSync } from 'node:fs';
import { conformancePage } from './conformance.ts';

writeFileSync(new URL('../../docs/conformance.md', import.meta.url), conformancePage());
