import type { Frame, ThreadProfile } from './cpu-profile.ts';

const width = 1600;
const rowHeight = 17;
/** Narrower than this, in pixels, is left out. */
const leastWidth = 1;

/** A flame graph as SVG: time from left to right, callers above what they call. */
export function flameGraph({ thread, root }: ThreadProfile): string {
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, row: number): void => {
    const wide = (frame.totalMs / root.totalMs) * width;
    if (wide < leastWidth) return;
    depth = Math.max(depth, row);
    boxes.push(box(frame, { x, wide, row, share: frame.totalMs / root.totalMs }));
    let left = x;
    const called = [...frame.called.values()].toSorted((a, b) => b.totalMs - a.totalMs);
    for (const next of called) {
      draw(next, left, row + 1);
      left += (next.totalMs / root.totalMs) * width;
    }
  };
  draw(root, 0, 1);
  const height = (depth + 2) * rowHeight;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="monospace" font-size="11">`,
    `<text x="4" y="13">${thread}: ${root.totalMs.toFixed(0)} ms at work</text>`,
    ...boxes,
    '</svg>\n',
  ].join('\n');
}

interface Place {
  readonly x: number;
  readonly wide: number;
  readonly row: number;
  readonly share: number;
}

function box({ name, totalMs }: Frame, { x, wide, row, share }: Place): string {
  const letters = Math.floor((wide - 4) / 6.7);
  const label = letters < 3 ? '' : escaped(name.slice(0, letters));
  const y = row * rowHeight;
  const title = `${escaped(name)}: ${totalMs.toFixed(0)} ms, ${(share * 100).toFixed(1)} %`;
  return (
    `<g><title>${title}</title>` +
    `<rect x="${x.toFixed(1)}" y="${y}" width="${wide.toFixed(1)}" height="${rowHeight - 1}" fill="${colour(name)}"/>` +
    `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${label}</text></g>`
  );
}

/** One colour each for our code, packages and Node itself. */
function colour(name: string): string {
  if (name.includes(' server/')) return '#f5a66b';
  if (name.includes(' node_modules/')) return '#f2d16b';
  return '#bcd3e6';
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
