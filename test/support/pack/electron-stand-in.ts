import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Target } from '../../../build/bundle/target.ts';
import { standInCode } from './stand-in-code.ts';

/** What marks the fuses in Electron's binary, then the version of their format and how many there are. */
const mark = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX');
/** As Electron comes: each fuse on (1) or off (0), in the order of its fuse schema. */
const fuses = Buffer.from('101100011');
const fuseWire = Buffer.concat([mark, Buffer.from([1, fuses.length]), fuses]);

const framework = 'Electron.app/Contents/Frameworks/Electron Framework.framework';
const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'];

/**
 * Lays out in a folder what electron-builder expects of Electron's release for a system, with files
 * that only have the right names: so that a package can be made without Electron.
 */
export async function electronStandIn(folder: string, target: Target): Promise<void> {
  const code = standInCode(target);
  const program = Buffer.concat([code, fuseWire]);
  const common = ['LICENSE', 'LICENSES.chromium.html', 'version'];
  const besides = ['resources.pak', 'icudtl.dat', 'locales/en-US.pak', 'resources/README'];
  const files: Record<string, Buffer | string> = {};
  for (const name of common) files[name] = 'stand-in';
  if (target.os === 'mac') Object.assign(files, macFiles(code, program));
  else for (const name of besides) files[name] = 'stand-in';
  if (target.os === 'win') files['electron.exe'] = program;
  if (target.os === 'linux') {
    for (const name of ['chrome-sandbox', 'chrome_crashpad_handler']) files[name] = code;
    files['electron'] = program;
  }
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    if (typeof content !== 'string') await chmod(path, 0o755);
  }
}

function macFiles(code: Buffer, program: Buffer): Record<string, Buffer | string> {
  const files: Record<string, Buffer | string> = {
    'Electron.app/Contents/MacOS/Electron': code,
    'Electron.app/Contents/Info.plist': plist,
    'Electron.app/Contents/Resources/electron.icns': 'stand-in',
    [`${framework}/Electron Framework`]: program,
    [`${framework}/Versions/A/Resources/Info.plist`]: plist,
  };
  for (const kind of helpers) {
    const helper = `Electron.app/Contents/Frameworks/Electron Helper${kind}.app/Contents`;
    files[`${helper}/Info.plist`] = plist;
    files[`${helper}/MacOS/Electron Helper${kind}`] = code;
  }
  return files;
}

const plist = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict>
<key>CFBundleExecutable</key><string>Electron</string>
<key>CFBundleIdentifier</key><string>com.github.Electron</string>
<key>CFBundleName</key><string>Electron</string>
<key>CFBundlePackageType</key><string>APPL</string>
<key>CFBundleIconFile</key><string>electron.icns</string>
</dict></plist>
`;
