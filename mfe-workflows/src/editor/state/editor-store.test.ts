import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test, vi } from 'vitest';
import { createEditorStore } from './editor-store.ts';

const steps: WorkflowStep[] = [
  { stepId: 'start', clientId: 'c1', type: 'Trigger', triggerType: 'Manual', nextStepId: 'wait' },
  { stepId: 'wait', clientId: 'c2', type: 'DelayStep', delayValue: 1, nextStepId: 'end' },
  { stepId: 'end', clientId: 'c3', type: 'EndStep' },
];

function createStore(settings: Partial<Parameters<typeof createEditorStore>[0]> = {}) {
  return createEditorStore({ steps, ...settings });
}

function delay(store: ReturnType<typeof createStore>) {
  const step = store.getState().steps.find((one) => one.clientId === 'c2');
  return step?.type === 'DelayStep' ? step.delayValue : null;
}

function setDelay(store: ReturnType<typeof createStore>, delayValue: number, field = 'delayValue') {
  const step = store.getState().steps.find((one) => one.clientId === 'c2') as WorkflowStep;
  store.changeStep('c2', { ...step, delayValue } as WorkflowStep, field);
}

describe('undo and redo', () => {
  test('consecutive edits of one field are one version (EDIT-68)', () => {
    const store = createStore();
    for (const value of [2, 20, 200]) setDelay(store, value);
    store.undo();
    expect(delay(store)).toBe(1);
    expect(store.getState()).toMatchObject({ canUndo: false, canRedo: true });
    store.redo();
    expect(delay(store)).toBe(200);
  });

  test('edits of different fields, or of the same field of different steps, are separate versions', () => {
    const store = createStore();
    setDelay(store, 2);
    setDelay(store, 3, 'delayType');
    setDelay(store, 4);
    store.undo();
    expect(delay(store)).toBe(3);
    store.undo();
    expect(delay(store)).toBe(2);
    store.undo();
    expect(delay(store)).toBe(1);
  });

  test('a new edit after an undo drops what could be redone (EDIT-69)', () => {
    const store = createStore();
    setDelay(store, 2, 'a');
    setDelay(store, 3, 'b');
    store.undo();
    setDelay(store, 9, 'c');
    expect(store.getState().canRedo).toBe(false);
    store.redo();
    expect(delay(store)).toBe(9);
    store.undo();
    expect(delay(store)).toBe(2);
  });

  test('an edit of the same field after an undo is a separate version, so no visible state is lost', () => {
    const store = createStore();
    setDelay(store, 2, 'a');
    setDelay(store, 3, 'b');
    store.undo();
    setDelay(store, 4, 'a');
    store.undo();
    expect(delay(store)).toBe(2);
  });

  test('undoes many versions, and none after steps came from elsewhere', () => {
    const store = createStore();
    for (let value = 2; value < 50; value += 1) setDelay(store, value, `field ${value}`);
    for (let at = 0; at < 100; at += 1) store.undo();
    expect(delay(store)).toBe(1);
    store.replaceAll(steps.slice(0, 1));
    expect(store.getState()).toMatchObject({ canUndo: false, canRedo: false });
    expect(store.getState().steps).toHaveLength(1);
  });

  test('deselects a step that an undo removed', () => {
    const store = createStore();
    store.change([...store.getState().steps, { stepId: 'new', clientId: 'c9', type: 'EndStep' }]);
    store.open('c9');
    store.undo();
    expect(store.getState()).toMatchObject({ openId: null, selectedId: null });
  });
});

describe('changing steps', () => {
  test('pointers to a step follow its new name; a blank or taken name isn’t applied', () => {
    const store = createStore();
    const [, wait] = store.getState().steps;
    for (const stepId of ['', ' ', 'end']) store.changeStep('c2', { ...(wait as WorkflowStep), stepId });
    expect(store.getState().steps[1]?.stepId).toBe('wait');
    store.changeStep('c2', { ...(wait as WorkflowStep), stepId: 'pause' });
    expect(store.getState().steps[0]?.nextStepId).toBe('pause');
  });

  test('unchanged steps stay the same objects', () => {
    const store = createStore();
    const before = store.getState().steps;
    setDelay(store, 2);
    expect(store.getState().steps[0]).toBe(before[0]);
    expect(store.getState().steps[2]).toBe(before[2]);
  });

  test('steps without an id get one', () => {
    const store = createEditorStore({ steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }] });
    expect(store.getState().steps[0]?.clientId).toMatch(/./);
  });

  test('nothing changes while read-only: flagged, or with steps hidden from an ordinary person (EDIT-59)', () => {
    const hidden = steps.map((step) => (step.stepId === 'wait' ? { ...step, isHiddenFromCustomer: true } : step));
    for (const store of [createStore({ isReadOnly: true }), createStore({ steps: hidden })]) {
      setDelay(store, 5);
      expect(store.getState().isReadOnly).toBe(true);
      expect(delay(store)).toBe(1);
    }
    const impersonating = createStore({ steps: hidden, isImpersonating: true });
    setDelay(impersonating, 5);
    expect(delay(impersonating)).toBe(5);
  });

  test('problems are updated a moment after the last change, not with every key', () => {
    vi.useFakeTimers();
    const store = createStore();
    setDelay(store, 0);
    expect(store.getState().problems).toEqual([]);
    vi.advanceTimersByTime(200);
    expect(store.getState().problems).toMatchObject([{ stepId: 'wait', field: 'delayValue' }]);
    store.dispose();
    vi.useRealTimers();
  });

  test('a check that finds nothing new tells nobody', () => {
    vi.useFakeTimers();
    const store = createStore();
    setDelay(store, 0);
    vi.advanceTimersByTime(200);
    setDelay(store, -1);
    const { problems } = store.getState();
    const listener = vi.fn();
    store.subscribe(listener);
    vi.advanceTimersByTime(200);
    expect(problems).toHaveLength(1);
    expect(store.getState().problems).toBe(problems);
    expect(listener).not.toHaveBeenCalled();
    store.dispose();
    vi.useRealTimers();
  });

  test('a check that is added later counts at once and from then on', () => {
    vi.useFakeTimers();
    const store = createStore();
    store.addCheck((checked) => checked.flatMap((step) => (delay(store) === 7 ? [] : [{ stepId: step.stepId, message: 'Not seven' }])));
    vi.advanceTimersByTime(200);
    expect(store.getState().problems).toHaveLength(3);
    setDelay(store, 7);
    vi.advanceTimersByTime(200);
    expect(store.getState().problems).toEqual([]);
    store.dispose();
    vi.useRealTimers();
  });
});
