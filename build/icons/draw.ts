import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { icnsOf, icoOf, type Picture } from './image-files.ts';

// Draws the mark in all the forms that systems ask for: node build/icons/draw.ts [CHROMIUM]
const [executablePath = '/usr/bin/chromium'] = process.argv.slice(2);
const folder = import.meta.dirname;
const mark = await readFile(join(folder, '../../renderer/public/icon.svg'), 'utf8');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** `share` of the picture's width is the mark: macOS wants air around it. */
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
