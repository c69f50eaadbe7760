import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { kindFamily, kindNames } from '../../../renderer/ui/kind-names.ts';
import { supportedKinds } from '../../../server/detect/index.ts';

const styles = readFileSync('renderer/ui/base.css', 'utf8');
/** Below this distance in OKLab, people take two colors of a page for the same. */
const leastDistance = 0.08;
/** Families stand beside each other, in small letters and thin bars, so they need more. */
const leastOfFamilies = 0.11;
const families = [...new Set([...supportedKinds].map(kindFamily))];
/** Text of this size is readable from here on (WCAG 2.2, 1.4.3). */
const leastContrast = 4.5;

it('the portal names each kind that a policy can name', () => {
  expect(Object.keys(kindNames).sort()).toEqual([...supportedKinds].sort());
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(families)('kinds of the family %s look neither good nor bad', (family) => {
    for (const tone of ['good', 'warn', 'bad'])
      expect(distance(family, tone, theme), tone).toBeGreaterThan(leastDistance);
  });

  it.each(families)('the family %s looks like no other, and can be read', (family) => {
    for (const other of families.filter((one) => one !== family))
      expect(distance(family, other, theme), other).toBeGreaterThan(leastOfFamilies);
    for (const ground of ['paper', 'surface', 'raised', 'regulated', 'public'])
      expect(contrast(family, ground, theme), ground).toBeGreaterThan(leastContrast);
  });
});

function distance(one: string, other: string, theme: 'light' | 'dark'): number {
  const [a, b] = [one, other].map((name) => oklab(colorOf(name, theme)));
  return Math.hypot(...(a ?? []).map((value, at) => value - (b?.[at] ?? 0)));
}

function contrast(one: string, other: string, theme: 'light' | 'dark'): number {
  const luminance = (name: string): number => {
    const [r = 0, g = 0, b = 0] = linearRgb(colorOf(name, theme));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [light = 0, dark = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** A color of the styles, as `#rrggbb`. */
function colorOf(name: string, theme: 'light' | 'dark'): string {
  const [, light, dark] =
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(styles) ?? [];
  const color = theme === 'light' ? light : dark;
  if (color === undefined) throw new Error(`no color ${name}`);
  return color;
}

/** Lightness, green to red, blue to yellow: https://bottosson.github.io/posts/oklab/. */
function oklab(color: string): readonly number[] {
  const [r = 0, g = 0, b = 0] = linearRgb(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const linearRgb = (color: string): readonly number[] =>
  [1, 3, 5].map((at) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
