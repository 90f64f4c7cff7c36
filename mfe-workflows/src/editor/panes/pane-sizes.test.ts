import { describe, expect, test } from 'vitest';
import { defaultSizes, fitSizes, moveEdge, readSizes } from './pane-sizes.ts';

const total = ({ in: left, form, out }: typeof defaultSizes) => left + form + out;

describe('the sizes of the panes', () => {
  test('stay as they were chosen while the frame has room', () => {
    expect(fitSizes(defaultSizes, 1_600)).toEqual(defaultSizes);
  });

  test('leave a strip of the canvas in a narrow frame: the data gives way before the form', () => {
    const moved = { ...defaultSizes, in: 310 };
    expect(fitSizes(moved, 1_000)).toEqual({ in: 200, form: 450, out: 286 });
    expect(total(fitSizes(defaultSizes, 830))).toBe(766);
    expect(fitSizes(defaultSizes, 300)).toEqual({ in: 200, form: 340, out: 200 });
  });

  test('leave a column of the canvas until an edge is moved, which the form doesn’t pay for', () => {
    expect(fitSizes(defaultSizes, 1_180)).toEqual({ in: 200, form: 450, out: 210 });
    expect(fitSizes(defaultSizes, 1_000)).toEqual({ in: 200, form: 450, out: 200 });
  });

  test('an edge between two panes moves width from one to the other, down to the smaller one’s minimum', () => {
    expect(moveEdge(defaultSizes, 'in', 40, 1_600)).toEqual({ in: 340, form: 410, out: 340 });
    expect(moveEdge(defaultSizes, 'out', -400, 1_600)).toEqual({ in: 300, form: 340, out: 450 });
    expect(moveEdge(defaultSizes, 'in', -400, 1_600)).toEqual({ in: 200, form: 550, out: 340 });
  });

  test('the left edge changes what the panes take from the canvas', () => {
    expect(moveEdge(defaultSizes, 'start', -100, 1_600)).toEqual({ ...defaultSizes, in: 400 });
    expect(moveEdge(defaultSizes, 'start', 400, 1_600)).toEqual({ ...defaultSizes, in: 200 });
    expect(total(moveEdge(defaultSizes, 'start', -2_000, 1_600))).toBe(1_536);
  });

  test('are read from whatever is stored', () => {
    expect(readSizes(null)).toEqual(defaultSizes);
    expect(readSizes({ in: 250, form: 'wide', out: Number.NaN })).toEqual({ ...defaultSizes, in: 250 });
  });
});
