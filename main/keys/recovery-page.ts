import type { KeyBundle } from './key-bundle.ts';
import { writeRecoveryCode } from './recovery-code.ts';

interface PageFacts {
  readonly installation: string;
  readonly kit: NonNullable<KeyBundle['kit']>;
  /** The machine that made it. */
  readonly machine: string;
}

/** A recovery kit as one page of A4 or letter paper: HTML without references to other files. */
export function recoveryPage({ installation, kit, machine }: PageFacts): string {
  const key = Buffer.from(kit.key, 'base64');
  const lines = writeRecoveryCode({ installation, number: kit.number, key })
    .map((line) => `<li>${line}</li>`)
    .join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Voice PHI Proxy: recovery kit ${kit.number}</title>
<style>
body { font: 11pt/1.5 sans-serif; color: #000; background: #fff; max-width: 17cm; margin: 1.5cm auto; }
h1 { font-size: 18pt; margin: 0 0 .3cm; }
h2 { font-size: 12pt; margin: .8cm 0 .2cm; }
ol.code { font: bold 15pt/2 monospace; border: 1pt solid #000; padding: .3cm .3cm .3cm 1.6cm; }
table { border-collapse: collapse; }
td, th { text-align: left; padding: .05cm .6cm .05cm 0; font-weight: normal; }
td { font-weight: bold; }
</style>
</head>
<body>
<h1>Recovery kit</h1>
<p>Together, this page and the data folder of Voice PHI Proxy give the keys to all its data; neither
is enough alone. Keep this page on paper, locked away, and apart from the machine and its backups.</p>
<table>
<tr><th>Installation</th><td>${installation}</td></tr>
<tr><th>Kit</th><td>${kit.number}</td></tr>
<tr><th>Made</th><td>${kit.madeAt.slice(0, 10)}</td></tr>
<tr><th>Made on</th><td>${escaped(machine)}</td></tr>
</table>
<ol class="code">
${lines}
</ol>
<h2>When you need it</h2>
<p>When the app says that the keychain lost the keys, or when the data moves to another machine.</p>
<ol>
<li>On a new machine: install the app, close it, and copy the whole data folder there.</li>
<li>Start the app, choose to type the recovery kit, and type the four lines above. Case and spaces
do not matter. The last group of each line checks that line.</li>
<li>Make a new kit afterwards if anyone else may have seen this page.</li>
</ol>
<p>A newer kit replaces this one. Then destroy this page: with an old copy of the data folder it
still gives the keys.</p>
</body>
</html>
`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.codePointAt(0)};`);
}
