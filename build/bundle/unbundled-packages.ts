import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from '../../main/appliance/list-files.ts';
import { platformOf, type Target } from './target.ts';

/** Packages with machine code, which are shipped next to the bundle. */
export const nativePackages = [
  'better-sqlite3-multiple-ciphers',
  'onnxruntime-node',
  'onnxruntime-common',
] as const;

type FileFilter = (path: string, target: Target) => boolean;

const shippedFiles: Readonly<Record<(typeof nativePackages)[number], FileFilter>> = {
  'better-sqlite3-multiple-ciphers': (path, target) =>
    path === `prebuilds/${platformOf(target)}-${target.arch}.node` ||
    // The other files in `lib` are for single systems and unused.
    (/^lib\/.*\.js$/.test(path) && !/^lib\/(darwin|linux|linuxmusl|win32)-/.test(path)),
  'onnxruntime-node': (path, target) =>
    // The library with the full version in its name is an unused second copy.
    (path.startsWith(`bin/napi-v6/${platformOf(target)}/${target.arch}/`) &&
      !/\.\d+\.\d+\.\d+\.dylib$/.test(path)) ||
    /^dist\/.*\.js$/.test(path),
  'onnxruntime-common': (path) =>
    /^dist\/cjs\/.*\.js$/.test(path) || path === 'dist/cjs/package.json',
};
const shippedAlways = /^(package\.json|licen[cs]e.*|notice|thirdpartynotices.*)$/i;

/** The fonts of server/adapters/pdf/. Each package contains several times as many files. */
export const fontPackages = ['@fontsource/kosugi', '@fontsource/noto-sans'] as const;

/** The viewer of the API document; its licences are next to its script. */
export const viewerPackage = 'swagger-ui-dist';

const viewerFile = /^swagger-ui(-bundle\.js|-bundle\.js\.LICENSE\.txt|\.css)$/;

const fontFile =
  /^(unicode\.json|files\/(kosugi-\d+-400|noto-sans-(latin|vietnamese|greek|cyrillic)(-ext)?-[47]00)-normal\.woff)$/;

/**
 * Copies the needed files of unbundled packages for one system into its `node_modules`. Fails if
 * machine code is missing.
 */
export async function copyUnbundledPackages(
  target: Target,
  from: string,
  nodeModules: string,
): Promise<void> {
  const copyOf = copyFrom(from, nodeModules);
  for (const name of fontPackages) await copyOf(name, (path) => fontFile.test(path));
  await copyOf(viewerPackage, (path) => viewerFile.test(path));
  for (const name of nativePackages) {
    const paths = await copyOf(name, (path) => shippedFiles[name](path, target));
    const hasCode = name === 'onnxruntime-common' || paths.some((path) => path.endsWith('.node'));
    if (!hasCode) throw new Error(`${name} has no machine code for ${target.os} ${target.arch}`);
  }
}

/**
 * Copies a package's licence, description and chosen files; returns the paths of the chosen files.
 */
function copyFrom(from: string, nodeModules: string) {
  return async (name: string, chosen: (path: string) => boolean): Promise<readonly string[]> => {
    const paths = (await listFiles(join(from, name))).filter(
      (path) => shippedAlways.test(path) || chosen(path),
    );
    for (const path of paths) {
      const copy = join(nodeModules, name, path);
      await mkdir(dirname(copy), { recursive: true });
      await cp(join(from, name, path), copy);
    }
    return paths;
  };
}
