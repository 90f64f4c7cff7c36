import { sql } from 'drizzle-orm';
import { expect, inject, test } from 'vitest';
import { database, makeUser } from '../../../test/rows.ts';
import { connectPool } from '../../connect.ts';
import { writeDraft, writePublication } from './workflow-drafts.ts';
import { activateWorkflowRow } from './workflow-life.ts';
import { listVersions } from './workflow-versions.ts';
import { findWorkflow, insertWorkflow } from './workflows.ts';

const step = (script: string) => [{ stepId: 'calc', type: 'CustomScript' as const, script }];

/** An active workflow with a draft, and a publication of it. */
async function activeWithDraft() {
  const [db, owner, at] = [database(), (await makeUser()).id, new Date()];
  const [id, published, draft, next] = Array.from({ length: 4 }, () => crypto.randomUUID()) as [string, string, string, string];
  await insertWorkflow(db, owner, {
    id,
    versionId: published,
    name: 'Flow',
    description: null,
    loggingMode: 'LogAllData',
    triggerCode: id,
    triggerType: 'Webhook',
    steps: step('return 1'),
    editorState: null,
    onFailureWorkflowId: null,
    folderId: null,
    createdByUserId: owner,
    at,
  });
  await activateWorkflowRow(db, owner, id, { id: published, dashboardId: null }, at);
  await writeDraft(db, owner, id, {
    expected: { draftVersionId: null, publishedVersionId: published },
    newVersion: { id: draft, steps: step('return 2'), createdByUserId: owner },
    at,
  });
  const publish = () =>
    writePublication(db, owner, id, {
      expected: { draftVersionId: draft, publishedVersionId: published },
      versionId: next,
      triggerType: 'Webhook',
      dashboardId: null,
      label: null,
      note: null,
      publishedByUserId: owner,
      at,
    });
  const history = async () =>
    (await listVersions(db, owner, id, { count: 100, bytes: 1_000_000, withDrafts: true })).map(({ id: versionId, publishedNumber }) => [
      versionId,
      publishedNumber,
    ]);
  return { id, owner, published, draft, next, publish, history, find: () => findWorkflow(db, owner, id) };
}

test('a publication killed between its two writes leaves the previous version and the draft intact', async () => {
  const flow = await activeWithDraft();
  await using pool = connectPool(inject('database'));
  const blocked = pool.db.transaction(async (transaction) => {
    // The number that the new version will get: its row has to wait after the workflow's row is changed.
    await transaction.execute(sql`
      insert into workflow_versions (id, workflow_id, owner_user_id, number, name, logging_mode, steps, created_at, created_by_user_id)
      values (gen_random_uuid(), ${flow.id}::uuid, ${flow.owner}::uuid, 3, 'x', 'LogAllData', '[]', now(), ${flow.owner}::uuid)`);
    const publishing = flow.publish().then(
      () => 'published',
      () => 'killed',
    );
    await expect.poll(killWaiting).toBe(1);
    expect(await publishing).toBe('killed');
    transaction.rollback();
  });
  await blocked.catch(() => undefined);

  expect(await flow.find()).toMatchObject({
    currentVersionId: flow.published,
    publishedVersionId: flow.published,
    draftVersionId: flow.draft,
    steps: step('return 1'),
  });
  expect(await flow.history()).toEqual([
    [flow.draft, null],
    [flow.published, 1],
  ]);

  expect(await flow.publish()).toBe(true);
  expect(await flow.find()).toMatchObject({
    currentVersionId: flow.next,
    publishedVersionId: flow.next,
    draftVersionId: null,
    steps: step('return 2'),
  });
  expect(await flow.history()).toEqual([
    [flow.next, 2],
    [flow.published, 1],
  ]);
  expect(await flow.publish()).toBe(false);
});

/** Ends the connection of the publication that waits for a lock; nothing else here publishes. @returns how many there were */
async function killWaiting(): Promise<number> {
  const { rows } = await database().execute(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where wait_event_type = 'Lock' and query like '%draft_version_id = null%' and pid <> pg_backend_pid()`);
  return rows.length;
}
