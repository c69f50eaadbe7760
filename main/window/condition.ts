import type { ApplianceState } from '../ipc/schema.ts';

/** The state that the tray shows at a glance. */
export interface Condition {
  readonly level: /** Calls are served. */
    | 'serving'
    /** The service is starting or restarting. */
    | 'waiting'
    /** Calls are refused or cannot arrive; the service itself runs. */
    | 'impaired'
    /** The service is down and needs attention. */
    | 'down'
    /** The service was stopped by a person. */
    | 'off';
  /** A line for people; it neither names callers nor quotes calls. */
  readonly summary: string;
}

/** The worst current condition. */
export function conditionOf({ server, tunnel, keys }: ApplianceState): Condition {
  if (keys.problem !== null) return { level: 'down', summary: 'The keys cannot be read' };
  switch (server.phase) {
    case 'crash_loop':
      return { level: 'down', summary: 'The service keeps crashing' };
    case 'refused':
      return { level: 'down', summary: 'The service cannot run with these settings' };
    case 'starting':
      return { level: 'waiting', summary: 'The service is starting' };
    case 'restarting':
      return { level: 'waiting', summary: 'The service crashed and is restarting' };
    case 'stopping':
      return { level: 'off', summary: 'The service is finishing its calls' };
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
        summary: 'The tunnel is down; calls from outside cannot arrive',
      };
    case 'failed':
      return { level: 'impaired', summary: 'The tunnel failed; calls from outside cannot arrive' };
    case 'starting':
      return { level: 'waiting', summary: 'The tunnel is starting' };
    case 'up':
      return { level: 'serving', summary: 'Calls are served through the tunnel' };
    case 'off':
    case 'stopping':
      return { level: 'serving', summary: 'Calls are served' };
  }
}
