import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Transcript } from '../../server/contract/live.ts';
import { api, download } from '../lib/api.ts';
import { inDemo } from '../lib/demo.ts';
import { useRefusal } from '../lib/me.ts';
import { saveFile } from '../lib/save-file.ts';
import { RevealControl } from '../reveal/reveal-control.tsx';
import { useReveal, valuesOfCall } from '../reveal/use-reveal.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmRequest } from '../ui/dialog.tsx';
import { Failure, Notice, QueryResult } from '../ui/feedback.tsx';
import { MarkableCall } from './marking.tsx';
import { callStrings } from './strings.ts';
import { TwoSided } from './two-sided.tsx';

const replayStrings = callStrings.detail.replay;
/** Milliseconds between reloads of the conversation of a call in progress. */
const refreshMs = 5_000;

interface OneTranscript {
  readonly transcript: Transcript;
}

interface Props {
  readonly callId: string;
  readonly ended: boolean;
}

/**
 * The conversation of a call: the public side first. Real values are offered only where they are kept.
 */
export function CallReplay({ callId, ended }: Props) {
  const reveal = useReveal();
  const revealed = inDemo || reveal.shown !== undefined;
  const side = revealed ? 'both' : 'public';
  const client = useQueryClient();
  const keyOf = (one: typeof side) => ['session', callId, 'transcript', one, ended];
  const query = useQuery({
    queryKey: keyOf(side),
    queryFn: () => api<OneTranscript>(`/sessions/${callId}/transcript`, { query: { side } }),
    refetchInterval: ended || revealed ? false : refreshMs,
    // What was revealed stays as it is until the reveal ends.
    ...(revealed && {
      placeholderData: () => client.getQueryData<OneTranscript>(keyOf('public')),
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      gcTime: 0,
    }),
  });
  return (
    <QueryResult query={query}>
      {({ transcript: { payloads, public_side, turns } }) => (
        <div className="replay">
          <Kept state={revealed ? payloads : public_side} />
          {hasValues.has(payloads) ? (
            <RevealControl reveal={reveal} target={valuesOfCall('transcript', callId)} />
          ) : null}
          {turns.length === 0 ? (
            <p className="wait">{replayStrings.empty}</p>
          ) : (
            <MarkableCall
              callId={callId}
              turns={turns}
              publicOnly={!hasValues.has(payloads) && hasValues.has(public_side)}
            >
              <TwoSided turns={turns} oneSide={!revealed} />
            </MarkableCall>
          )}
          {ended ? (
            <KeptWords callId={callId} kept={[payloads, public_side]} onErase={reveal.hide} />
          ) : null}
        </div>
      )}
    </QueryResult>
  );
}

interface KeptWordsProps extends EraseWordsProps {
  /** The states of both sides, and of the public side. */
  readonly kept: readonly [both: string, publicSide: string];
}

/** What can be done with the words of a past call. */
function KeptWords({ callId, kept: [both, publicSide], onErase }: KeptWordsProps) {
  const isPublic = hasValues.has(publicSide);
  return (
    <>
      {isPublic ? <DownloadMasked callId={callId} /> : null}
      {isPublic || hasValues.has(both) ? <EraseWords callId={callId} onErase={onErase} /> : null}
    </>
  );
}

/** Saves the masked texts of the call as a file. */
function DownloadMasked({ callId }: Pick<Props, 'callId'>) {
  const saving = useMutation({
    mutationFn: async () =>
      saveFile(
        await download(`/sessions/${callId}/transcript/masked`),
        `transcript-${callId}.json`,
      ),
  });
  if (useRefusal('downloadTranscript') !== undefined) return null;
  return (
    <div>
      <Button icon="download" busy={saving.isPending} onClick={() => saving.mutate()}>
        {replayStrings.download}
      </Button>
      <Failure error={saving.error} />
    </div>
  );
}

interface EraseWordsProps extends Pick<Props, 'callId'> {
  readonly onErase: () => void;
}

/** Lets an admin erase what is kept of the conversation. */
function EraseWords({ callId, onErase }: EraseWordsProps) {
  const [asking, ask] = useState(false);
  const { erase } = replayStrings;
  if (useRefusal('eraseSessionPayloads') !== undefined) return null;
  return (
    <div>
      <Button variant="danger" onClick={() => ask(true)}>
        {erase.button}
      </Button>
      {asking ? (
        <ConfirmRequest
          title={erase.title}
          button={erase.confirm}
          danger
          text={erase.text}
          run={async () => {
            await api<void>(`/sessions/${callId}/payloads`, { method: 'DELETE' });
            onErase();
          }}
          stale={[['session', callId]]}
          onClose={() => ask(false)}
        />
      ) : null}
    </div>
  );
}

const hasValues: ReadonlySet<string> = new Set(['kept', 'damaged']);

/** Why texts are missing; nothing where all are kept. */
function Kept({ state }: { readonly state: string }) {
  const why = replayStrings.states[state];
  return why === undefined ? null : <Notice>{why}</Notice>;
}
