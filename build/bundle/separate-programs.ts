import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

/** How a module names a program that runs beside it; in a comment it stands in backticks. */
const programReference = /(?<!`)new URL\(\s*'(\.\.?\/[^']+\.ts)'\s*,\s*import\.meta\.url\s*\)/g;

/** Bundles each program that a thread or a process is started from, and names it by its new file. */
export function bundleWorkerPrograms(): Plugin {
  return {
    name: 'separate-programs',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\.url/ },
      handler(code, id) {
        return code.replace(programReference, (_, path: string) => {
          const file = fileURLToPath(new URL(path, pathToFileURL(id)));
          const fileName = path.replace(/^.*\//, '').replace(/\.ts$/, '.js');
          const program = this.emitFile({ type: 'chunk', id: file, fileName });
          return `new URL(import.meta.ROLLUP_FILE_URL_${program})`;
        });
      },
    },
    resolveFileUrl: ({ relativePath }) => `new URL('./${relativePath}', import.meta.url).href`,
  };
}
