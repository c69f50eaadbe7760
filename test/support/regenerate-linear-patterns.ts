import { writeFileSync } from 'node:fs';
import { isLinear, proofOf, provenFile, searchPatterns } from './linear-patterns.ts';

/** Checks every pattern anew and lists them, so that tests check only new ones: `node test/support/regenerate-linear-patterns.ts`. */
const { distinct } = await searchPatterns();
const slow = distinct.filter((pattern) => !isLinear(pattern));
if (slow.length > 0) throw new Error(`not linear: ${slow.join('\n')}`);
writeFileSync(provenFile, `${distinct.map(proofOf).toSorted().join('\n')}\n`);
