import { setInterval } from 'node:timers';

/**
 * A child that speaks the host protocol and behaves as `SVC_SCRIPT` says:
 * `serve`, `crash` (before it says anything), `slow` (never ready), `refuse`, `deaf` (hears neither
 * `shutdown` nor SIGTERM), `foreign` (of another version), `show` (prints what it was started with).
 */
const script = process.env['SVC_SCRIPT'];
const say = (message: object) => process.send?.(message);

if (script === 'crash') process.exit(3);
if (script === 'deaf') process.on('SIGTERM', () => undefined);
else process.once('disconnect', () => process.exit(0));
if (script === 'show') {
  const { argv, execArgv, env } = process;
  process.stdout.write(`${JSON.stringify({ argv, execArgv, env, cwd: process.cwd() })}\n`);
}
setInterval(() => undefined, 60_000);

process.on('message', (message: { type: string; request?: number }) => {
  const { type, request } = message;
  if (type === 'secrets') answerSecrets();
  else if (type === 'shutdown' && script !== 'deaf') process.exit(0);
  else if (type === 'health') say({ type, request, reasons: [] });
  else if (type === 'ticket') say({ type, request, path: `/sign-in?ticket=${process.pid}` });
});
say({ type: 'hello', protocol: script === 'foreign' ? 99 : 1, version: '0.0.0', pid: process.pid });

function answerSecrets(): void {
  if (script === 'slow') return;
  if (script === 'refuse') {
    say({ type: 'refused', problems: [{ path: 'SVC_PORT', message: 'is taken' }] });
    process.exitCode = 78;
    process.disconnect();
    process.exit();
  }
  say({ type: 'ready', url: 'http://127.0.0.1:8787', ingressUrl: null });
  process.stderr.write('my number is 202-555-0143\n{"level":30,"msg":"serves"}\n');
}
