import type { AuditState } from '../../server/contract/audit.ts';
import { QueryResult } from '../ui/feedback.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Tabs } from '../ui/tabs.tsx';
import { auditTabs, auditViewFromSearch } from './audit-view.ts';
import { Checkpoints } from './checkpoints.tsx';
import { GapNotice } from './gap-notice.tsx';
import { LegalHolds } from './legal-holds.tsx';
import { Retention } from './retention.tsx';
import { auditStrings } from './strings.ts';
import { VerifyChain } from './verify-chain.tsx';
import './audit.css';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { ActivityPanel } from '../activity/activity-panel.tsx';
import { api, apiUrl } from '../lib/api.ts';
import { formatCount } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Copyable } from '../ui/copyable.tsx';

const headStrings = auditStrings.head;

/** Size, last hash and signing key of the audit log. */
function JournalHead({ state }: { readonly state: AuditState }) {
  const { head, pruned_count: pruned, key_name: name, public_key: key } = state;
  return (
    <Card title={headStrings.title}>
      <Facts
        rows={[
          [headStrings.size, formatCount(head.size)],
          [headStrings.pruned, pruned === undefined ? null : formatCount(pruned)],
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
      <Copyable label={label} text={text} />
    </div>
  );
}

const exportStrings = auditStrings.exported;

/** Downloads the audit log through a link, so that the browser streams it to disk. */
function ExportJournal() {
  const refusal = useRefusal('exportAudit');
  return (
    <Card title={exportStrings.title}>
      <p className="quiet">{exportStrings.intro}</p>
      <div className="page-actions">
        {refusal === undefined ? (
          <a className="button" href={apiUrl('/audit/export', {})} download="journal.jsonl">
            {exportStrings.button}
          </a>
        ) : (
          <Button disabled title={refusal}>
            {exportStrings.button}
          </Button>
        )}
      </div>
      {refusal === undefined ? null : <p className="quiet">{refusal}</p>}
      <Copyable label={exportStrings.howLabel} text={exportStrings.how} />
    </Card>
  );
}

/** Checkpoints on the page. */
const checkpoints = 200;

/** The current state of the audit log. */
function useAuditState() {
  return useQuery({
    queryKey: ['audit', 'state'],
    queryFn: () => api<AuditState>('/audit', { query: { checkpoints } }),
    refetchInterval: 10_000,
  });
}

const route = getRouteApi('/audit');

/** The audit log: what people did, verification, export, checkpoints, legal holds and retention. */
export function AuditPage() {
  return (
    <Page title={commonStrings.pages.audit} intro={auditStrings.intro}>
      <QueryResult query={useAuditState()}>{(state) => <Journal state={state} />}</QueryResult>
    </Page>
  );
}

function Journal({ state }: { readonly state: AuditState }) {
  const { tab: asked, ...filters } = route.useSearch();
  const navigate = route.useNavigate();
  const mayReview = useRefusal('listActivity') === undefined;
  // While events are missing, what people did cannot be read.
  const usual = mayReview && state.gap === null ? 'activity' : 'log';
  const tab = asked === undefined || (asked === 'activity' && !mayReview) ? usual : asked;
  const change = (view: Readonly<Record<string, unknown>>) =>
    void navigate({
      search: (current) => auditViewFromSearch({ ...current, ...view }),
      replace: true,
    });
  return (
    <>
      {state.gap === null ? null : <GapNotice gap={state.gap} />}
      <Tabs
        label={auditStrings.tabs}
        names={auditStrings.tab}
        panels={{
          ...(mayReview && {
            activity: (
              <ActivityPanel filters={filters} onChange={(filter) => change({ tab, ...filter })} />
            ),
          }),
          log: <Log state={state} />,
          holds: <LegalHolds />,
          retention: <Retention />,
        }}
        value={tab}
        onChange={(name) => change({ tab: auditTabs.find((known) => known === name) })}
      />
    </>
  );
}

/** Verification, export and signed states of the log. */
function Log({ state }: { readonly state: AuditState }) {
  return (
    <div className="audit-panel">
      <div className="audit-top">
        <div className="audit-panel">
          <VerifyChain events={state.head.size} />
          <ExportJournal />
        </div>
        <JournalHead state={state} />
      </div>
      <h2>{auditStrings.checkpoints.title}</h2>
      <Checkpoints checkpoints={state.checkpoints} />
    </div>
  );
}
