import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A real browser of this machine, which connects to the service alone. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = places.find((place) => place !== undefined && existsSync(place));
  if (executablePath === undefined) {
    throw new Error('the portal is tested in Chromium: install it, or name it in CHROMIUM_PATH');
  }
  return await chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
