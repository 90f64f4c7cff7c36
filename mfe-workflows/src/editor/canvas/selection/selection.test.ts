import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { layoutFlow } from '../../layout/layout-flow.ts';
import { everyStep, extended, noSelection, selectedLane, stillThere, toggled, within } from './selection.ts';

const steps: WorkflowStep[] = orderSteps('https://example.com').map((step) => ({ ...step, clientId: step.stepId }));
const layout = layoutFlow(steps, { showsHidden: true });
const keys = (selection: ReadonlySet<string>) => [...selection].sort();

describe('selecting steps on the canvas', () => {
  test('Shift+arrows extend the selection step by step, past a branch’s pills, and back again', () => {
    const first = extended(layout, noSelection, 'each', 'down');
    expect(first && [keys(first.selection), first.to]).toEqual([['each', 'route'], 'route']);
    const second = extended(layout, first?.selection ?? noSelection, 'route', 'down');
    expect(second && [keys(second.selection), second.to]).toEqual([['each', 'route', 'tell'], 'tell']);
    const back = extended(layout, first?.selection ?? noSelection, 'route', 'up');
    expect(back && [keys(back.selection), back.to]).toEqual([['each'], 'each']);
    expect(extended(layout, noSelection, 'end', 'down')).toBeNull();
  });

  test('a box selects the cards that it touches; "all" excludes the trigger', () => {
    const card = layout.cards.find(({ key }) => key === 'wait');
    const below = layout.cards.find(({ key }) => key === 'keep');
    if (!card || !below) throw new Error('The example has these steps');
    expect(keys(within(layout, { x: card.x + 1, y: card.y + 1, width: 1, height: 1 }))).toEqual(['wait']);
    expect(keys(within(layout, { x: card.x, y: card.y, width: card.width, height: below.y + 1 - card.y }))).toEqual(['keep', 'wait']);
    expect(everyStep(layout).size).toBe(steps.length - 1);
    expect(everyStep(layout).has('start')).toBe(false);
  });

  test('forms a lane if the steps are consecutive, and drops deleted steps', () => {
    expect(selectedLane(steps, new Set(['wait', 'route']))).toEqual(['route', 'wait']);
    expect(selectedLane(steps, new Set(['wait', 'price']))).toBeNull();
    expect(keys(toggled(toggled(noSelection, 'wait'), 'keep'))).toEqual(['keep', 'wait']);
    expect(keys(toggled(new Set(['wait']), 'wait'))).toEqual([]);
    expect(keys(stillThere(new Set(['wait', 'gone']), new Map(steps.map((step) => [step.stepId, step]))))).toEqual(['wait']);
  });
});
