import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { listFiles } from './list-files.ts';
import { platformOf, type Target } from './target.ts';

/** Packages that bring machine code; a bundle leaves them out and finds them beside itself. */
export const nativePackages = [
  'better-sqlite3-multiple-ciphers',
  'onnxruntime-node',
  'onnxruntime-common',
] as const;

type FileFilter = (path: string, target: Target) => boolean;

const shippedFiles: Readonly<Record<(typeof nativePackages)[number], FileFilter>> = {
  'better-sqlite3-multiple-ciphers': (path, target) =>
    path === `prebuilds/${platformOf(target)}-${target.arch}.node` ||
    // Each of the files beside these in `lib` is for one system and is not used.
    (/^lib\/.*\.js$/.test(path) && !/^lib\/(darwin|linux|linuxmusl|win32)-/.test(path)),
  'onnxruntime-node': (path, target) =>
    // The one with the whole version in its name is a second copy, which nothing asks for.
    (path.startsWith(`bin/napi-v6/${platformOf(target)}/${target.arch}/`) &&
      !/\.\d+\.\d+\.\d+\.dylib$/.test(path)) ||
    /^dist\/.*\.js$/.test(path),
  'onnxruntime-common': (path) =>
    /^dist\/cjs\/.*\.js$/.test(path) || path === 'dist/cjs/package.json',
};
const shippedAlways = /^(package\.json|licen[cs]e.*|notice|thirdpartynotices.*)$/i;

/** The fonts of server/adapters/pdf/, in the weights that it sets; each package has several times as many. */
export const fontPackages = ['@fontsource/kosugi', '@fontsource/noto-sans'] as const;

/** The viewer of the API document; its licences lie beside its script. */
export const viewerPackage = 'swagger-ui-dist';

const viewerFile = /^swagger-ui(-bundle\.js|-bundle\.js\.LICENSE\.txt|\.css)$/;

const fontFile =
  /^(unicode\.json|files\/(kosugi-\d+-400|noto-sans-(latin|vietnamese|greek|cyrillic)(-ext)?-[47]00)-normal\.woff)$/;

/**
 * Copies what the packages that are not bundled need on one system into its `node_modules`. Fails when
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

/** Copies a package's licence and description, and what is chosen of it; gives the paths of that within it. */
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
