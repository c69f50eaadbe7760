import type { ServerState, TunnelState, UpdateState } from '../../main/ipc/schema.ts';

type Tone = 'plain' | 'good' | 'warn' | 'bad';

const service: Readonly<Record<ServerState['phase'], Tone>> = {
  starting: 'warn',
  running: 'good',
  degraded: 'bad',
  restarting: 'warn',
  crash_loop: 'bad',
  refused: 'bad',
  stopping: 'warn',
  stopped: 'plain',
};
const tunnel: Readonly<Record<TunnelState['phase'], Tone>> = {
  off: 'plain',
  starting: 'warn',
  up: 'good',
  down: 'bad',
  restarting: 'warn',
  failed: 'bad',
  stopping: 'warn',
};
const update: Readonly<Record<UpdateState['phase'], Tone>> = {
  off: 'plain',
  idle: 'plain',
  checking: 'plain',
  available: 'warn',
  downloading: 'plain',
  ready: 'good',
  failed: 'bad',
};

export const serviceTone = (phase: ServerState['phase']): Tone => service[phase];
export const tunnelTone = (phase: TunnelState['phase']): Tone => tunnel[phase];
export const updateTone = (phase: UpdateState['phase']): Tone => update[phase];
