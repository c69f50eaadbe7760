import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { formatDuration, formatMoment } from '../lib/format.ts';
import { callStrings } from '../lib/strings/calls.ts';
import { commonStrings } from '../lib/strings/common.ts';
import { QueryResult } from '../ui/answer.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { KindBars } from '../ui/kind-bars.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CallReport } from './call-report.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { CallReplay } from './replay.tsx';

const callDetailStrings = callStrings.detail;
const route = getRouteApi('/calls/$sessionId');
/** How often a call that is not over is looked at again, in milliseconds. */
const refreshMs = 3_000;

/** One call: what it was, every event of it, both sides where they were kept, and its report. */
export function CallPage() {
  const { sessionId } = route.useParams();
  const query = useQuery({
    queryKey: ['session', sessionId],
    queryFn: () => api<{ session: SessionSummary }>(`/sessions/${sessionId}`),
    refetchInterval: ({ state }) => (state.data?.session.ended === false ? refreshMs : false),
  });
  return (
    <Page
      title={
        query.data === undefined ? commonStrings.pages.calls : callDetailStrings.title(query.data.session.agent_name)
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
        tabs={[
          {
            value: 'timeline',
            label: callDetailStrings.tab.timeline,
            panel: <CallTimeline callId={session.id} />,
          },
          { value: 'replay', label: callDetailStrings.tab.replay, panel: <CallReplay callId={session.id} /> },
        ]}
      />
    </>
  );
}
