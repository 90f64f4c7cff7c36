import type { WorkflowStep } from '@portage/workflow';
import { describe, expect, test } from 'vitest';
import { type CanvasView, type SaveRequest, Saver } from './saver.ts';

const stepsNamed = (name: string): WorkflowStep[] => [{ stepId: name, type: 'Trigger', triggerType: 'Manual' }];

/** A saver with the test's own clock, draft and server. */
function bench() {
  let nowMs = 0;
  const timers = new Map<number, { at: number; callback: () => void }>();
  let nextTimer = 0;
  const draft = { steps: stepsNamed('one') as readonly WorkflowStep[], view: { offset: { x: 0, y: 0 }, zoom: 0.8 } as CanvasView };
  const sent: SaveRequest[] = [];
  const answers: { resolve: (versionId: string) => void; reject: (error: unknown) => void }[] = [];
  const saver = new Saver(
    {
      readDraft: () => ({ ...draft }),
      send: (request) => {
        sent.push(request);
        return new Promise((resolve, reject) => answers.push({ resolve: (versionId) => resolve({ versionId }), reject }));
      },
      judge: (error) => error as 'conflict',
      later: (callback, ms) => {
        const id = nextTimer++;
        timers.set(id, { at: nowMs + ms, callback });
        return () => timers.delete(id);
      },
      now: () => new Date(nowMs),
    },
    'v1',
  );
  return {
    saver,
    sent,
    draft,
    change(name: string) {
      draft.steps = stepsNamed(name);
      saver.noteChange();
    },
    async pass(ms: number) {
      nowMs += ms;
      for (const [id, { at, callback }] of [...timers]) {
        if (at > nowMs) continue;
        timers.delete(id);
        callback();
      }
      await settle();
    },
    async answer(versionId: string) {
      answers.shift()?.resolve(versionId);
      await settle();
    },
    async fail(judgement: 'conflict' | 'retry' | 'refused') {
      answers.shift()?.reject(judgement);
      await settle();
    },
  };
}

async function settle() {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
}

describe('autosave', () => {
  test('waits until nothing was changed for 2 s (EDIT-61)', async () => {
    const { saver, sent, change, pass, answer } = bench();
    change('two');
    await pass(1_999);
    change('three');
    await pass(1_999);
    expect(sent).toEqual([]);
    await pass(1);
    expect(sent).toMatchObject([{ kind: 'auto', versionId: 'v1', steps: stepsNamed('three') }]);
    expect(saver.getState()).toMatchObject({ phase: 'saving', hasUnsavedChanges: true });
    await answer('v2');
    expect(saver.getState()).toMatchObject({ phase: 'idle', hasUnsavedChanges: false, lastSave: { kind: 'auto' } });
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });

  test('saves changes made during a save, based on the version that the save created', async () => {
    const { saver, sent, change, pass, answer } = bench();
    change('two');
    await pass(2_000);
    change('three');
    await answer('v2');
    expect(saver.getState().hasUnsavedChanges).toBe(true);
    await pass(2_000);
    expect(sent[1]).toMatchObject({ versionId: 'v2', steps: stepsNamed('three') });
  });

  test('does nothing while read-only (EDIT-64), nor after an undo to the saved state', async () => {
    const { saver, sent, draft, change, pass } = bench();
    const saved = draft.steps;
    change('two');
    draft.steps = saved;
    saver.noteChange();
    await pass(10_000);
    expect(sent).toEqual([]);
    expect(saver.getState().hasUnsavedChanges).toBe(false);
    saver.setAutomatic(false);
    change('three');
    await pass(10_000);
    expect(sent).toEqual([]);
  });

  test('stores the canvas position silently, without steps', async () => {
    const { saver, sent, draft, pass, answer } = bench();
    draft.view = { offset: { x: 5, y: 0 }, zoom: 0.8 };
    saver.noteChange();
    await pass(2_000);
    expect(sent).toEqual([{ kind: 'auto', versionId: 'v1', view: draft.view }]);
    expect(saver.getState()).toMatchObject({ phase: 'idle', hasUnsavedChanges: false });
    await answer('v1');
    expect(saver.getState().lastSave).toBeNull();
  });

  test('retries less and less often while the server is unreachable', async () => {
    const { saver, sent, change, pass, fail, answer } = bench();
    change('two');
    await pass(2_000);
    await fail('retry');
    expect(saver.getState()).toMatchObject({ phase: 'failed', hasUnsavedChanges: true });
    await pass(4_999);
    expect(sent).toHaveLength(1);
    await pass(1);
    await fail('retry');
    await pass(9_999);
    expect(sent).toHaveLength(2);
    saver.retry();
    await pass(0);
    expect(sent).toHaveLength(3);
    await answer('v2');
    expect(saver.getState()).toMatchObject({ phase: 'idle', hasUnsavedChanges: false });
  });

  test('doesn’t repeat a refused save until something changes', async () => {
    const { sent, change, pass, fail } = bench();
    change('two');
    await pass(2_000);
    await fail('refused');
    await pass(600_000);
    expect(sent).toHaveLength(1);
    change('three');
    await pass(2_000);
    expect(sent).toHaveLength(2);
  });
});

