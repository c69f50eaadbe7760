import type { ApplianceState } from '../ipc/schema.ts';

/** How calls fare, as a glance at the tray should tell. */
export interface Condition {
  readonly level: /** Calls are served. */
    | 'serving'
    /** It is starting, or starting again by itself. */
    | 'waiting'
    /** Calls are refused or cannot come in; the service itself runs. */
    | 'impaired'
    /** Nothing runs, and somebody must look. */
    | 'down'
    /** Nothing runs, as somebody wanted. */
    | 'off';
  /** A line for people. It names no caller and quotes no call. */
  readonly summary: string;
}

/** The worst of what holds now. */
export function conditionOf({ server, tunnel, keys }: ApplianceState): Condition {
  if (keys.problem !== null)
    return { level: 'down', summary: 'The keys cannot be read from where they are kept' };
  switch (server.phase) {
    case 'crash_loop':
      return { level: 'down', summary: 'The service keeps stopping and is not started again' };
    case 'refused':
      return { level: 'down', summary: 'The service cannot run as it is set up' };
    case 'starting':
      return { level: 'waiting', summary: 'The service is starting' };
    case 'restarting':
      return { level: 'waiting', summary: 'The service stopped and is being started again' };
    case 'stopping':
      return { level: 'off', summary: 'The service finishes its calls and stops' };
    case 'stopped':
      return { level: 'off', summary: 'The service is stopped' };
    case 'degraded':
      return { level: 'impaired', summary: 'The service runs but refuses calls' };
    case 'running':
      return tunnelCondition(tunnel);
  }
}

function tunnelCondition(tunnel: ApplianceState['tunnel']): Condition {
  switch (tunnel.phase) {
    case 'down':
    case 'restarting':
      return {
        level: 'impaired',
        summary: 'The tunnel is down; calls from outside cannot come in',
      };
    case 'failed':
      return { level: 'impaired', summary: 'The tunnel failed; calls from outside cannot come in' };
    case 'starting':
      return { level: 'waiting', summary: 'The tunnel is starting' };
    case 'up':
      return { level: 'serving', summary: 'Calls are served, and come in through the tunnel' };
    case 'off':
    case 'stopping':
      return { level: 'serving', summary: 'Calls are served' };
  }
}
