import type { AuditState } from '../../server/contract/audit.ts';
import { formatCount } from '../lib/format.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts } from '../ui/facts.tsx';

const headStrings = auditStrings.head;

/** How long the journal is, and what its last event is known by. */
export function JournalHead({ state }: { readonly state: AuditState }) {
  const { head, pruned_count: pruned, key_name: name, public_key: key } = state;
  return (
    <Card title={headStrings.title}>
      <Facts
        rows={[
          [headStrings.size, formatCount(head.size)],
          ...(pruned === undefined ? [] : [[headStrings.pruned, formatCount(pruned)] as const]),
          [headStrings.key, <code key="name">{name}</code>],
        ]}
      />
      <Hash label={headStrings.hash} text={head.hash} />
      <Hash label={headStrings.publicKey} text={key} />
    </Card>
  );
}

function Hash({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="audit-hash">
      <span>{label}</span>
      <Copyable label={label} text={text} copyText={commonStrings.copy} copiedText={commonStrings.copied} />
    </div>
  );
}
