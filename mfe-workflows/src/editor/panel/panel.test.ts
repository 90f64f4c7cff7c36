import { describe, expect, test } from 'vitest';
import type { EditorStep } from '../state/editor-state.ts';
import { createEditorStore } from '../state/editor-store.ts';
import { createFormMemory, getFormMemory, isTouched, openAndValidate } from './form-memory.ts';
import { formProblems } from './form-problems.ts';
import { nameProblem } from './name-field.tsx';
import { stepProblems } from './step-problems.ts';

const steps = [
  { stepId: 'start', clientId: 'a', type: 'Trigger', triggerType: 'Manual', nextStepId: 'call' },
  { stepId: 'call', clientId: 'b', type: 'HttpRequest', url: '' },
] as const satisfies EditorStep[];

describe('the memory of forms', () => {
  test('touching a field touches its inner fields, and nothing else', () => {
    const memory = createFormMemory();
    memory.touch('b', 'headers');
    expect(['headers', 'headers.accept', 'url', 'headersOf'].map((field) => isTouched(memory.get(), 'b', field))).toEqual([
      true,
      true,
      false,
      false,
    ]);
    expect(isTouched(memory.get(), 'a', 'headers')).toBe(false);
    memory.touchAll('b');
    expect(isTouched(memory.get(), 'b', 'url')).toBe(true);
  });

  test('calls its listeners only on changes', () => {
    const memory = createFormMemory();
    let calls = 0;
    const stop = memory.subscribe(() => {
      calls += 1;
    });
    memory.setDraft('a', 'stepId', { text: '', message: 'Please input Name' });
    memory.setDraft('a', 'stepId', { text: '', message: 'Please input Name' });
    memory.report(steps[0], new Map());
    memory.report(steps[0], new Map([['resourceId', 'Please input Resource']]));
    memory.report(steps[0], new Map([['resourceId', 'Please input Resource']]));
    memory.touch('a', 'stepId');
    memory.touch('a', 'stepId');
    expect(calls).toBe(3);
    stop();
    memory.setDraft('a', 'stepId', null);
    expect(calls).toBe(3);
    expect(memory.get().drafts.size).toBe(0);
  });

  test('lives as long as its editor, which opens a step with all problems visible', () => {
    const store = createEditorStore({ steps });
    expect(getFormMemory(store)).toBe(getFormMemory(store));
    openAndValidate(store, 'b');
    expect(store.getState().openId).toBe('b');
    expect(isTouched(getFormMemory(store).get(), 'b', 'url')).toBe(true);
    store.dispose();
  });
});

describe('problems that only a form knows about', () => {
  const [start, call] = steps;
  const reported = { clientId: 'b', stepId: 'call', field: 'resourceId', message: 'Please input Resource' };

  function memoryWithReport() {
    const memory = createFormMemory();
    memory.report(call, new Map([[reported.field, reported.message]]));
    return memory.get();
  }

  test('stay after the form is closed, even if the step is renamed and moved', () => {
    expect(formProblems(memoryWithReport(), steps)).toEqual([reported]);
    expect(formProblems(memoryWithReport(), [start, { ...call, stepId: 'ask', nextStepId: 'end' }])).toEqual([
      { ...reported, stepId: 'ask' },
    ]);
  });

  test('end when their step changes: Undo restores another one without its form', () => {
    expect(formProblems(memoryWithReport(), [start, { ...call, url: 'https://example.com' }])).toEqual([]);
    expect(formProblems(memoryWithReport(), [start])).toEqual([]);
  });

  test('come after typed input that isn’t stored', () => {
    const memory = createFormMemory();
    memory.report(call, new Map([[reported.field, reported.message]]));
    memory.setDraft('a', 'stepId', { text: '', message: 'Please input Name' });
    expect(formProblems(memory.get(), steps).map(({ field }) => field)).toEqual(['stepId', 'resourceId']);
  });
});

describe('problems of the open step', () => {
  test('are shown at their fields; problems of the step’s position or type are shown above', () => {
    const place = [
      { stepId: 'call', field: 'nextStepId', message: 'There is no step "gone"' },
      { stepId: 'call', field: 'url', message: 'an old message' },
      { stepId: 'start', field: 'nextStepId', message: 'of another step' },
    ];
    const found = stepProblems(steps[1], steps, place);
    expect([...found.byField]).toEqual([['url', 'Please input URL']]);
    expect(found.ofStep).toEqual(['There is no step "gone"']);
  });

  test.each([
    ['', 'Please input Name'],
    [' ', 'Please input Name'],
    ['start', 'This step name is already in use'],
    ['__proto__', 'This step name is reserved'],
    ['call', undefined],
    ['other', undefined],
  ])('the name %j of a step: %s', (name, message) => {
    expect(nameProblem(name, 'b', steps)).toBe(message);
  });
});
