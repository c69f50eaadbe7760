import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';

/** A square PNG. */
export interface Picture {
  /** Width and height in pixels. */
  readonly size: number;
  readonly png: Buffer;
}

/** A Windows icon of PNGs of at most 256 pixels: a directory of 16 bytes each, then the pictures. */
export function icoOf(pictures: readonly Picture[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index;
    // 256 does not fit into a byte: 0 stands for it.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pictures.map(({ png }) => png)]);
}

/** Chunk types of a size in a macOS icon, for normal and high-resolution screens. */
const icnsTypes: Readonly<Record<number, readonly string[]>> = {
  16: ['icp4'],
  32: ['icp5', 'ic11'],
  64: ['ic12'],
  128: ['ic07'],
  256: ['ic08', 'ic13'],
  512: ['ic09', 'ic14'],
  1024: ['ic10'],
};

/** A macOS icon: each picture follows its type and its length, which includes both. */
export function icnsOf(pictures: readonly Picture[]): Buffer {
  const entries = pictures.flatMap(({ size, png }) =>
    (icnsTypes[size] ?? []).map((type) => chunk(type, png)),
  );
  return chunk('icns', Buffer.concat(entries));
}

function chunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(head.length + content.length, 4);
  return Buffer.concat([head, content]);
}

// Draws the app's icons in all formats: node build/icons/draw.ts [CHROMIUM]
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const folder = import.meta.dirname;
const mark = await readFile(join(folder, '../../renderer/public/icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** The mark takes `share` of the picture's width, because macOS wants a margin. */
async function draw(size: number, share: number): Promise<Picture> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const width = size * share;
  const style = `position:absolute;width:${width}px;height:${width}px;inset:0;margin:auto`;
  const svg = mark.replace('<svg ', `<svg style="${style}" `);
  await page.setContent(`<body style="margin:0">${svg}</body>`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return { size, png };
}

const drawAll = async (sizes: readonly number[], share: number): Promise<Picture[]> => {
  const pictures: Picture[] = [];
  for (const size of sizes) pictures.push(await draw(size, share));
  return pictures;
};

const plain = await drawAll([16, 24, 32, 48, 64, 128, 256, 512], 1);
for (const { size, png } of plain) await writeFile(join(folder, 'png', `${size}x${size}.png`), png);
await writeFile(join(folder, 'icon.ico'), icoOf(plain.filter(({ size }) => size <= 256)));
const airy = await drawAll([16, 32, 64, 128, 256, 512, 1024], 0.82);
await writeFile(join(folder, 'icon.icns'), icnsOf(airy));
await browser.close();
