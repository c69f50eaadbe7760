import { type ExitCode, exit } from '../../server/shared/exit-codes.ts';
import { createAppLog } from '../app/app-log.ts';
import { createTunnelControl } from '../app/tunnel-control.ts';
import type { ServerState, TunnelState } from '../ipc/schema.ts';
import { settingKeys, settingMeta } from '../settings/schema.ts';
import type { Service } from './open-service.ts';
import type { SystemdNotifier } from './systemd-notifier.ts';

export interface RunOptions {
  readonly notifier: SystemdNotifier;
  /** Writes a line for a person. */
  readonly say: (line: string) => void;
  /** Resolves when the service must end. */
  readonly ended: Promise<void>;
  /** Subscribes to requests to reload the settings. */
  readonly onReload: (listener: () => void) => void;
}

/**
 * Runs server and tunnel until the service must end, then lets calls in flight finish. Resolves
 * with `badConfig` if the server cannot run with its settings. A server that keeps crashing is
 * restarted after a while, because the machine may be unattended.
 */
export async function runService(service: Service, options: RunOptions): Promise<ExitCode> {
  const { server, settings, log: file } = service;
  const { notifier, say } = options;
  const tunnel = createTunnelControl(service.tunnel, () => settings.value('tunnelProvider'));
  const log = createAppLog(file, Date.now);
  const refused = Promise.withResolvers<ExitCode>();
  const report = (line: string): void => {
    say(line);
    log.info(line);
  };
  const reported = { server: '', tunnel: '' };
  let isReady = false;

  const follow = (): void => {
    const state = server.state();
    tunnel.serverChanged(state);
    const line = serverLine(state);
    if (line !== reported.server) {
      reported.server = line;
      report(line);
      if (state.phase === 'refused') refused.resolve(exit.badConfig);
      else if (!isReady && hasStarted(state.phase)) {
        isReady = true;
        notifier.ready(line);
      } else notifier.status(line);
    }
    const tunnelStatus = tunnelLine(service.tunnel.state());
    if (tunnelStatus !== reported.tunnel) report(tunnelStatus);
    reported.tunnel = tunnelStatus;
  };

  service.onChange(follow);
  options.onReload(() => {
    reload(service, tunnel, report).catch((error: unknown) => {
      say('the settings could not be reloaded: the service keeps its current ones');
      log.error('the settings could not be reloaded', error);
    });
  });
  server.start();
  const code = await Promise.race([options.ended.then(() => exit.ok), refused.promise]);
  notifier.stopping();
  await server.stop();
  await service.tunnel.stop();
  notifier.close();
  return code;
}

/** The start is over: the server runs, or only time or an administrator can help. */
function hasStarted(phase: ServerState['phase']): boolean {
  return phase === 'running' || phase === 'degraded' || phase === 'crash_loop';
}

/** Reloads the settings and restarts what they concern. */
async function reload(
  { settings, server }: Service,
  tunnel: ReturnType<typeof createTunnelControl>,
  report: (line: string) => void,
): Promise<void> {
  const read = () => new Map(settingKeys.map((key) => [key, settings.value(key)]));
  const before = read();
  await settings.reload();
  const after = read();
  const changed = settingKeys.filter((key) => before.get(key) !== after.get(key));
  report(`settings reloaded; changed: ${changed.join(', ') || 'nothing'}`);
  if (
    settings.problems().length > 0 ||
    changed.some((key) => settingMeta(key).restart === 'server')
  )
    server.restart();
  tunnel.settingsChanged(changed);
}

function serverLine({ phase, url, lastExit, reasons, problems }: ServerState): string {
  switch (phase) {
    case 'running':
      return `serving at ${url}`;
    case 'degraded':
      return `serving no calls: ${reasons.join('; ')}`;
    case 'restarting':
      return `the server crashed (${lastExit ?? 'it hung'}) and restarts`;
    case 'crash_loop':
      return `the server crashed too often (${lastExit}): it will be tried again later; see server.log`;
    case 'refused':
      return `the server cannot run with these settings: ${problems
        .map(({ path, message }) => `${path}: ${message}`)
        .join('; ')}`;
    default:
      return `the server is ${phase}`;
  }
}

function tunnelLine({ provider, phase, publicUrl, detail }: TunnelState): string {
  const why = detail === null ? '' : `: ${detail}`;
  const where = publicUrl === null ? '' : ` at ${publicUrl}`;
  return provider === 'none' ? 'no tunnel' : `tunnel (${provider}) ${phase}${where}${why}`;
}
