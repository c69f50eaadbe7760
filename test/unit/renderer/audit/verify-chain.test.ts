import { describe, expect, it } from 'vitest';
import { auditStrings } from '../../../../renderer/audit/strings.ts';
import { parseChainBreak } from '../../../../renderer/audit/verify-chain.tsx';
import { verificationToWire } from '../../../../server/contract/audit.ts';
import type { ChainBreak } from '../../../../server/ports/journal.ts';

const rules: Readonly<Record<ChainBreak['rule'], true>> = {
  malformed_record: true,
  seq_gap: true,
  prev_hash_mismatch: true,
  curr_hash_mismatch: true,
  session_seq_mismatch: true,
  truncated: true,
  head_mismatch: true,
  head_signature: true,
  checkpoint_mismatch: true,
  checkpoint_signature: true,
  anchor_not_covered: true,
  retention_mismatch: true,
};

describe('explaining a broken chain', () => {
  it.each(Object.keys(rules))('the rule %s has an explanation', (rule) => {
    const { message } = verificationToWire({
      ok: false,
      eventCount: 3,
      breaks: [{ seq: 2, rule }],
    });
    expect(parseChainBreak(message)).toEqual({ seq: 2, rule });
    expect(auditStrings.rules[rule]).toMatch(/\.$/);
  });

  it('an unknown message of the service is not parsed', () => {
    expect(parseChainBreak('chain ok')).toBeUndefined();
    expect(parseChainBreak('something else')).toBeUndefined();
  });
});
