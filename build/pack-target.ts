import { join } from 'node:path';
import { Arch, build, type Configuration, Platform } from 'electron-builder';
import { stageFolder, type Target } from './bundle/target.ts';

export interface PackTarget {
  readonly root: string;
  readonly target: Target;
  /** Stops at the folder that an installer would install. */
  readonly onlyFolder: boolean;
  /** Changes to `electron-builder.yml`. */
  readonly config?: Configuration;
}

const platforms = { linux: Platform.LINUX, win: Platform.WINDOWS, mac: Platform.MAC };

/** Runs electron-builder on the stage folder of one system. Returns the paths of its results. */
export function packTarget(options: PackTarget): Promise<readonly string[]> {
  const { root, target, onlyFolder, config = {} } = options;
  // Sets the umask for files that electron-builder writes after its hooks have set permissions.
  process.umask(0o022);
  const targets = platforms[target.os].createTarget(onlyFolder ? 'dir' : null, Arch[target.arch]);
  return build({
    targets,
    projectDir: root,
    publish: 'never',
    config: {
      ...config,
      directories: { ...config.directories, app: join(stageFolder(root, target), 'app') },
      // On Linux the product is installed in /opt under this name; the menu shows the other
      // (electron-builder.yml).
      ...(target.os === 'linux' ? { productName: 'voice-phi-proxy' } : {}),
    },
  });
}
