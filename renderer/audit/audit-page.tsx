import type { AuditState } from '../../server/contract/audit.ts';
import { audit } from '../lib/strings/audit.ts';
import { common } from '../lib/strings/common.ts';
import { Answer } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Checkpoints } from './checkpoints.tsx';
import { ExportJournal } from './export-journal.tsx';
import { GapNotice } from './gap-notice.tsx';
import { JournalHead } from './journal-head.tsx';
import { LegalHolds } from './legal-holds.tsx';
import { Retention } from './retention.tsx';
import { useAudit } from './use-audit.ts';
import { VerifyChain } from './verify-chain.tsx';
import './audit.css';

/** The journal: whether it is whole, what was signed of it, and what is kept and for how long. */
export function AuditPage() {
  return (
    <Page title={common.pages.audit} intro={audit.intro}>
      <Answer query={useAudit()}>{(state) => <Journal state={state} />}</Answer>
    </Page>
  );
}

function Journal({ state }: { readonly state: AuditState }) {
  const { tab } = audit;
  return (
    <>
      {state.gap === null ? null : <GapNotice gap={state.gap} />}
      <div className="audit-top">
        <div className="audit-panel">
          <VerifyChain events={state.head.size} />
          <ExportJournal />
        </div>
        <JournalHead state={state} />
      </div>
      <Tabs
        label={audit.tabs}
        tabs={[
          {
            value: 'checkpoints',
            label: tab.checkpoints,
            panel: <Checkpoints checkpoints={state.checkpoints} />,
          },
          { value: 'holds', label: tab.holds, panel: <LegalHolds /> },
          { value: 'retention', label: tab.retention, panel: <Retention /> },
        ]}
      />
    </>
  );
}
