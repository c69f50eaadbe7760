import { basename } from 'node:path';
import type { Outcome, UpdateState } from '../ipc/schema.ts';
import type { Timers } from '../platform/timers.ts';
import { isGenuine } from './package-signature.ts';

/** Where newer versions come from. */
export interface UpdateSource {
  /** The newest version of the feed; null when it is not newer than this one. Rejects when it cannot be read. */
  newest(feed: string): Promise<string | null>;
  /** Fetches what `newest` found, and answers the package's file. */
  download(): Promise<string>;
  /** Ends the app, installs the package and starts it again. Rejects when the app goes on without it. */
  install(): Promise<void>;
}

export interface UpdatesOptions {
  readonly source: UpdateSource;
  readonly platform: NodeJS.Platform;
  /** The feed's address; null while updates are off. */
  readonly feed: () => string | null;
  /** PEM; null in a build that has none, which installs no updates. */
  readonly publicKey: string | null;
  readonly fetch: typeof fetch;
  /** Calls that go on now. */
  readonly liveCalls: () => number;
  /** Lets calls end, then stops the server; resolves once it is gone. */
  readonly drain: () => Promise<void>;
  /** Starts it again, where an update was not installed after all. */
  readonly resume: () => void;
  readonly onState: (state: UpdateState) => void;
  /** Told why something failed. */
  readonly onFailure: (error: unknown) => void;
  readonly timers: Timers;
}

export interface Updates {
  state(): UpdateState;
  /** To be called at the start, and when the settings of updates have changed. */
  settingsChanged(): void;
  /** Looks for a newer version, fetches it and checks whose it is. Installs nothing. */
  check(): Promise<Outcome>;
  /** Has what is ready installed once no call goes on. Only a person asks for it. */
  install(): Promise<Outcome>;
}

const firstLookMs = 60_000;
const lookEveryMs = 24 * 60 * 60_000;
const callsEveryMs = 2_000;

interface ReadyUpdate {
  readonly version: string;
  readonly file: string;
  readonly signature: string;
}

/**
 * Updates from a feed of the clinic's own network (off unless the settings say otherwise). A package
 * without the maker's signature is not installed, whatever else is said of it; it is looked at again
 * right before, for a folder of downloads is no safe place.
 */
export function createUpdates(options: UpdatesOptions): Updates {
  const { source, publicKey, timers } = options;
  const refused = options.platform === 'win32' ? installedByMsi : null;
  const feed = refused === null ? options.feed : () => null;
  const idle = (): UpdateState => ({
    phase: feed() === null ? 'off' : 'idle',
    version: null,
    detail: refused,
  });
  let state = idle();
  let ready: ReadyUpdate | undefined;
  let cancelLook = (): void => {};
  let busy = false;

  function setState(next: UpdateState): void {
    state = next;
    options.onState(next);
  }

  function lookAfter(ms: number): void {
    cancelLook();
    cancelLook = timers.after(ms, () => {
      lookAfter(lookEveryMs);
      void check();
    });
  }

  function fail(detail: string, error?: unknown): Outcome {
    if (error !== undefined) options.onFailure(error);
    ready = undefined;
    setState({ phase: 'failed', version: state.version, detail });
    return refusal(detail);
  }

  async function check(): Promise<Outcome> {
    const url = feed();
    if (url === null) return refusal(refused ?? off);
    if (publicKey === null) return fail(noKey);
    if (busy) return refusal('An update is being looked for already.');
    busy = true;
    try {
      return await fetchNewest(url, publicKey);
    } catch (error) {
      return fail(unreachable, error);
    } finally {
      busy = false;
    }
  }

  async function fetchNewest(url: string, key: string): Promise<Outcome> {
    setState({ phase: 'checking', version: null, detail: null });
    const version = await source.newest(url);
    if (version === null) {
      ready = undefined;
      setState(idle());
      return done;
    }
    setState({ phase: 'downloading', version, detail: null });
    const file = await source.download();
    const folder = url.endsWith('/') ? url : `${url}/`;
    const signatureUrl = new URL(`${encodeURIComponent(basename(file))}.sig`, folder);
    const answer = await options.fetch(signatureUrl);
    if (!answer.ok) throw new Error(`the feed answered ${answer.status}`);
    const signature = (await answer.text()).trim();
    if (!(await isGenuine({ file, version, signature, publicKey: key }))) return fail(forged);
    ready = { version, file, signature };
    setState({ phase: 'ready', version, detail: null });
    return done;
  }

  /** Accepts, and goes on by itself: the calls that go on may take their time. */
  async function install(): Promise<Outcome> {
    if (ready === undefined || publicKey === null)
      return refusal('There is no update to install. Look for one first.');
    if (busy) return refusal('The update is being installed already.');
    busy = true;
    void installReady(ready, publicKey).finally(() => {
      busy = false;
    });
    return done;
  }

  async function installReady(update: ReadyUpdate, key: string): Promise<void> {
    try {
      await callsEnded(update.version);
      await options.drain();
      if (await isGenuine({ ...update, publicKey: key })) return await source.install();
      fail(forged);
    } catch (error) {
      fail('The update could not be installed. Install the package by hand.', error);
    }
    options.resume();
  }

  async function callsEnded(version: string): Promise<void> {
    while (options.liveCalls() > 0) {
      setState({
        phase: 'ready',
        version,
        detail: 'It is installed when no call goes on any more.',
      });
      await new Promise<void>((resolve) => timers.after(callsEveryMs, resolve));
    }
  }

  return {
    state: () => state,
    check,
    install,
    settingsChanged() {
      cancelLook();
      ready = undefined;
      setState(idle());
      if (feed() !== null) lookAfter(firstLookMs);
    },
  };
}

const off = 'Updates are off. Switch them on in the settings and name a feed.';
/** Two installers of one product would put it on the machine twice. */
const installedByMsi =
  'Windows Installer put this app here, and installs its updates: roll out the MSI of the new version as you did this one. The feed of updates is not used on Windows.';
const noKey =
  'This build has no key to tell whose an update is. Install updates by hand, from a source you trust.';
const forged =
  'The package of the feed is not signed by the maker of this app, and is not installed. Ask whoever runs the feed.';
const unreachable =
  'The feed or its package could not be read. Look whether this machine reaches the feed and the feed is complete.';

const done: Outcome = { ok: true };
const refusal = (message: string): Outcome => ({
  ok: false,
  problems: [{ path: 'updates', message }],
});
