import type { WorkflowStep } from '@portage/workflow';
import { orderSteps } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { layoutFlow } from '../../layout/layout-flow.ts';
import type { StatusOf } from '../canvas-types.ts';
import { createFlowStore } from '../flow-store.ts';
import { canFold, foldableKeys, foldProblem, foldStatus, foldsAround, foldWords } from './folding.ts';
import { keepFolds, readStoredFolds } from './kept-folds.ts';

const steps: WorkflowStep[] = orderSteps('https://example.com').map((step) => ({ ...step, clientId: `id ${step.stepId}` }));
const keys = (...names: string[]) => new Set(names.map((name) => `id ${name}`));

describe('folding loops and branches', () => {
  test('removes the content from the picture and keeps the line connected', () => {
    const open = layoutFlow(steps, { showsHidden: true });
    const folded = layoutFlow(steps, { showsHidden: true, folded: keys('each', 'route') });
    expect(open.cards.length - folded.cards.length).toBe(2);
    expect([...folded.folds].map(([key, inside]) => [key, inside.map(({ stepId }) => stepId)])).toEqual([
      ['id each', ['price']],
      ['id route', ['tell']],
    ]);
    expect(folded.pills).toEqual([]);
    expect(folded.frames).toEqual([]);
    expect(folded.edges.map(({ source, target }) => [source, target])).toContainEqual(['route', 'wait']);
    expect(folded.bounds.height).toBeLessThan(open.bounds.height);
    // A step without content can't be folded, whatever was stored.
    expect(layoutFlow(steps, { showsHidden: true, folded: keys('wait', 'gone') }).cards).toHaveLength(open.cards.length);
  });

  test('knows which steps can be folded, and which folded steps contain a hidden step', () => {
    expect(['each', 'route', 'wait', 'start'].map((name) => canFold(steps, name))).toEqual([true, true, false, false]);
    const flow = createFlowStore('design', steps, true);
    expect([...foldableKeys(flow.getState())].sort()).toEqual([...keys('each', 'route')]);
    flow.setFolded(keys('each'));
    expect([...foldableKeys(flow.getState())].sort()).toEqual([...keys('each', 'route')]);
    expect(foldsAround(flow.getState(), 'id price')).toEqual(['id each']);
    expect(foldsAround(flow.getState(), 'id tell')).toEqual([]);
  });

  test('shows how many steps are inside, their states in a run, and their first problem', () => {
    const flow = createFlowStore('run', steps, true);
    flow.setFolded(keys('route'));
    expect(foldWords(flow.getState(), 'id route')).toBe('1 step');
    expect(foldWords(flow.getState(), 'id wait')).toBe('');
    const says = (statusOf: StatusOf) => {
      flow.set({ statusOf });
      return [foldWords(flow.getState(), 'id route'), foldStatus(flow.getState(), 'id route')];
    };
    expect(says(() => undefined)).toEqual(['1 step: 0 done', undefined]);
    expect(says(() => ({ status: 'Succeeded' }))).toEqual(['1 step: all done', 'Succeeded']);
    expect(says(({ stepId }) => (stepId === 'tell' ? { status: 'Failed' } : { status: 'Succeeded' }))).toEqual([
      '1 step: 1 failed',
      'Failed',
    ]);
    flow.set({ problems: new Map([['tell', 'Please Input Url']]) });
    expect(foldProblem(flow.getState(), 'id route')).toBe('tell: Please Input Url');
  });

  test('is remembered per person and workflow, and survives invalid stored data', () => {
    const values = new Map<string, string>();
    const storage = { getItem: (key: string) => values.get(key) ?? null, setItem: (key: string, value: string) => values.set(key, value) };
    const kept = storage as unknown as Storage;
    keepFolds(kept, 'ada', 'orders', keys('each'));
    keepFolds(kept, 'bob', 'orders', keys('route'));
    expect(readStoredFolds(kept, 'ada', 'orders')).toEqual(keys('each'));
    expect(readStoredFolds(kept, 'ada', 'other')).toEqual(new Set());
    keepFolds(kept, 'ada', 'orders', new Set());
    expect([readStoredFolds(kept, 'ada', 'orders'), readStoredFolds(kept, 'bob', 'orders')]).toEqual([new Set(), keys('route')]);
    for (const broken of ['{', '[1, null, {"userId":"ada"}]', '7']) {
      values.set('portage:folds', broken);
      expect(readStoredFolds(kept, 'ada', 'orders')).toEqual(new Set());
    }
  });
});
