import { useState } from 'react';
import type { AuditState } from '../../server/contract/audit.ts';
import { api } from '../lib/api.ts';
import { shortHash } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Facts } from '../ui/card.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Notice } from '../ui/feedback.tsx';
import { auditStrings } from './strings.ts';

const gapStrings = auditStrings.gap;
type Gap = NonNullable<AuditState['gap']>;

/** Shown when events are missing: what is known, and how to continue. */
export function GapNotice({ gap }: { readonly gap: Gap }) {
  const refusal = useRefusal('acknowledgeGap');
  const [asking, ask] = useState(false);
  const end = ({ size, hash }: Gap['found']) => gapStrings.events(size, shortHash(hash));
  const believed = gap.reason !== 'head_missing' && gap.reason !== 'head_forged';
  return (
    <Notice tone="bad">
      <h2>{gapStrings.title}</h2>
      <p>{gapStrings.reasons[gap.reason] ?? gap.reason}</p>
      <Facts
        rows={[
          [gapStrings.acknowledged, believed ? end(gap.acknowledged) : gapStrings.nothing],
          [gapStrings.found, end(gap.found)],
        ]}
      />
      <p>{gapStrings.next}</p>
      <div className="page-actions">
        <Button
          variant="danger"
          disabled={refusal !== undefined}
          title={refusal}
          onClick={() => ask(true)}
        >
          {gapStrings.button}
        </Button>
        {refusal === undefined ? null : <span>{refusal}</span>}
      </div>
      {asking ? (
        <ConfirmRequest
          {...gapStrings.confirm}
          danger
          run={() => api<void>('/admin/audit/acknowledge-gap', { method: 'POST' })}
          stale={[['audit'], ['system']]}
          onClose={() => ask(false)}
        />
      ) : null}
    </Notice>
  );
}
