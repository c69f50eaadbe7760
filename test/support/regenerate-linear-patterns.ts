import { writeFileSync } from 'node:fs';
import { isLinear, listedProofs, proofOf, provenFile, searchPatterns } from './linear-patterns.ts';

/**
 * Checks the patterns that have no proof and lists all, so that tests check only newer ones:
 * `node test/support/regenerate-linear-patterns.ts`.
 */
const { distinct } = await searchPatterns();
const proven = listedProofs();
const slow = distinct.filter((pattern) => !proven.has(proofOf(pattern)) && !isLinear(pattern));
if (slow.length > 0) throw new Error(`not linear: ${slow.join('\n')}`);
writeFileSync(provenFile, `${distinct.map(proofOf).toSorted().join('\n')}\n`);
