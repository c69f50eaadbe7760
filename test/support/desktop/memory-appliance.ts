import type { Supervisor } from '../../../main/appliance/supervisor.ts';
import type { ServerState, TunnelState } from '../../../main/ipc/schema.ts';
import type { Tunnel } from '../../../main/tunnel/tunnel.ts';

/** A server that is in whatever state a test puts it. */
export interface MemoryServer extends Supervisor {
  become(state: Partial<ServerState>): void;
  /** What was asked of it, in order. */
  readonly asked: string[];
  /** Ends what `stop` waits for; it stops at once when absent. */
  lastCall: Promise<void>;
}

export interface MemoryTunnel extends Tunnel {
  become(state: Partial<TunnelState>): void;
  readonly asked: string[];
}

const since = '2026-01-05T08:00:00.000Z';

export function memoryServer(onState: () => void, asked: string[] = []): MemoryServer {
  let state: ServerState = {
    phase: 'stopped',
    since,
    url: null,
    ingressUrl: null,
    restarts: 0,
    lastExit: null,
    reasons: [],
    problems: [],
  };
  const become = (next: Partial<ServerState>): void => {
    state = { ...state, ...next };
    onState();
  };
  const server: MemoryServer = {
    asked,
    lastCall: Promise.resolve(),
    become,
    state: () => state,
    start: () => {
      asked.push('start the server');
      become({ phase: 'starting' });
    },
    restart: () => {
      asked.push('restart the server');
      become({ phase: 'starting', url: null });
    },
    stop: async () => {
      asked.push('stop the server');
      become({ phase: 'stopping' });
      await server.lastCall;
      become({ phase: 'stopped', url: null });
      asked.push('the server is gone');
    },
    ticket: async () => null,
    setCallsUrl: () => {},
    resumed: () => asked.push('the server wakes'),
  };
  return server;
}

export function memoryTunnel(onState: () => void, asked: string[] = []): MemoryTunnel {
  let state: TunnelState = {
    provider: 'none',
    phase: 'off',
    since,
    publicUrl: null,
    restarts: 0,
    detail: null,
  };
  const become = (next: Partial<TunnelState>): void => {
    state = { ...state, ...next };
    onState();
  };
  const does = (what: string, phase: TunnelState['phase']) => async () => {
    asked.push(what);
    become({ phase: state.provider === 'none' ? 'off' : phase });
  };
  return {
    asked,
    become,
    state: () => state,
    start: does('start the tunnel', 'starting'),
    stop: does('stop the tunnel', 'off'),
    restart: does('restart the tunnel', 'starting'),
    resumed: () => asked.push('the tunnel wakes'),
  };
}
