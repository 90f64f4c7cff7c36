import { schema } from '@portage/database';
import { DAY_MS } from '@portage/primitives/durations';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson, testEnv } from '../../test/api.ts';
import type { EventObject } from '../../test/event-object.ts';
import type { ScheduleObject } from '../../test/schedule-object.ts';
import { makeWebhookWorkflow, makeWorkflow, stepsWith } from '../../test/workflows.ts';

function buildCalls({ token }: Person, id: string) {
  return {
    remove: () => api(`DELETE /api/workflows/${id}`, { token }),
    restore: () => api(`POST /api/workflows/${id}/restore`, { token }),
    read: async () => (await api(`GET /api/workflows/${id}`, { token })).body.workflow,
  };
}

function deletedAt(id: string, at: Date) {
  return database().update(schema.workflows).set({ deletedAt: at }).where(eq(schema.workflows.id, id));
}

describe('a deleted workflow', () => {
  test('comes back unchanged: steps, versions, folder, stored data, link; inactive if it was inactive', async () => {
    const person = await signedInPerson();
    const folder = await api('POST /api/workflow-folders', { token: person.token, body: { name: 'Orders' } });
    const made = await makeWorkflow(person, {
      name: 'A',
      description: 'About',
      steps: stepsWith('Manual'),
      folderId: folder.body.folder.id,
    });
    const { remove, restore, read } = buildCalls(person, made.id);
    const link = (await api(`POST /api/workflows/${made.id}/share`, { token: person.token })).body;
    const before = await read();
    await remove();
    expect(await read()).toBeUndefined();
    expect(await restore()).toMatchObject({ status: 200, body: { isSuccess: true, warnings: [] } });
    const { lastUpdatedAt: _, ...restored } = await read();
    expect(before).toMatchObject(restored);
    expect((await api(`POST /api/workflows/${made.id}/share`, { token: person.token })).body).toEqual(link);
    const { body } = await api(`GET /api/workflows/${made.id}/versions`, { token: person.token });
    expect(body.workflowVersions.map(({ id }: { id: string }) => id)).toEqual([made.versionId]);
  });

  test('that was active accepts calls at its old address again, and runs the same version as before', async () => {
    const person = await signedInPerson();
    const { id, triggerCode, versionId } = await makeWebhookWorkflow(person);
    const { remove, restore, read } = buildCalls(person, id);
    const call = () => api(`POST /api/webhooks/${triggerCode}`, { body: {} });
    expect((await call()).status).toBe(202);
    await remove();
    expect((await call()).status).toBe(404);
    expect(await restore()).toMatchObject({ status: 200, body: { warnings: [] } });
    expect(await read()).toMatchObject({ isActive: true, versionId });
    expect((await call()).status).toBe(202);
  });

  test('that had a schedule is armed again', async () => {
    const person = await signedInPerson();
    const [trigger, ...others] = stepsWith('Scheduled');
    const schedule = { startAt: '2040-01-31T09:00', frequency: 1, period: 'Day' };
    const { id, versionId } = await makeWorkflow(person, { steps: [{ ...trigger, schedule }, ...others] });
    expect((await api(`POST /api/workflows/${id}/activate`, { token: person.token })).status).toBe(200);
    const object = testEnv.SCHEDULES.get(testEnv.SCHEDULES.idFromName(id)) as unknown as ScheduleObject;
    const { remove, restore } = buildCalls(person, id);
    await remove();
    expect(await object.armedVersion()).toBeNull();
    await restore();
    expect(await object.armedVersion()).toBe(versionId);
  });

  test('whose event the system no longer offers comes back inactive, and the person is told why', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person, { steps: stepsWith('Manual') });
    expect((await api(`POST /api/workflows/${id}/activate`, { token: person.token })).status).toBe(200);
    // Like a workflow started by an event; connectors' documents have their own tests.
    await database().update(schema.workflows).set({ triggerType: 'ConnectorEvent' }).where(eq(schema.workflows.id, id));
    const { remove, restore, read } = buildCalls(person, id);
    await remove();
    const object = testEnv.EVENTS.get(testEnv.EVENTS.idFromName(id)) as unknown as EventObject;
    await object.willAnswer({ state: 'failed', message: 'No such topic.' } as never, {});
    const answer = await restore();
    expect(answer).toMatchObject({ status: 200, body: { warnings: [{ code: 'not-active-again' }] } });
    expect(answer.body.warnings[0].userMessage).toBe('The workflow is back, but not active: No such topic.');
    expect(await read()).toMatchObject({ isActive: false });
  });

  test('is restored once, however often Undo is pressed, and never after a day', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person);
    const { remove, restore, read } = buildCalls(person, id);
    await remove();
    expect((await Promise.all([restore(), restore()])).map(({ status }) => status)).toEqual([200, 200]);
    expect(await restore()).toMatchObject({ status: 200 });
    await remove();
    await deletedAt(id, new Date(Date.now() - DAY_MS - 1_000));
    expect(await restore()).toMatchObject({ status: 404 });
    expect(await read()).toBeUndefined();
  });

  test('that was deactivated before stays inactive when a later deletion is undone', async () => {
    const person = await signedInPerson();
    const { id } = await makeWebhookWorkflow(person);
    const { remove, restore, read } = buildCalls(person, id);
    await remove();
    await restore();
    expect(await read()).toMatchObject({ isActive: true });
    await api(`POST /api/workflows/${id}/deactivate`, { token: person.token });
    await remove();
    await restore();
    expect(await read()).toMatchObject({ isActive: false });
  });

  test('of another person can’t be restored', async () => {
    const [person, stranger] = [await signedInPerson(), await signedInPerson()];
    const { id } = await makeWorkflow(person);
    await buildCalls(person, id).remove();
    expect(await buildCalls(stranger, id).restore()).toMatchObject({ status: 404 });
  });
});
