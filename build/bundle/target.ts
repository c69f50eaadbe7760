import { join } from 'node:path';

/** The stage folder of a target; `electron-builder.yml` names it too. */
export const stageFolder = (root: string, target: Target): string =>
  join(root, 'dist', 'stage', nameOf(target));

/** The system and processor of a package, in electron-builder's terms. */
export interface Target {
  readonly os: 'linux' | 'win' | 'mac';
  readonly arch: 'x64' | 'arm64';
}

/**
 * Targets for which every native part exists: ONNX Runtime has no build for Macs with Intel
 * processors.
 */
export const targets: readonly Target[] = [
  { os: 'linux', arch: 'x64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'win', arch: 'x64' },
  { os: 'mac', arch: 'arm64' },
];

const platforms = { linux: 'linux', win: 'win32', mac: 'darwin' } as const;

/** The platform's name in Node and in packages with native parts. */
export const platformOf = ({ os }: Target): 'linux' | 'win32' | 'darwin' => platforms[os];

/** Such as `linux-x64`. */
export const nameOf = ({ os, arch }: Target): string => `${os}-${arch}`;

/** The target of this name; undefined if there is none. */
export function targetNamed(name: string): Target | undefined {
  return targets.find((target) => nameOf(target) === name);
}