describe('a conflict', () => {
  test('stops saving until a person has chosen: no loop, nothing lost', async () => {
    const { saver, sent, draft, change, pass, fail } = bench();
    change('two');
    await pass(2_000);
    await fail('conflict');
    expect(saver.getState().phase).toBe('conflict');
    change('three');
    await pass(600_000);
    expect(sent).toHaveLength(1);
    expect(draft.steps).toEqual(stepsNamed('three'));
  });

  test('can be resolved with the local steps, on top of the server’s version', async () => {
    const { saver, sent, change, pass, fail, answer } = bench();
    change('two');
    await pass(2_000);
    await fail('conflict');
    const overwriting = saver.overwrite('v7');
    await settle();
    expect(sent[1]).toMatchObject({ kind: 'manual', versionId: 'v7', steps: stepsNamed('two') });
    await answer('v8');
    await overwriting;
    expect(saver.getState()).toMatchObject({ phase: 'idle', hasUnsavedChanges: false });
    expect(saver.versionId).toBe('v8');
  });

  test('can be resolved with the server’s version', async () => {
    const { saver, draft, change, pass, fail, sent } = bench();
    change('two');
    await pass(2_000);
    await fail('conflict');
    draft.steps = stepsNamed('theirs');
    saver.adopt('v7');
    expect(saver.getState()).toMatchObject({ phase: 'idle', hasUnsavedChanges: false });
    await pass(60_000);
    expect(sent).toHaveLength(1);
  });
});

describe('saving by hand', () => {
  test('waits for a running save (EDIT-63)', async () => {
    const { saver, sent, change, pass, answer } = bench();
    change('two');
    await pass(2_000);
    change('three');
    const saving = saver.save();
    await settle();
    expect(sent).toHaveLength(1);
    await answer('v2');
    expect(sent[1]).toMatchObject({ kind: 'manual', versionId: 'v2', steps: stepsNamed('three') });
    await answer('v3');
    await saving;
    expect(saver.getState()).toMatchObject({ phase: 'idle', lastSave: { kind: 'manual' } });
  });

  test('knows whether only one step has changed, until it is saved', async () => {
    const { saver, draft, answer } = bench();
    const start = { ...stepsNamed('one')[0], clientId: 'a' } as WorkflowStep;
    const other: WorkflowStep = { stepId: 'other', clientId: 'b', type: 'CustomScript', script: '1' };
    draft.steps = [start, other];
    saver.adopt('v1');
    expect(saver.changesOnly('b')).toBe(true);
    draft.steps = [start, { ...other, script: '2' }];
    expect([saver.changesOnly('b'), saver.changesOnly('a')]).toEqual([true, false]);
    draft.steps = [start, { ...other, stepId: 'renamed' }];
    expect(saver.changesOnly('b')).toBe(false);
    draft.steps = [start, other, { ...other, clientId: 'c' }];
    expect(saver.changesOnly('c')).toBe(false);
    const saving = saver.save();
    await settle();
    await answer('v2');
    await saving;
    expect(saver.changesOnly('c')).toBe(true);
  });

  test('throws the error, and before a run saves only what is new', async () => {
    const { saver, sent, change, fail } = bench();
    await saver.flush();
    expect(sent).toEqual([]);
    change('two');
    const flushing = saver.flush();
    await settle();
    const refused = expect(flushing).rejects.toBe('refused');
    await fail('refused');
    await refused;
    expect(saver.getState().phase).toBe('failed');
  });
});
