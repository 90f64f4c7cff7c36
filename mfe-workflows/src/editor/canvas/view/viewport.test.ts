import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { layoutFlow } from '../../layout/layout-flow.ts';
import { firstViewport, fittingViewport, nextZoom, revealingViewport, showsACard, showsHalfOfACard } from './viewport.ts';

const area = { width: 1000, height: 600 };
const chain = (count: number): WorkflowStep[] => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 's0' },
  ...Array.from(
    { length: count },
    (_, at): WorkflowStep => ({ stepId: `s${at}`, type: 'DelayStep', delayValue: 1, nextStepId: `s${at + 1}` }),
  ),
];
const layOutChain = (count: number) => layoutFlow(chain(count), { showsHidden: true });

describe('zoom (EDIT-70)', () => {
  test('changes in whole tenths from 0.3 to 1 and back', () => {
    const up: number[] = [];
    for (let zoom = 0.3; zoom < 1; zoom = nextZoom(zoom, 1)) up.push(zoom);
    expect(up).toEqual([0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]);
    const down: number[] = [];
    for (let zoom = 1; zoom > 0.3; zoom = nextZoom(zoom, -1)) down.push(zoom);
    expect(down).toEqual([1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4]);
    expect(nextZoom(1, 1)).toBe(1);
    expect(nextZoom(0.3, -1)).toBe(0.3);
  });

  test('goes to the next tenth from a value in between', () => {
    expect(nextZoom(0.63, 1)).toBe(0.7);
    expect(nextZoom(0.63, -1)).toBe(0.6);
  });
});

describe('the position of the canvas', () => {
  test('starts at 0.8 with the trigger at the top center', () => {
    expect(firstViewport(layOutChain(3), area)).toEqual({ x: 500, y: 40, zoom: 0.8 });
  });

  test('fits a short flow whole and the top of a long one', () => {
    const short = fittingViewport(layOutChain(2), area);
    expect(short.zoom).toBe(1);
    const long = fittingViewport(layOutChain(100), area);
    expect(long).toMatchObject({ zoom: 0.6, y: 40 });
  });

  test('moves just far enough to show a card, and not at all if it is in view', () => {
    const viewport = { x: 500, y: 40, zoom: 1 };
    expect(revealingViewport({ x: -132, y: 100, width: 264, height: 64 }, viewport, area)).toBeNull();
    expect(revealingViewport({ x: -132, y: 900, width: 264, height: 64 }, viewport, area)).toEqual({ x: 500, y: -404, zoom: 1 });
    expect(revealingViewport({ x: -132, y: -500, width: 264, height: 64 }, viewport, area)).toEqual({ x: 500, y: 540, zoom: 1 });
  });

  test('detects a position where no whole card is visible', () => {
    const layout = layOutChain(3);
    expect(showsACard(layout, { x: 500, y: 40, zoom: 0.8 }, area)).toBe(true);
    expect(showsACard(layout, { x: 9_000, y: 40, zoom: 0.8 }, area)).toBe(false);
    // Left in a wide window, opened in a narrow one: half of a card shows at the right.
    expect(showsACard(layout, { x: 290, y: 40, zoom: 0.8 }, { width: 300, height: 600 })).toBe(false);
    // Far down in a long flow is a valid position.
    expect(showsACard(layOutChain(100), { x: 500, y: -4_000, zoom: 0.8 }, area)).toBe(true);
  });

  test('detects a position where only a card’s edge is visible, and counts the inside of a large card as visible', () => {
    const layout = layOutChain(3);
    const narrow = { width: 300, height: 600 };
    const [card] = layout.cards;
    if (!card) throw new Error('The flow has a card');
    const at = (shown: number) => ({ x: narrow.width - shown - card.x * 0.8, y: 40, zoom: 0.8 });
    expect(showsHalfOfACard(layout, at(card.width * 0.8 * 0.6), narrow)).toBe(true);
    expect(showsHalfOfACard(layout, at(card.width * 0.8 * 0.4), narrow)).toBe(false);
    expect(showsHalfOfACard(layout, { x: -(card.x + 30), y: -(card.y + 20), zoom: 1 }, { width: 100, height: 30 })).toBe(true);
  });
});
