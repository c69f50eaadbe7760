import { join } from 'node:path';

/** Where a target is laid out; `electron-builder.yml` names it too. */
export const stageFolder = (root: string, target: Target): string =>
  join(root, 'dist', 'stage', nameOf(target));

/** What a package is made for, in electron-builder's words. */
export interface Target {
  readonly os: 'linux' | 'win' | 'mac';
  readonly arch: 'x64' | 'arm64';
}

/** Where every native part exists: ONNX Runtime has no build for Macs with Intel processors. */
export const targets: readonly Target[] = [
  { os: 'linux', arch: 'x64' },
  { os: 'linux', arch: 'arm64' },
  { os: 'win', arch: 'x64' },
  { os: 'mac', arch: 'arm64' },
];

const platforms = { linux: 'linux', win: 'win32', mac: 'darwin' } as const;

/** The system's name in Node and in packages with native parts. */
export const platformOf = ({ os }: Target): 'linux' | 'win32' | 'darwin' => platforms[os];

/** Such as `linux-x64`. */
export const nameOf = ({ os, arch }: Target): string => `${os}-${arch}`;

/** The target of such a name; undefined when there is none. */
export function targetNamed(name: string): Target | undefined {
  return targets.find((target) => nameOf(target) === name);
}
