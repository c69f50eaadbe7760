import { basename } from 'node:path';
import { refusedAt } from '../ipc/refusal.ts';
import type { Outcome, UpdateState } from '../ipc/schema.ts';
import type { Timers } from '../platform/timers.ts';
import { isGenuine, type SignedPackage } from './package-signature.ts';

/** A source of newer versions. */
export interface UpdateSource {
  /**
   * The newest version of the feed; null if it is not newer than this one. Rejects if the feed
   * cannot be read.
   */
  newest(feed: string): Promise<string | null>;
  /** Downloads what `newest` found, and returns the package's path. */
  download(): Promise<string>;
  /**
   * Quits the app, installs the package and restarts the app. Rejects if the app keeps running
   * without it.
   */
  install(): Promise<void>;
}

export interface UpdatesOptions {
  readonly source: UpdateSource;
  readonly platform: NodeJS.Platform;
  /** The feed's address; null while updates are off. */
  readonly feed: () => string | null;
  /** PEM; null in a build without a key, which installs no updates. */
  readonly publicKey: string | null;
  readonly fetch: typeof fetch;
  /** Number of live calls. */
  readonly liveCalls: () => number;
  /** Lets calls finish, then stops the server; resolves when it is gone. */
  readonly drain: () => Promise<void>;
  /** Restarts the server if an update was not installed. */
  readonly resume: () => void;
  readonly onState: (state: UpdateState) => void;
  /** Receives the cause of a failure. */
  readonly onFailure: (error: unknown) => void;
  readonly timers: Timers;
}

const firstCheckMs = 60_000;
const checkEveryMs = 24 * 60 * 60_000;
const callsEveryMs = 2_000;

type ReadyUpdate = Omit<SignedPackage, 'publicKey'>;

/**
 * Updates from a feed in the clinic's own network (off by default). Only a package with the maker's
 * signature is installed. The signature is checked again right before the installation, because
 * other programs may write to a folder of downloads.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  /** Why this system installs no updates; null where it does. */
  readonly #unsupported: string | null;
  #state: UpdateState;
  #ready: ReadyUpdate | undefined;
  #cancelCheck = (): void => {};
  #busy = false;

  constructor(options: UpdatesOptions) {
    this.#options = options;
    this.#unsupported = options.platform === 'win32' ? installedByMsi : null;
    this.#state = this.#idle();
  }

  readonly state = (): UpdateState => this.#state;

  /** Call this at the start and when the update settings have changed. */
  readonly settingsChanged = (): void => {
    this.#cancelCheck();
    this.#ready = undefined;
    this.#setState(this.#idle());
    if (this.#feed() !== null) this.#checkAfter(firstCheckMs);
  };

  /** Looks for a newer version, downloads it and checks its signature. Installs nothing. */
  readonly check = async (): Promise<Outcome> => {
    const feed = this.#feed();
    if (feed === null) return refusal(this.#unsupported ?? off);
    const { publicKey } = this.#options;
    if (publicKey === null) return this.#fail(noKey);
    if (this.#busy) return refusal('The app is already looking for an update.');
    this.#busy = true;
    try {
      return await this.#fetchNewest(feed, publicKey);
    } catch (error) {
      return this.#fail(unreachable, error);
    } finally {
      this.#busy = false;
    }
  };

  /**
   * Installs the downloaded update once no call is live; returns before that. Called only on a
   * person's request.
   */
  readonly install = async (): Promise<Outcome> => {
    const { publicKey } = this.#options;
    if (this.#ready === undefined || publicKey === null)
      return refusal('There is no update to install. Look for one first.');
    if (this.#busy) return refusal('The update is already being installed.');
    this.#busy = true;
    void this.#installReady(this.#ready, publicKey).finally(() => {
      this.#busy = false;
    });
    return done;
  };

  /** The feed's address; null while there is nothing to look for. */
  #feed(): string | null {
    return this.#unsupported === null ? this.#options.feed() : null;
  }

  #idle(): UpdateState {
    const phase = this.#feed() === null ? 'off' : 'idle';
    return { phase, version: null, detail: this.#unsupported };
  }

  #setState(next: UpdateState): void {
    this.#state = next;
    this.#options.onState(next);
  }

  #checkAfter(ms: number): void {
    this.#cancelCheck();
    this.#cancelCheck = this.#options.timers.after(ms, () => {
      this.#checkAfter(checkEveryMs);
      void this.check();
    });
  }

  #fail(detail: string, error?: unknown): Outcome {
    if (error !== undefined) this.#options.onFailure(error);
    this.#ready = undefined;
    this.#setState({ phase: 'failed', version: this.#state.version, detail });
    return refusal(detail);
  }

  async #fetchNewest(feed: string, publicKey: string): Promise<Outcome> {
    const { source, fetch } = this.#options;
    this.#setState({ phase: 'checking', version: null, detail: null });
    const version = await source.newest(feed);
    if (version === null) {
      this.#ready = undefined;
      this.#setState(this.#idle());
      return done;
    }
    this.#setState({ phase: 'downloading', version, detail: null });
    const file = await source.download();
    const folder = feed.endsWith('/') ? feed : `${feed}/`;
    const answer = await fetch(new URL(`${encodeURIComponent(basename(file))}.sig`, folder));
    if (!answer.ok) throw new Error(`the feed answered ${answer.status}`);
    const signature = (await answer.text()).trim();
    if (!(await isGenuine({ file, version, signature, publicKey }))) return this.#fail(forged);
    this.#ready = { version, file, signature };
    this.#setState({ phase: 'ready', version, detail: null });
    return done;
  }

  async #installReady(update: ReadyUpdate, publicKey: string): Promise<void> {
    const { drain, source, resume } = this.#options;
    try {
      await this.#callsEnded(update.version);
      await drain();
      if (await isGenuine({ ...update, publicKey })) return await source.install();
      this.#fail(forged);
    } catch (error) {
      this.#fail('The update could not be installed. Install the package by hand.', error);
    }
    resume();
  }

  async #callsEnded(version: string): Promise<void> {
    const { liveCalls, timers } = this.#options;
    while (liveCalls() > 0) {
      const detail = 'The update will be installed when no call is live.';
      this.#setState({ phase: 'ready', version, detail });
      await new Promise<void>((resolve) => timers.after(callsEveryMs, resolve));
    }
  }
}

const off = 'Updates are off. Switch them on in the settings and set a feed.';
/** A second installer would put the product on the machine twice. */
const installedByMsi =
  'Windows Installer installed this app and must install its updates: roll out the MSI of the new version. The update feed is not used on Windows.';
const noKey =
  'This build has no key to check the signature of updates. Install updates by hand, from a source you trust.';
const forged =
  "The maker of this app did not sign the feed's package, so it was not installed. Ask the feed's administrator.";
const unreachable =
  'The feed or its package could not be read. Check that this machine reaches the feed and that the feed is complete.';

const done: Outcome = { ok: true };
const refusal = (message: string): Outcome => refusedAt('updates', message);
