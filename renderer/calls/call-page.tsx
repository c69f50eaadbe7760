import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { SessionEvent, SessionSummary } from '../../server/contract/sessions.ts';
import { ActivityLog } from '../activity/activity-log.tsx';
import { activityStrings } from '../activity/strings.ts';
import { ExposureBadges } from '../exposure/exposure-badges.tsx';
import { exposureStrings } from '../exposure/strings.ts';
import { CallHold } from '../holds/place-hold.tsx';
import { api, download, type PageOf } from '../lib/api.ts';
import { formatDuration, timeZone } from '../lib/format.ts';
import { useRefusal } from '../lib/me.ts';
import { saveFile } from '../lib/save-file.ts';
import { CallCheck, useIsToCheck } from '../sampling/call-check.tsx';
import { Button } from '../ui/button.tsx';
import { Card, Facts } from '../ui/card.tsx';
import { Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { KindBars } from '../ui/kinds.tsx';
import { Page } from '../ui/page.tsx';
import { commonStrings } from '../ui/strings.ts';
import { Tabs } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { CallReplay } from './call-replay.tsx';
import { CallState } from './call-state.tsx';
import { CallTimeline } from './call-timeline.tsx';
import { CallReview } from './review/call-review.tsx';
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
        <Button
          variant="primary"
          icon="download"
          busy={making.isPending}
          onClick={() => making.mutate('pdf')}
        >
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

/** Values masked; undefined where they are not recorded. */
function valuesOf({ values_by_kind: values }: SessionSummary): number | undefined {
  return values && Object.values(values).reduce((sum, count) => sum + count, 0);
}

/** What the first failed turn met, such as an answer of the provider; nothing without one. */
function FailureBanner({ call: { first_failure: failure } }: { readonly call: SessionSummary }) {
  if (failure === undefined) return null;
  const { answered, reasons, status, turn } = callStrings.sides;
  const cause =
    failure.upstream_status === undefined
      ? (reasons[failure.reason] ?? failure.reason)
      : answered(failure.upstream_status);
  return (
    <Notice tone={failure.status === 'error' ? 'bad' : 'warn'}>
      {`${turn(failure.turn)}: ${status[failure.status] ?? failure.status}, ${cause}`}
    </Notice>
  );
}

function Call({ session }: { readonly session: SessionSummary }) {
  const mayReview = useRefusal('listActivity') === undefined;
  // It also lists the marks of others, which a reviewer must not know yet.
  const isToCheck = useIsToCheck(session.id);
  return (
    <>
      <FailureBanner call={session} />
      <CallCheck callId={session.id} />
      <div className="call-glance">
        <CallState call={session} />
        <span className="badges">
          <ExposureBadges exposure={session.exposure} />
        </span>
        <span>{exposureStrings.masked(session.redaction_count, valuesOf(session))}</span>
        <span>{callStrings.live.turns(session.turn_count)}</span>
        <span>{formatDuration(session.duration_ms)}</span>
      </div>
      <div className="with-aside">
        <Tabs
          label={callDetailStrings.tabs}
          names={callDetailStrings.tab}
          panels={{
            replay: <CallReplay callId={session.id} ended={session.ended} />,
            timeline: <CallTimeline callId={session.id} />,
            ...(mayReview && !isToCheck && { access: <CallAccess callId={session.id} /> }),
          }}
        />
        <aside aria-label={callDetailStrings.summary}>
          <Summary session={session} />
          <CallReview callId={session.id} />
          <Card title={callDetailStrings.redactions}>
            {session.redaction_count === 0 ? (
              <p>{callDetailStrings.noRedactions}</p>
            ) : (
              <KindBars counts={session.values_by_kind ?? session.redactions_by_kind} />
            )}
          </Card>
          <CallReport callId={session.id} />
        </aside>
      </div>
    </>
  );
}

/** Under which policy a call began and who provides its model, from its first event. */
function useBeginning({ id }: SessionSummary): readonly (readonly [string, string])[] {
  const { facts } = callDetailStrings;
  const { data } = useQuery({
    queryKey: ['session', id, 'beginning'],
    queryFn: () => api<PageOf<SessionEvent>>(`/sessions/${id}/events`, { query: { limit: 1 } }),
  });
  const began = data?.data[0];
  if (began?.kind !== 'call_started') return [];
  const { policy_name: name, policy_version: version, upstream } = began;
  return [
    ...(name === undefined
      ? []
      : [[facts.policy, facts.policyVersion(String(name), Number(version))] as const]),
    [facts.provider, String(upstream)],
  ];
}

function Summary({ session }: { readonly session: SessionSummary }) {
  const { facts } = callDetailStrings;
  const beginning = useBeginning(session);
  return (
    <Card title={callDetailStrings.summary}>
      <Facts
        rows={[
          [`${facts.started} (${timeZone()})`, <Time key="started" iso={session.started_at} />],
          [`${facts.ended} (${timeZone()})`, <Time key="ended" iso={session.ended_at} />],
          [facts.model, session.upstream_model],
          ...beginning,
          [facts.agent, <code key="agent">{session.agent_id}</code>],
          [facts.id, <code key="id">{session.id}</code>],
        ]}
      />
      <CallHold call={session} />
    </Card>
  );
}

/** Who looked at the call's real values, or did something else to its record. */
function CallAccess({ callId }: { readonly callId: string }) {
  return (
    <div className="timeline">
      <p className="wait">
        {activityStrings.callIntro}{' '}
        <Link to="/audit" search={{ tab: 'activity', object: callId }}>
          {activityStrings.all}
        </Link>
      </p>
      <ActivityLog filters={{ object: callId }} ofCall />
    </div>
  );
}
