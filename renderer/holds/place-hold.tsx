import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AgentPage } from '../../server/contract/agents.ts';
import type { LegalHoldAnswer } from '../../server/contract/retention.ts';
import type { SessionSummary } from '../../server/contract/sessions.ts';
import { api } from '../lib/api.ts';
import { formatMoment } from '../lib/format.ts';
import { dayAfter, startOfDay } from '../lib/local-days.ts';
import { useRefusal } from '../lib/me.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Badge, Failure } from '../ui/feedback.tsx';
import { Form, SelectField, TextField } from '../ui/field.tsx';
import { commonStrings } from '../ui/strings.ts';
import { holdStrings } from './strings.ts';

/** The legal holds in force, for those who may see them. */
export function useHolds() {
  return useQuery({
    queryKey: ['audit', 'holds'],
    queryFn: () => api<{ data: readonly LegalHoldAnswer[] }>('/admin/legal-hold'),
    enabled: useRefusal('listLegalHolds') === undefined,
  });
}

type HeldCall = Pick<SessionSummary, 'id' | 'agent_id' | 'started_at' | 'ended_at'>;

/** Whether a hold covers a call, as the service decides it. */
function covers(hold: LegalHoldAnswer, call: HeldCall): boolean {
  return (
    (hold.session_id === undefined || hold.session_id === call.id) &&
    (hold.agent_id === undefined || hold.agent_id === call.agent_id) &&
    (hold.from === undefined || call.ended_at >= hold.from) &&
    (hold.until === undefined || call.started_at < hold.until)
  );
}

/** What a hold covers, in words. */
export function coverOf({ session_id, agent_id, from, until }: LegalHoldAnswer): string {
  if (from !== undefined)
    return holdStrings.dates(formatMoment(from), until && formatMoment(until));
  return session_id ?? agent_id ?? holdStrings.everything;
}

/** On the page of a call: places a hold on it, and says which are in force. */
export function CallHold({ call }: { readonly call: HeldCall }) {
  const { data } = useHolds();
  if (data === undefined) return null;
  const held = data.data.filter((hold) => covers(hold, call));
  return (
    <div className="page-actions">
      {held.length === 0 ? null : (
        <Badge tone="warn">{holdStrings.held(held.flatMap(({ matter }) => matter ?? []))}</Badge>
      )}
      <PlaceHold callId={call.id} />
    </div>
  );
}

/** A button that asks what to keep, or only for confirmation where `callId` is given. */
export function PlaceHold({ callId }: { readonly callId?: string }) {
  const [asking, ask] = useState(false);
  return (
    <>
      <Button onClick={() => ask(true)}>{holdStrings.ask}</Button>
      {asking ? <HoldDialog callId={callId} onClose={() => ask(false)} /> : null}
    </>
  );
}

interface DialogProps {
  readonly callId: string | undefined;
  readonly onClose: () => void;
}

function HoldDialog({ callId, onClose }: DialogProps) {
  const client = useQueryClient();
  const [scope, setScope] = useState(callId === undefined ? 'all' : 'session');
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({ session: callId ?? '' });
  const field = (name: string) => ({
    value: texts[name] ?? '',
    onChange: (value: string) => setTexts((before) => ({ ...before, [name]: value })),
  });
  const { error, isPending, mutate } = useMutation({
    mutationFn: () => api<object>('/admin/legal-hold', holdRequest(scope, texts)),
    onSuccess: async () => {
      onClose();
      await client.invalidateQueries({ queryKey: ['audit', 'holds'] });
    },
  });
  return (
    <Dialog title={holdStrings.askTitle} onClose={onClose}>
      <Form onSubmit={mutate}>
        <p>{holdStrings.intro}</p>
        <TextField
          label={holdStrings.matter}
          hint={holdStrings.noPatient}
          required
          maxLength={120}
          {...field('matter')}
        />
        <TextField label={holdStrings.reason} required maxLength={500} {...field('reason')} />
        <TextField label={holdStrings.reviewer} required maxLength={120} {...field('reviewer')} />
        {callId === undefined ? (
          <SelectField
            label={holdStrings.scope}
            value={scope}
            options={Object.entries(holdStrings.scopes)}
            onChange={setScope}
          />
        ) : null}
        <CoverFields scope={scope} callId={callId} field={field} />
        <p className="quiet">{holdStrings.recorded}</p>
        <Failure error={error} />
        <div className="dialog-foot">
          <Button onClick={onClose}>{commonStrings.cancel}</Button>
          <Button type="submit" variant="primary" busy={isPending}>
            {holdStrings.place}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface CoverProps extends Pick<DialogProps, 'callId'> {
  readonly scope: string;
  readonly field: (name: string) => {
    readonly value: string;
    readonly onChange: (value: string) => void;
  };
}

function CoverFields({ scope, callId, field }: CoverProps) {
  const agents = useQuery({
    queryKey: ['agents', 'names'],
    queryFn: () => api<AgentPage>('/agents', { query: { limit: 100 } }),
    enabled: scope === 'agent',
  });
  switch (scope) {
    case 'session':
      return (
        <TextField
          label={holdStrings.session}
          hint={callId === undefined ? holdStrings.sessionHint : undefined}
          className="mono"
          required
          readOnly={callId !== undefined}
          pattern="\s*sess_[0-9A-Z]{26}\s*"
          placeholder="sess_…"
          {...field('session')}
        />
      );
    case 'agent':
      return (
        <SelectField
          label={holdStrings.agent}
          options={[
            ['', holdStrings.chooseAgent],
            ...(agents.data?.data ?? []).map(({ id, name }): [string, string] => [id, name]),
          ]}
          {...field('agent')}
        />
      );
    case 'dates':
      return (
        <>
          <TextField label={holdStrings.from} type="date" required {...field('from')} />
          <TextField
            label={holdStrings.until}
            hint={holdStrings.untilHint}
            type="date"
            {...field('until')}
          />
        </>
      );
    default:
      return null;
  }
}

/** The request of a hold; days are those of the zone that times are shown in. */
function holdRequest(scope: string, texts: Readonly<Record<string, string>>) {
  const { matter, reason, reviewer, session = '', agent, from, until } = texts;
  const covers: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
    session: { session_id: session.trim() },
    agent: { agent_id: agent || 'agt_' },
    dates: {
      from: from && startOfDay(from),
      until: until ? startOfDay(dayAfter(until)) : undefined,
    },
  };
  const query = covers[scope] ?? {};
  return { method: 'PUT', query, body: { matter, reason, reviewer } } as const;
}
