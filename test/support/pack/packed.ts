import { join } from 'node:path';
import { nameOf, type Target } from '../../../build/bundle/target.ts';

const root = join(import.meta.dirname, '../../..');
const bundle = 'Voice PHI Proxy.app/Contents';
const programs: Readonly<Record<Target['os'], string>> = {
  linux: 'voice-phi-proxy',
  win: 'Voice PHI Proxy.exe',
  mac: `${bundle}/Frameworks/Electron Framework.framework/Electron Framework`,
};
const folders: Readonly<Record<string, string>> = {
  'linux-x64': 'linux-unpacked',
  'linux-arm64': 'linux-arm64-unpacked',
  'win-x64': 'win-unpacked',
  'mac-arm64': 'mac-arm64',
};

/** Where the parts of a package lie that `make-packages.ts` made. */
export interface Packed {
  /** Everything that an installer would put in place. */
  readonly folder: string;
  /** Holds Electron's fuses. */
  readonly program: string;
  /** What electron-builder changes fuses of: a file or the bundle. */
  readonly application: string;
  readonly resources: string;
  readonly product: string;
  readonly asar: string;
  /** The bundled Node. */
  readonly node: string;
}

export function packedFor(target: Target): Packed {
  const folder = join(root, 'release', folders[nameOf(target)] ?? '');
  const resources = join(folder, target.os === 'mac' ? `${bundle}/Resources` : 'resources');
  const product = join(resources, 'product');
  const program = join(folder, programs[target.os]);
  return {
    folder,
    resources,
    product,
    program,
    application: target.os === 'mac' ? join(folder, 'Voice PHI Proxy.app') : program,
    asar: join(resources, 'app.asar'),
    node: join(product, 'bin', target.os === 'win' ? 'node.exe' : 'node'),
  };
}
