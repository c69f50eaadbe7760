import type { AuditState } from '../../server/contract/audit.ts';
import { auditStrings } from '../lib/strings/audit.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { Checkpoints } from './checkpoints.tsx';
import { ExportJournal } from './export-journal.tsx';
import { GapNotice } from './gap-notice.tsx';
import { JournalHead } from './journal-head.tsx';
import { LegalHolds } from './legal-holds.tsx';
import { Retention } from './retention.tsx';
import { useAuditState } from './use-audit.ts';
import { VerifyChain } from './verify-chain.tsx';
import './audit.css';

/** The journal: whether it is whole, what was signed of it, and what is kept and for how long. */
export function AuditPage() {
  return (
    <Page title={commonStrings.pages.audit} intro={auditStrings.intro}>
      <QueryResult query={useAuditState()}>{(state) => <Journal state={state} />}</QueryResult>
    </Page>
  );
}

function Journal({ state }: { readonly state: AuditState }) {
  const { tab } = auditStrings;
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
        label={auditStrings.tabs}
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
