import type { Condition } from './condition.ts';
import { encodePng } from './png.ts';

/** Whether a point belongs to the drawing; x and y run from -1 to 1, y downwards. */
type Shape = (x: number, y: number) => boolean;

/** Samples per pixel and direction. */
const samples = 4;

/**
 * The tray's picture of a condition, as a PNG. Each has a shape of its own, so that nobody needs to
 * tell colours apart: a disc with a tick, a ring, a triangle, a square with a cross, an empty square.
 * `black` draws it for the menu bar of macOS, which colours it itself.
 */
export function trayPicture(level: Condition['level'], size: number, black: boolean): Buffer {
  const { shape, colour } = pictures[level];
  const [red, green, blue] = black ? [0, 0, 0] : colour;
  const pixels = new Uint8Array(size * size * 4);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      const alpha = Math.round(255 * coverage(shape, column, row, size));
      pixels.set([red, green, blue, alpha], (row * size + column) * 4);
    }
  }
  return encodePng(size, pixels);
}

/** The part of a pixel that a shape covers, from 0 to 1. */
function coverage(shape: Shape, column: number, row: number, size: number): number {
  let inside = 0;
  for (let index = 0; index < samples * samples; index += 1) {
    const x = column + ((index % samples) + 0.5) / samples;
    const y = row + (Math.floor(index / samples) + 0.5) / samples;
    if (shape((x / size) * 2 - 1, (y / size) * 2 - 1)) inside += 1;
  }
  return inside / (samples * samples);
}

const disc: Shape = (x, y) => Math.hypot(x, y) < 0.92;
const square: Shape = (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.84;
const triangle: Shape = (x, y) => y < 0.82 && y > -0.88 + 1.9 * Math.abs(x);

/** A stroke from one point to another, with round ends. */
function stroke(x1: number, y1: number, x2: number, y2: number): Shape {
  const [dx, dy] = [x2 - x1, y2 - y1];
  return (x, y) => {
    const along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy);
    const t = Math.min(1, Math.max(0, along));
    return Math.hypot(x - x1 - t * dx, y - y1 - t * dy) < 0.14;
  };
}

const cutOut =
  (whole: Shape, ...holes: readonly Shape[]): Shape =>
  (x, y) =>
    whole(x, y) && !holes.some((hole) => hole(x, y));

const pictures: Readonly<
  Record<Condition['level'], { shape: Shape; colour: readonly [number, number, number] }>
> = {
  serving: {
    shape: cutOut(disc, stroke(-0.42, 0.04, -0.12, 0.36), stroke(-0.12, 0.36, 0.44, -0.32)),
    colour: [46, 158, 91],
  },
  waiting: {
    shape: cutOut(disc, (x, y) => Math.hypot(x, y) < 0.56),
    colour: [128, 140, 142],
  },
  impaired: {
    shape: cutOut(triangle, stroke(0, -0.2, 0, 0.22), stroke(0, 0.56, 0, 0.561)),
    colour: [224, 150, 24],
  },
  down: {
    shape: cutOut(square, stroke(-0.36, -0.36, 0.36, 0.36), stroke(-0.36, 0.36, 0.36, -0.36)),
    colour: [206, 56, 46],
  },
  off: {
    shape: cutOut(square, (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.52),
    colour: [128, 140, 142],
  },
};
