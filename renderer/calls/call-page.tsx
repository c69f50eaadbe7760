import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { formatDuration, formatMoment } from '../lib/format.ts';
import { calls } from '../lib/strings/calls.ts';
import { common } from '../lib/strings/common.ts';
import { Answer } from '../ui/answer.tsx';
import { Card } from '../ui/card.tsx';
import { Facts } from '../ui/facts.tsx';
import { KindBars } from '../ui/kind-bars.tsx';
import { Page } from '../ui/page.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { CallReport } from './call-report.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { Replay } from './replay.tsx';

const words = calls.detail;
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
        query.data === undefined ? common.pages.calls : words.title(query.data.session.agent_name)
      }
      intro={<Link to="/calls">{words.back}</Link>}
    >
      <Answer query={query}>{({ session }) => <Call session={session} />}</Answer>
    </Page>
  );
}

function Call({ session }: { readonly session: SessionSummary }) {
  const { facts } = words;
  return (
    <>
      <div className="columns">
        <Card title={words.summary}>
          <Facts
            rows={[
              [facts.status, calls.list.statuses[session.status] ?? session.status],
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
        <Card title={words.redactions}>
          {session.redaction_count === 0 ? (
            <p>{words.noRedactions}</p>
          ) : (
            <KindBars counts={session.redactions_by_kind} />
          )}
        </Card>
        <CallReport sessionId={session.id} />
      </div>
      <Tabs
        label={words.tabs}
        tabs={[
          {
            value: 'timeline',
            label: words.tab.timeline,
            panel: <CallTimeline sessionId={session.id} />,
          },
          { value: 'replay', label: words.tab.replay, panel: <Replay sessionId={session.id} /> },
        ]}
      />
    </>
  );
}
