import type { RunStatus } from '@portage/contracts';
import type { WorkflowStep } from '@portage/workflow';
import { expect, test } from 'vitest';
import { layoutFlow } from './layout-flow.ts';
import { takenEdges } from './taken-edges.ts';
import { walkFlow } from './walk.ts';

const flow = (errorFirstStepId: string | null): WorkflowStep[] => [
  { stepId: 'start', clientId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
  { stepId: 'call', clientId: 'call', type: 'HttpRequest', url: '', useErrorPath: true, errorFirstStepId, nextStepId: 'after' },
  { stepId: 'tell', clientId: 'tell', type: 'CustomScript', script: '', nextStepId: null },
  { stepId: 'after', clientId: 'after', type: 'CustomScript', script: '', nextStepId: null },
];
const lay = (steps: WorkflowStep[]) => layoutFlow(steps, { showsHidden: true });

function taken(steps: WorkflowStep[], statuses: Record<string, RunStatus>): string[] {
  const found = takenEdges(lay(steps).edges, steps, ({ stepId }) => statuses[stepId]);
  return [
    ...new Set(
      [...found].map(
        ({ source, target, emptyGroup, isSuccessOnly }) =>
          `${isSuccessOnly ? 'straight ' : ''}${source}>${emptyGroup === undefined ? (target ?? '') : 'On error'}`,
      ),
    ),
  ];
}

test('is drawn to the right of the continuing line, with a pill and a place for steps', () => {
  const layout = lay(flow('tell'));
  const card = (name: string) => layout.cards.find(({ key }) => key === name);
  expect(card('after')?.x).toBe(card('call')?.x);
  expect(card('tell')?.x).toBeGreaterThan((card('call')?.x ?? 0) + (card('call')?.width ?? 0));
  expect(layout.pills).toMatchObject([{ branchKey: 'call', groupIndex: 0 }]);
  expect(layout.pluses.map(({ place }) => place)).toContainEqual({ kind: 'group', stepId: 'call', groupIndex: 0 });
  expect(lay(flow(null)).pluses.map(({ place }) => place)).toContainEqual({ kind: 'group', stepId: 'call', groupIndex: 0 });
});

test('is reachable by arrow keys: into it from its step, and on to the next step', () => {
  const walk = walkFlow(lay(flow('tell')));
  const way = ['call'];
  for (let key = walk.step('call', 'down'); key !== null; key = walk.step(key, 'down')) way.push(key);
  expect(way).toEqual(['call', '@group:0:call', 'tell', 'after']);
});

test('is drawn as taken only if the step failed', () => {
  const start = 'Succeeded' as const;
  expect(taken(flow('tell'), { start, call: 'Succeeded', after: 'Succeeded' })).toEqual([
    'start>call',
    'straight call>after',
    'call>after',
    'after>',
  ]);
  const afterError = taken(flow('tell'), { start, call: 'Failed', tell: 'Succeeded', after: 'Succeeded' });
  expect(afterError).toEqual(expect.arrayContaining(['call>tell', 'call>after']));
  expect(afterError).not.toContain('straight call>after');
  expect(taken(flow(null), { start, call: 'Failed', after: 'Succeeded' })).toContain('call>On error');
});

test('draws the line from a failed last step to the end as taken if the run continued', () => {
  const last = (errorFirstStepId: string | null, more: object = {}) =>
    flow(errorFirstStepId)
      .filter(({ stepId }) => stepId !== 'after' && (errorFirstStepId !== null || stepId !== 'tell'))
      .map((step) => (step.stepId === 'call' ? ({ ...step, nextStepId: null, ...more } as WorkflowStep) : step));
  const start = 'Succeeded' as const;
  const end = 'call>';
  expect(taken(last('tell'), { start, call: 'Failed', tell: 'Succeeded' })).toContain(end);
  expect(taken(last('tell'), { start, call: 'Failed', tell: 'Failed' })).not.toContain(end);
  expect(taken(last('tell'), { start, call: 'Failed', tell: 'InProgress' })).not.toContain(end);
  expect(taken(last(null), { start, call: 'Failed' })).toContain(end);
  expect(taken(last(null, { useErrorPath: false }), { start, call: 'Failed' })).not.toContain(end);
  expect(taken(last(null, { useErrorPath: false, continueOnFailure: true }), { start, call: 'Failed' })).toContain(end);
});
