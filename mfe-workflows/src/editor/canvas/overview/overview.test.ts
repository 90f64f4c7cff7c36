import { describe, expect, test } from 'vitest';
import { computeScale, isOverviewOfUse, OVERVIEW, pathOfBoxes, viewBox, viewportAt } from './overview-scale.ts';

const bounds = { x: -500, y: 0, width: 1_000, height: 20_000 };
const room = { width: 900, height: 600 };

describe('the overview', () => {
  test('fits the whole flow, centered', () => {
    const scale = computeScale({ bounds });
    expect(bounds.height * scale.ratio).toBeCloseTo(OVERVIEW.height - 2 * OVERVIEW.margin);
    expect((0 - scale.left) * scale.ratio).toBeCloseTo(OVERVIEW.width / 2);
    expect((0 - scale.top) * scale.ratio).toBeCloseTo(OVERVIEW.margin);
    // A card that would be too thin to see is still drawn.
    expect(pathOfBoxes([{ x: -132, y: 0, width: 264, height: 64 }], scale)).toMatch(/^M\d+\.\d 8\.0h2\.0v2\.0h-2\.0z$/);
  });

  test('centers the view where a person presses', () => {
    const scale = computeScale({ bounds });
    for (const zoom of [0.3, 0.8, 1]) {
      const at = { x: 90, y: 70 };
      const { x, y, width, height } = viewBox(viewportAt(at, zoom, room, scale), room, scale);
      expect([x + width / 2, y + height / 2].map(Math.round)).toEqual([at.x, at.y]);
    }
  });

  test('is shown if part of the flow is out of view and the canvas has room for it', () => {
    expect(isOverviewOfUse({ bounds }, 0.8, room)).toBe(true);
    expect(isOverviewOfUse({ bounds: { x: 0, y: 0, width: 800, height: 500 } }, 0.8, room)).toBe(false);
    expect(isOverviewOfUse({ bounds }, 0.8, { width: 358, height: 600 })).toBe(false);
  });
});
