import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { api, download } from '../lib/api.ts';
import { formatDuration, formatMoment } from '../lib/format.ts';
import { saveFile } from '../lib/save-file.ts';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Failure, QueryResult } from '../ui/feedback.tsx';
import { KindBars } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Tabs } from '../ui/tabs.tsx';
import { CallReplay } from './call-replay.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { callStrings } from './strings.ts';

const reportStrings = callStrings.detail.report;

/** Downloads the compliance report in both formats. */
export function CallReport({ callId }: { readonly callId: string }) {
  const making = useMutation({
    mutationFn: async (format: 'pdf' | 'json') => {
      const bytes = await download(`/sessions/${callId}/report`, { format });
      saveFile(bytes, `report-${callId}.${format}`);
    },
  });
  return (
    <Card title={callStrings.detail.tab.report}>
      <p>{reportStrings.intro}</p>
      <div className="page-actions">
        <Button variant="primary" busy={making.isPending} onClick={() => making.mutate('pdf')}>
          {reportStrings.pdf}
        </Button>
        <Button busy={making.isPending} onClick={() => making.mutate('json')}>
          {reportStrings.json}
        </Button>
      </div>
      <p className="wait" role="status">
        {making.isPending ? reportStrings.making : reportStrings.recorded}
      </p>
      <Failure error={making.error} />
    </Card>
  );
}

const callDetailStrings = callStrings.detail;
const route = getRouteApi('/calls/$callId');
/** Milliseconds between reloads of a call in progress. */
const refreshMs = 3_000;

/** One call: summary, events, transcript if kept, and report. */
export function CallPage() {
  const { callId } = route.useParams();
  const query = useQuery({
    queryKey: ['session', callId],
    queryFn: () => api<{ session: SessionSummary }>(`/sessions/${callId}`),
    refetchInterval: ({ state }) => (state.data?.session.ended === false ? refreshMs : false),
  });
  return (
    <Page
      title={
        query.data === undefined
          ? commonStrings.pages.calls
          : callDetailStrings.title(query.data.session.agent_name)
      }
      intro={<Link to="/calls">{callDetailStrings.back}</Link>}
    >
      <QueryResult query={query}>{({ session }) => <Call session={session} />}</QueryResult>
    </Page>
  );
}

function Call({ session }: { readonly session: SessionSummary }) {
  const { facts } = callDetailStrings;
  return (
    <>
      <div className="columns">
        <Card title={callDetailStrings.summary}>
          <Facts
            rows={[
              [facts.status, callStrings.list.statuses[session.status] ?? session.status],
              [facts.started, formatMoment(session.started_at)],
              [facts.ended, formatMoment(session.ended_at)],
              [facts.duration, formatDuration(session.duration_ms)],
              [facts.turns, session.turn_count],
              [facts.model, session.upstream_model],
              [facts.agent, <code key="agent">{session.agent_id}</code>],
              [facts.id, <code key="id">{session.id}</code>],
            ]}
          />
        </Card>
        <Card title={callDetailStrings.redactions}>
          {session.redaction_count === 0 ? (
            <p>{callDetailStrings.noRedactions}</p>
          ) : (
            <KindBars counts={session.redactions_by_kind} />
          )}
        </Card>
        <CallReport callId={session.id} />
      </div>
      <Tabs
        label={callDetailStrings.tabs}
        names={callDetailStrings.tab}
        panels={{
          timeline: <CallTimeline callId={session.id} />,
          replay: <CallReplay callId={session.id} />,
        }}
      />
    </>
  );
}
