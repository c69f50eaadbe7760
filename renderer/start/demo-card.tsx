import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { OneDemo } from '../../server/contract/system.ts';
import { api, askClinicService } from '../lib/api.ts';
import { demoPath, inDemo } from '../lib/demo.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Failure } from '../ui/feedback.tsx';
import { commonStrings } from '../ui/strings.ts';
import { startStrings } from './strings.ts';

const demoStrings = startStrings.demo;
const key = ['demo'];
/** Milliseconds between looks at what is played. */
const refreshMs = 500;

/** Plays invented calls, and leads to them. Not in the demo itself. */
export function DemoCard() {
  return inDemo ? null : (
    <div className="start-demo">
      <PlayDemo />
    </div>
  );
}

function PlayDemo() {
  const client = useQueryClient();
  const [waits, setWaits] = useState(false);
  const { data } = useQuery({
    queryKey: key,
    queryFn: () => api<OneDemo>('/demo'),
    refetchInterval: ({ state }) => state.data?.demo.state === 'playing' && refreshMs,
  });
  const playingCall = useMutation({
    mutationFn: () => api<OneDemo>('/demo/calls', { method: 'POST' }),
    onSuccess: () => location.assign(`${demoPath}/live`),
  });
  const playingDay = useMutation({
    mutationFn: () => api<OneDemo>('/demo/days', { method: 'POST' }),
    onSuccess: (begun) => {
      client.setQueryData(key, begun);
      setWaits(true);
    },
  });
  const removing = useMutation({
    mutationFn: () => askClinicService('DELETE', '/demo'),
    onSuccess: () => client.invalidateQueries({ queryKey: key }),
  });
  const { state = 'none', calls_played: played = 0, calls_planned: planned = 0 } = data?.demo ?? {};
  const isPlaying = state === 'playing';
  useEffect(() => {
    if (waits && state === 'played') location.assign(`${demoPath}/overview`);
  }, [waits, state]);
  return (
    <Card title={demoStrings.title}>
      <p>{demoStrings.text}</p>
      <div className="page-actions">
        <Button
          variant="primary"
          busy={playingCall.isPending}
          disabled={isPlaying}
          onClick={() => playingCall.mutate()}
        >
          {demoStrings.call}
        </Button>
        <Button
          busy={playingDay.isPending || (waits && isPlaying)}
          disabled={isPlaying}
          onClick={() => playingDay.mutate()}
        >
          {demoStrings.day}
        </Button>
        {state === 'none' ? null : (
          <>
            <a className="button" href={isPlaying ? `${demoPath}/live` : demoPath}>
              {demoStrings.open}
            </a>
            <Button busy={removing.isPending} onClick={() => removing.mutate()}>
              {commonStrings.demo.remove}
            </Button>
          </>
        )}
      </div>
      {isPlaying ? <p role="status">{demoStrings.playing(played, planned)}</p> : null}
      <Failure error={playingCall.error ?? playingDay.error ?? removing.error} />
    </Card>
  );
}
