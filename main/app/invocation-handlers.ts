import { homedir } from 'node:os';
import type { ApplianceParts } from '../appliance/appliance-parts.ts';
import { gatherFacts } from '../diagnostics/gather-facts.ts';
import { createRedactor } from '../diagnostics/redactor.ts';
import { supportBundle } from '../diagnostics/support-bundle.ts';
import type { InvocationHandlers } from '../ipc/handle-invocations.ts';
import { Refusal, refusedAt } from '../ipc/refusal.ts';
import type { Outcome } from '../ipc/schema.ts';
import type { ElectronParts, ModalDialogs } from '../platform/electron-parts.ts';
import type { Timers } from '../platform/timers.ts';
import type { Updates } from '../update/updates.ts';
import { type ConfirmDialogs, createConfirmDialogs } from './confirm-dialogs.ts';
import { type SaveOutcome, type SaveRequest, saveFile } from './save-file.ts';
import type { StateFeed } from './state-feed.ts';
import type { TunnelControl } from './tunnel-control.ts';

export interface InvocationHandlerSources {
  readonly electron: Pick<ElectronParts, 'app'>;
  /** Dialogs on top of the window. */
  readonly questions: ModalDialogs;
  readonly parts: ApplianceParts;
  readonly tunnel: TunnelControl;
  readonly updates: Updates;
  readonly feed: StateFeed;
  readonly logDir: string;
  readonly timers: Timers;
}

/** What the app does when its window calls (`ipc/schema.ts`). */
export function createInvocationHandlers(sources: InvocationHandlerSources): InvocationHandlers {
  const { electron, questions, parts, tunnel, updates, feed, timers } = sources;
  const { settings, custody, server, serviceMode } = parts;
  const confirmDialogs = createConfirmDialogs(questions);
  const save: SaveDated = ({ name, extension, ...request }) => {
    const day = new Date(timers.now()).toISOString().slice(0, 10);
    const dialogParts = { app: electron.app, dialog: questions };
    return saveFile(dialogParts, { ...request, name: `${name}-${day}.${extension}` });
  };
  const unlessService = async (work: () => Promise<Outcome>) =>
    serviceMode ? managedBySystem : await work();
  const restart = async (): Promise<Outcome> => {
    server.restart();
    return { ok: true };
  };

  return {
    state: async () => feed.current(),
    async changeSettings(changes) {
      const fit = settings.check(changes);
      if (!fit.ok) return fit;
      if (!(await confirmDialogs.confirmChange(changes))) return declined;
      const outcome = await settings.change(changes);
      if (outcome.ok) tunnel.settingsChanged(Object.keys(changes));
      return outcome;
    },
    restartServer: () => unlessService(restart),
    startTunnel: () => unlessService(tunnel.start),
    stopTunnel: () => unlessService(tunnel.stop),
    saveRecoveryKit: () => saveRecoveryKit(custody, confirmDialogs, save),
    restoreFromRecoveryKit: ({ words }) =>
      unlessService(async () => {
        const outcome = await custody.restore(words);
        return outcome.ok ? await restart() : outcome;
      }),
    rotateKey: () => custody.addKid(),
    saveSupportBundle: async () =>
      await save({
        title: 'Save a support bundle',
        name: 'voice-phi-proxy-support',
        extension: 'txt',
        content: await supportText(sources),
      }),
    checkForUpdates: () => updates.check(),
    installUpdate: () => updates.install(),
  };
}

/** Saves a file whose proposed name ends with the day. */
type SaveDated = (request: SaveRequest & { readonly extension: string }) => Promise<SaveOutcome>;

async function saveRecoveryKit(
  custody: ApplianceParts['custody'],
  { confirmKitReplacement }: ConfirmDialogs,
  save: SaveDated,
): Promise<SaveOutcome> {
  const drafted = await custody.draftRecoveryKit();
  if (!drafted.ok) return drafted;
  if (!(await confirmKitReplacement(custody.state().recoveryKitMadeAt)))
    return { ok: true, saved: false };
  return await save({
    title: 'Save the recovery kit for printing',
    name: 'voice-phi-proxy-recovery-kit',
    extension: 'html',
    content: drafted.draft.page,
    onSaved: drafted.draft.keep,
  });
}

async function supportText(sources: InvocationHandlerSources): Promise<string> {
  const { parts, feed, logDir, timers } = sources;
  const state = feed.current();
  const facts = await gatherFacts({ state, dataDir: parts.dataDir, logDir, now: timers.now() });
  const secrets = await secretsOf(parts.custody);
  return supportBundle(facts, createRedactor({ secrets, home: homedir() }));
}

/**
 * Secrets to redact from a file that leaves the machine. Empty if the keys cannot be opened: then
 * the app holds none.
 */
async function secretsOf(custody: ApplianceParts['custody']): Promise<string[]> {
  if (custody.state().problem !== null) return [];
  try {
    const ofTheServer = Object.values(await custody.secrets());
    const kept = await Promise.all([...custody.storedSecretNames()].map(custody.storedSecret));
    return [...ofTheServer, ...kept.filter((secret) => secret !== null)];
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

const declined = refusedAt('settings', 'Nothing was changed: you answered no.');

const managedBySystem = refusedAt(
  'serviceMode',
  "The server runs as a system service: an administrator does this with the system's tools.",
);
