import type { announcements, invocations } from './schema.ts';

export type InvocationName = keyof typeof invocations;
export type AnnouncementName = keyof typeof announcements;

/**
 * The names of `invocations` for the preload script, which must not load the schemas. A missing or
 * an extra name does not compile.
 */
const named: { readonly [K in InvocationName]: true } = {
  state: true,
  changeSettings: true,
  restartServer: true,
  startTunnel: true,
  stopTunnel: true,
  saveRecoveryKit: true,
  restoreFromRecoveryKit: true,
  rotateKey: true,
  saveSupportBundle: true,
  checkForUpdates: true,
  installUpdate: true,
};

export const invocationNames = Object.keys(named) as readonly InvocationName[];

/** The channel of a call or an announcement. */
export const channelOf = (name: InvocationName | AnnouncementName): string => `appliance:${name}`;
