import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { darkPalette, lightPalette, type PaletteName } from './palette.ts';

function channel(value: number): number {
  const part = value / 255;
  return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => channel(Number.parseInt(hex.slice(start, start + 2), 16)));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** WCAG 2 contrast of two colours. */
function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

const grounds: PaletteName[] = ['canvas', 'surface', 'raised', 'sunken', 'hover'];
const inks: PaletteName[] = ['text', 'muted', 'brand', 'success', 'warning', 'danger', 'info'];
const steps = (Object.keys(lightPalette) as PaletteName[]).filter((name) => name.startsWith('step'));
const onSoft: [PaletteName, PaletteName][] = [
  ['success', 'successSoft'],
  ['warning', 'warningSoft'],
  ['danger', 'dangerSoft'],
  ['info', 'infoSoft'],
  ['brand', 'brandSoft'],
  ['text', 'neutralSoft'],
  ['onBrand', 'brand'],
  ['onBrand', 'brandHover'],
  ['onDanger', 'danger'],
  ['onDanger', 'dangerHover'],
];

describe.each([
  ['light', lightPalette],
  ['dark', darkPalette],
])('the %s theme', (_, palette) => {
  test('is readable: 4.5:1 for every text on every background', () => {
    const weak = [...inks, ...steps]
      .flatMap((ink) => grounds.map((ground): [PaletteName, PaletteName] => [ink, ground]))
      .concat(onSoft)
      .filter(([ink, ground]) => contrast(palette[ink], palette[ground]) < 4.5)
      .map(([ink, ground]) => `${ink} on ${ground}: ${contrast(palette[ink], palette[ground]).toFixed(2)}`);
    expect(weak).toEqual([]);
  });

  test('shows the edges of controls: 3:1 for edge and focus ring', () => {
    for (const edge of ['lineStrong', 'focus'] as const) expect(contrast(palette[edge], palette.surface)).toBeGreaterThanOrEqual(3);
  });
});

test('is the only file with raw colours and sizes', () => {
  const root = join(import.meta.dirname, '..');
  const guilty = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.') && !file.startsWith('theme'))
    .filter((file) => /#[0-9a-f]{3,8}\b|\brgba?\(|\bhsla?\(|\d(px|rem)\b(?!`)/i.test(readFileSync(join(root, file), 'utf8')));
  expect(guilty).toEqual([]);
});
