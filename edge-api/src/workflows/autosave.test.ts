import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';

const stepsReturning = (value: number) => [
  { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'work' },
  { stepId: 'work', type: 'CustomScript', script: `return ${value}` },
];

/** An editor with its own clock. */
async function openEditor(person: Person, sessionId = crypto.randomUUID()) {
  const { body } = await api('POST /api/workflows', { token: person.token, body: { name: 'Draft', steps: stepsReturning(0) } });
  let { id, versionId } = body.workflow;
  let nowMs = Date.now();
  return {
    id: id as string,
    wait(minutes: number) {
      nowMs += minutes * 60_000;
    },
    async save(value: number, { isAutosave = true, as = sessionId } = {}) {
      nowMs += 1_000;
      const response = await api(`PUT /api/workflows/${id}`, {
        token: person.token,
        body: { steps: stepsReturning(value), versionId, editorSessionId: as, isAutosave },
        now: new Date(nowMs),
      });
      expect(response.status, response.message).toBe(200);
      versionId = response.body.workflow.versionId;
      return versionId as string;
    },
    async history() {
      const response = await api(`GET /api/workflows/${id}/versions`, { token: person.token });
      return response.body.workflowVersions.map(({ steps }: { steps: { script: string }[] }) => Number(steps[1]?.script.slice(7)));
    },
  };
}

describe('version history while an editor autosaves', () => {
  test('keeps one version for consecutive autosaves, each with its own id', async () => {
    const person = await signedInPerson();
    const editor = await openEditor(person);
    const ids = [await editor.save(1), await editor.save(2), await editor.save(3)];
    expect(new Set(ids).size).toBe(3);
    expect(await editor.history()).toEqual([3, 0]);
  });

  test('keeps manual saves and another editor’s saves', async () => {
    const editor = await openEditor(await signedInPerson());
    await editor.save(1);
    await editor.save(2, { isAutosave: false });
    await editor.save(3);
    await editor.save(4, { as: 'another editor' });
    expect(await editor.history()).toEqual([4, 3, 2, 0]);
  });

  test('keeps a version when Save is pressed without a change', async () => {
    const editor = await openEditor(await signedInPerson());
    await editor.save(1);
    await editor.save(1, { isAutosave: false });
    await editor.save(2);
    expect(await editor.history()).toEqual([2, 1, 0]);
  });

  test('begins a new version after ten minutes', async () => {
    const editor = await openEditor(await signedInPerson());
    await editor.save(1);
    editor.wait(6);
    await editor.save(2);
    editor.wait(6);
    await editor.save(3);
    await editor.save(4);
    expect(await editor.history()).toEqual([4, 2, 0]);
  });

  test.each(['test-run', 'share', 'activate'])('keeps a version that %s has used', async (call) => {
    const person = await signedInPerson();
    const editor = await openEditor(person);
    await editor.save(1);
    expect((await api(`POST /api/workflows/${editor.id}/${call}`, { token: person.token })).status).toBe(200);
    if (call === 'activate') await api(`POST /api/workflows/${editor.id}/deactivate`, { token: person.token });
    await editor.save(2);
    expect(await editor.history()).toEqual([2, 1, 0]);
  });

  test('moving the canvas makes no version and no conflict', async () => {
    const person = await signedInPerson();
    const editor = await openEditor(person);
    const versionId = await editor.save(1);
    const state = { offset: { x: 1, y: 2 }, zoom: 0.5 };
    const response = await api(`PUT /api/workflows/${editor.id}`, {
      token: person.token,
      body: { state, versionId, editorSessionId: 'e', isAutosave: true },
    });
    expect(response.body.workflow).toMatchObject({ versionId, state });
    expect(await editor.history()).toEqual([1, 0]);
  });
});
