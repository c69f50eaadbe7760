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
  /** Resolves when the service is to end. */
  readonly ended: Promise<void>;
  /** Calls back when the settings are to be read anew. */
  readonly onReload: (listener: () => void) => void;
}

/**
 * Runs server and tunnel until the service is to end, then lets calls in flight finish. Resolves with
 * `badConfig` when the server cannot run as it is set up; a server that crashes again and again is
 * tried again after a while, as nobody looks.
 */
export async function runService(service: Service, options: RunOptions): Promise<ExitCode> {
  const { server, settings, log: file } = service;
  const { notifier, say } = options;
  const tunnel = createTunnelControl(service.tunnel, () => settings.value('tunnelProvider'));
  const log = createAppLog(file, Date.now);
  const refused = Promise.withResolvers<ExitCode>();
  const tell = (line: string): void => {
    say(line);
    log.info(line);
  };
  const told = { server: '', tunnel: '' };
  let isReady = false;

  const follow = (): void => {
    const state = server.state();
    tunnel.serverChanged(state);
    const line = serverLine(state);
    if (line !== told.server) {
      told.server = line;
      tell(line);
      if (state.phase === 'refused') refused.resolve(exit.badConfig);
      else if (!isReady && hasStarted(state.phase)) {
        isReady = true;
        notifier.ready(line);
      } else notifier.status(line);
    }
    const tunnelSays = tunnelLine(service.tunnel.state());
    if (tunnelSays !== told.tunnel) tell(tunnelSays);
    told.tunnel = tunnelSays;
  };

  service.onChange(follow);
  options.onReload(() => {
    reload(service, tunnel, tell).catch((error: unknown) => {
      say('the settings could not be read anew: the service goes on with those it has');
      log.error('the settings could not be read anew', error);
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

/** The start is over: it serves, or nothing but time or an administrator will make it. */
function hasStarted(phase: ServerState['phase']): boolean {
  return phase === 'running' || phase === 'degraded' || phase === 'crash_loop';
}

/** What the settings say now is taken up where it differs. */
async function reload(
  { settings, server }: Service,
  tunnel: ReturnType<typeof createTunnelControl>,
  tell: (line: string) => void,
): Promise<void> {
  const read = () => new Map(settingKeys.map((key) => [key, settings.value(key)]));
  const before = read();
  await settings.reload();
  const after = read();
  const changed = settingKeys.filter((key) => before.get(key) !== after.get(key));
  tell(`settings read anew; changed: ${changed.join(', ') || 'nothing'}`);
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
      return `the server ended (${lastExit ?? 'it hung'}) and is started again`;
    case 'crash_loop':
      return `the server ended too often (${lastExit}): it is tried again in a while; see server.log`;
    case 'refused':
      return `the server cannot run as it is set up: ${problems
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
