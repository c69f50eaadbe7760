import type { AuditState } from '../../server/contract/audit.ts';
import { formatCount } from '../lib/format.ts';
import { audit } from '../lib/strings/audit.ts';
import { common } from '../lib/strings/common.ts';
import { Card } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';
import { Facts } from '../ui/facts.tsx';

const words = audit.head;

/** How long the journal is, and what its last event is known by. */
export function JournalHead({ state }: { readonly state: AuditState }) {
  const { head, pruned_count: pruned, key_name: name, public_key: key } = state;
  return (
    <Card title={words.title}>
      <Facts
        rows={[
          [words.size, formatCount(head.size)],
          ...(pruned === undefined ? [] : [[words.pruned, formatCount(pruned)] as const]),
          [words.key, <code key="name">{name}</code>],
        ]}
      />
      <Hash label={words.hash} text={head.hash} />
      <Hash label={words.publicKey} text={key} />
    </Card>
  );
}

function Hash({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="audit-hash">
      <span>{label}</span>
      <Copyable label={label} text={text} copyText={common.copy} copiedText={common.copied} />
    </div>
  );
}
