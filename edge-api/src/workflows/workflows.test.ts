import { workflowData } from '@portage/database';
import { orderExample } from '@portage/workflow/testing';
import { describe, expect, test } from 'vitest';
import { api, database, impersonate, signedInPerson } from '../../test/api.ts';
import { findStart } from '../../test/run-engine.ts';
import { impersonatedAdmin, makeWorkflow, signedInAdmin, stepsWith } from '../../test/workflows.ts';

describe('creating a workflow', () => {
  test('starts inactive, with one Manual trigger named start', async () => {
    const person = await signedInPerson();
    const workflow = await makeWorkflow(person, {});
    expect(workflow).toMatchObject({
      name: 'Untitled workflow',
      isActive: false,
      isDeleted: false,
      loggingMode: 'LogAllData',
      ownerUserId: person.row.id,
      ownerUserEmail: person.row.email,
      lastRunAt: null,
      triggerType: 'Manual',
      steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: null }],
    });
    expect(workflow.triggerCode).toMatch(/^[\w-]{32}$/);
  });

  test('accepts the add dialog’s trigger type', async () => {
    const workflow = await makeWorkflow(await signedInPerson(), { name: 'Hook', triggerType: 'Webhook' });
    expect(workflow.steps).toMatchObject([{ stepId: 'start', triggerType: 'Webhook' }]);
  });

  test('with a scheduled trigger starts its schedule now, once (STEP-28)', async () => {
    const workflow = await makeWorkflow(await signedInPerson(), { name: 'Nightly', triggerType: 'Scheduled', timeZone: 'Europe/Berlin' });
    expect(workflow.steps).toMatchObject([
      {
        stepId: 'start',
        triggerType: 'Scheduled',
        schedule: { startAt: workflow.createdAt, frequency: 1, period: 'OneTime', timeZone: 'Europe/Berlin' },
      },
    ]);
  });

  test('returns the steps of docs/workflow-format.md unchanged, each with a stable id', async () => {
    const person = await signedInPerson();
    const made = await makeWorkflow(person, orderExample);
    const { body } = await api(`GET /api/workflows/${made.id}`, { token: person.token });
    expect(body.workflow).toMatchObject(orderExample);
    expect(new Set(body.workflow.steps.map((step: { clientId: string }) => step.clientId)).size).toBe(orderExample.steps.length);
    expect(body.workflow).toEqual(made);
  });

  test.each([
    ['an unknown field', { nam: 'x' }, 'nam'],
    ['an unknown field of a step', { steps: [{ stepId: 'a', type: 'EndStep', scrip: 1 }] }, 'scrip'],
    ['a name that is no text', { name: 7 }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'name'],
    ['a name with a NUL', { name: 'a\u0000b' }, 'name'],
    ['a name with half a surrogate pair', { name: 'a\ud800' }, 'name'],
    ['an unknown trigger type', { triggerType: 'Magic' }, 'triggerType'],
    ['being active from the start', { isActive: true }, 'isActive'],
    ['steps and another trigger type', { steps: stepsWith('Manual'), triggerType: 'Webhook' }, 'triggerType'],
    ['an id of the caller’s', { id: crypto.randomUUID() }, 'id'],
  ])('refuses %s, names the field and stores nothing', async (_, body, field) => {
    const { token } = await signedInPerson();
    const response = await api('POST /api/workflows', { token, body });
    expect(response).toMatchObject({ status: 400, code: 'validation', body: { isSuccess: false } });
    expect(JSON.stringify(response.body.errors[0])).toContain(field);
    expect((await api('GET /api/workflows', { token })).body).toEqual({ workflows: [], totalCount: 0 });
  });

  test.each([
    ['no JSON', '{"name":', 'application/json', 400],
    ['another content type', 'name=x', 'application/x-www-form-urlencoded', 415],
    ['more than 2 MB', JSON.stringify({ name: 'x'.repeat(2_000_001) }), 'application/json', 413],
  ])('refuses a body that is %s', async (_, rawBody, contentType, status) => {
    const { token } = await signedInPerson();
    const response = await api('POST /api/workflows', { token, rawBody, headers: { 'content-type': contentType } });
    expect(response).toMatchObject({ status, body: { isSuccess: false } });
  });
});

describe('listing', () => {
  test('pages the newest first, counts all, and matches names as they are written', async () => {
    const person = await signedInPerson();
    for (const name of ['Alpha', 'beta 100%', 'Gamma_1']) await makeWorkflow(person, { name });
    const list = async (query: string) => {
      const { body } = await api(`GET /api/workflows?${query}`, { token: person.token });
      return { names: body.workflows.map((workflow: { name: string }) => workflow.name), totalCount: body.totalCount };
    };
    expect(await list('pageSize=2')).toEqual({ names: ['Gamma_1', 'beta 100%'], totalCount: 3 });
    expect(await list('pageSize=2&pageIndex=1')).toEqual({ names: ['Alpha'], totalCount: 3 });
    expect(await list('pageIndex=5')).toEqual({ names: [], totalCount: 3 });
    expect(await list('name=BETA')).toEqual({ names: ['beta 100%'], totalCount: 1 });
    expect(await list('name=%25')).toEqual({ names: ['beta 100%'], totalCount: 1 });
    expect(await list('name=_')).toEqual({ names: ['Gamma_1'], totalCount: 1 });
    expect(await list('activeOnly=true')).toEqual({ names: [], totalCount: 0 });
    expect(await list('name=&activeOnly=false')).toMatchObject({ totalCount: 3 });
  });

  test('refuses pages of size zero and unknown filters', async () => {
    const { token } = await signedInPerson();
    for (const query of ['pageSize=0', 'pageSize=101', 'pageIndex=-1', 'pageIndex=x', 'activeOnly=maybe', 'sort=steps', 'name=%00']) {
      expect(await api(`GET /api/workflows?${query}`, { token }), query).toMatchObject({ status: 400, code: 'validation' });
    }
  });

  test('an admin sees everyone’s and may search by address; nobody else may', async () => {
    const person = await signedInPerson();
    const workflow = await makeWorkflow(person);
    const query = `isAdmin=true&userEmail=${encodeURIComponent(person.row.email)}`;
    const { body } = await api(`GET /api/workflows?${query}`, { token: (await signedInAdmin()).token });
    expect(body).toMatchObject({ totalCount: 1, workflows: [{ id: workflow.id, ownerUserEmail: person.row.email }] });

    for (const { token } of [person, await impersonatedAdmin()]) {
      expect(await api('GET /api/workflows?isAdmin=true', { token })).toMatchObject({ status: 403, code: 'forbidden' });
      expect(await api('GET /api/workflows?userEmail=a', { token })).toMatchObject({ status: 403 });
      expect(await api('GET /api/workflows?isAdmin=false', { token })).toMatchObject({ status: 200 });
    }
  });
});

describe('saving', () => {
  test('makes a version only for a change of steps, name or logging', async () => {
    const person = await signedInPerson();
    const workflow = await makeWorkflow(person);
    const save = async (body: object) => {
      const response = await api(`PUT /api/workflows/${workflow.id}`, { token: person.token, body });
      expect(response.status, response.message).toBe(200);
      return response.body.workflow;
    };
    const state = { offset: { x: 3, y: -4.5 }, zoom: 0.8 };
    expect(await save({ steps: stepsWith('Manual'), name: workflow.name, isActive: false, state, description: 'About' })).toMatchObject({
      versionId: workflow.versionId,
      state,
      description: 'About',
    });
    const renamed = await save({ name: 'Renamed' });
    const logged = await save({ loggingMode: 'LogOnlyIfError' });
    const changed = await save({ steps: stepsWith('Webhook', 'return 2') });
    expect(changed).toMatchObject({ name: 'Renamed', loggingMode: 'LogOnlyIfError', triggerType: 'Webhook', state, description: 'About' });

    const { body } = await api(`GET /api/workflows/${workflow.id}/versions`, { token: person.token });
    expect(body.workflowVersions.map(({ id }: { id: string }) => id)).toEqual([
      changed.versionId,
      logged.versionId,
      renamed.versionId,
      workflow.versionId,
    ]);
    expect(body.workflowVersions[3]).toMatchObject({ name: workflow.name, loggingMode: 'LogAllData', steps: workflow.steps });
    expect((await api(`GET /api/workflows/${workflow.id}`, { token: person.token })).body.workflow).toEqual(changed);
  });

  test('refuses a save based on a version that is no longer current', async () => {
    const person = await signedInPerson();
    const { id, versionId } = await makeWorkflow(person);
    const save = (name: string) => api(`PUT /api/workflows/${id}`, { token: person.token, body: { name, versionId } });
    const answers = await Promise.all(['one', 'two', 'three'].map(save));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)).toMatchObject({ code: 'version-conflict', body: { isSuccess: false } });
    const { body } = await api(`GET /api/workflows/${id}/versions`, { token: person.token });
    expect(body.workflowVersions).toHaveLength(2);
  });

  test('accepts simultaneous saves without a versionId one after the other', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person);
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((name) => api(`PUT /api/workflows/${id}`, { token: person.token, body: { name } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { body } = await api(`GET /api/workflows/${id}/versions`, { token: person.token });
    expect(body.workflowVersions).toHaveLength(4);
  });

  test('HOSTILE 25, EDIT-78: an owner can neither replace nor unhide hidden steps; an admin who impersonates can', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const [start, calc] = stepsWith('Manual');
    const token = await impersonate(admin.row.id, person.row.id);
    const { id } = await makeWorkflow({ ...person, token }, { steps: [start, { ...calc, isHiddenFromCustomer: true }] });
    const put = (token: string, body: object) => api(`PUT /api/workflows/${id}`, { token, body });
    for (const hidden of [calc, { ...calc, isHiddenFromCustomer: true, script: 'return 2' }]) {
      expect(await put(person.token, { steps: [start, hidden] })).toMatchObject({ status: 403, code: 'hidden-steps' });
    }
    const saved = await put(person.token, { steps: [{ ...start, nextStepId: null }], name: 'Renamed' });
    expect(saved.body.workflow).toMatchObject({ name: 'Renamed', hasHiddenSteps: true, steps: [{ nextStepId: null }] });
    const { steps } = (await api(`GET /api/workflows/${id}`, { token })).body.workflow;
    expect(steps).toMatchObject([{ nextStepId: 'calc' }, { isHiddenFromCustomer: true, script: 'return 1' }]);
    expect((await put(token, { steps: [start, calc] })).status).toBe(200);
    expect((await put(person.token, { steps: [start, { ...calc, script: 'return 2' }] })).body.workflow.hasHiddenSteps).toBe(false);
  });

  test('EDIT-78: a step that is hidden now is hidden in earlier versions too', async () => {
    const [admin, person] = [await signedInAdmin(), await signedInPerson()];
    const [start, calc] = stepsWith('Manual');
    const { id, versionId } = await makeWorkflow(person, { steps: [start, calc] });
    const token = await impersonate(admin.row.id, person.row.id);
    await api(`PUT /api/workflows/${id}`, { token, body: { steps: [start, { ...calc, isHiddenFromCustomer: true }] } });
    const namesFor = async (reader: string) => {
      const listed = (await api(`GET /api/workflows/${id}/versions`, { token: reader })).body.workflowVersions;
      const single = (await api(`GET /api/workflows/${id}/versions/${versionId}`, { token: reader })).body.workflowVersion;
      return [...listed, single].map(({ steps }) => steps.map(({ stepId }: { stepId: string }) => stepId));
    };
    expect(await namesFor(person.token)).toEqual([['start'], ['start'], ['start']]);
    expect(await namesFor(token)).toEqual([
      ['start', 'calc'],
      ['start', 'calc'],
      ['start', 'calc'],
    ]);
  });

  test('is not a conflict if another save has already stored the same content', async () => {
    const person = await signedInPerson();
    const { id, versionId } = await makeWorkflow(person);
    const put = (body: object) => api(`PUT /api/workflows/${id}`, { token: person.token, body });
    const steps = stepsWith('Manual', 'return 2');
    const first = await put({ steps, versionId, editorSessionId: 'one', editorSaveNumber: 1 });
    const again = await put({ steps, versionId, editorSessionId: 'two', editorSaveNumber: 1 });
    expect(again).toMatchObject({ status: 200, body: { workflow: { versionId: first.body.workflow.versionId } } });
    expect(await put({ steps: stepsWith('Manual', 'return 3'), versionId, editorSessionId: 'two' })).toMatchObject({
      code: 'version-conflict',
    });
  });

  test('is not a conflict with an earlier save by the same editor whose response was lost; that earlier save, if late, is', async () => {
    const person = await signedInPerson();
    const { id, versionId } = await makeWorkflow(person);
    const put = (script: string, editorSaveNumber: number, editorSessionId = 'one') =>
      api(`PUT /api/workflows/${id}`, {
        token: person.token,
        body: { steps: stepsWith('Manual', script), versionId, editorSessionId, editorSaveNumber, isAutosave: true },
      });
    expect((await put('return 2', 1)).status).toBe(200);
    expect((await put('return 3', 2)).status).toBe(200);
    expect(await put('return 2', 1)).toMatchObject({ status: 409, code: 'version-conflict' });
    expect(await put('return 4', 3, 'two')).toMatchObject({ status: 409, code: 'version-conflict' });
    const { steps } = (await api(`GET /api/workflows/${id}`, { token: person.token })).body.workflow;
    expect(steps[1]).toMatchObject({ script: 'return 3' });
  });

  test('keeps step texts exactly, and the order of headers', async () => {
    const person = await signedInPerson();
    const step = {
      stepId: 'call',
      type: 'HttpRequest',
      httpMethod: 'POST',
      url: 'https://a.example',
      headers: { zz: '1', a: '2', 'x-long': '3' },
      body: 'a\u0000b \\u0000 \u2028 😀',
    };
    const { id } = await makeWorkflow(person, { steps: [...stepsWith('Manual'), step] });
    const { body } = await api(`GET /api/workflows/${id}`, { token: person.token });
    expect(body.workflow.steps[2]).toMatchObject(step);
    expect(Object.keys(body.workflow.steps[2].headers)).toEqual(['zz', 'a', 'x-long']);
  });
});

describe('activating', () => {
  test('publishes a valid version; an active workflow’s steps can’t be changed, but its name can', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person);
    const { token } = person;
    expect((await api(`POST /api/workflows/${id}/activate`, { token })).body).toEqual({ isSuccess: true, warnings: [] });

    const refused = await api(`PUT /api/workflows/${id}`, { token, body: { steps: stepsWith('Manual', 'return 2') } });
    expect(refused).toMatchObject({ status: 409, code: 'workflow-active' });
    expect(refused.message).toContain('Deactivate');
    expect(await api(`PUT /api/workflows/${id}`, { token, body: { isActive: false } })).toMatchObject({ status: 400 });

    const { body } = await api(`PUT /api/workflows/${id}`, { token, body: { name: 'New name', steps: stepsWith('Manual') } });
    const run = await api(`POST /api/workflows/${id}/run`, { token, body: {} });
    expect(await findStart(run.body.workflowInstanceId)).toMatchObject({
      versionId: body.workflow.versionId,
      version: { name: 'New name' },
    });
    expect((await api('GET /api/workflows?activeOnly=true', { token })).body.totalCount).toBe(1);
  });

  test('says what is wrong first, and changes nothing, if the steps can’t run', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const steps = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'gone' }];
    const { id } = await makeWorkflow(person, { steps });
    for (const call of ['activate', 'test-run']) {
      const response = await api(`POST /api/workflows/${id}/${call}`, { token });
      expect(response).toMatchObject({ status: 400, code: 'workflow-invalid' });
      expect(response.message).toContain('start');
    }
    expect((await api(`GET /api/workflows/${id}`, { token })).body.workflow.isActive).toBe(false);
  });

  test('refuses a script that can’t be parsed, with the step and the line, and accepts one that can', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const steps = (script: string) => [
      { stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'sum' },
      { stepId: 'sum', type: 'CustomScript', script },
    ];
    const { id } = await makeWorkflow(person, { steps: steps('const a = 1;\nreturn Steps["start"].Payload.;') });
    for (const call of ['activate', 'test-run']) {
      expect(await api(`POST /api/workflows/${id}/${call}`, { token })).toMatchObject({
        status: 400,
        code: 'workflow-invalid',
        message: 'Step “sum”: Script, line 2, column 31: Unexpected token',
      });
    }
    expect((await api(`GET /api/workflows/${id}`, { token })).body.workflow.isActive).toBe(false);
    const readable = await makeWorkflow(person, { steps: steps('const a = await 1;\nreturn a') });
    expect(await api(`POST /api/workflows/${readable.id}/activate`, { token })).toMatchObject({ status: 200 });
  });
});

describe('running', () => {
  test('runs only the published version of an active workflow, and always the current one as a test', async () => {
    const person = await signedInPerson();
    const { token } = person;
    const { id, versionId } = await makeWorkflow(person);
    expect(await api(`POST /api/workflows/${id}/run`, { token })).toMatchObject({ status: 409, code: 'workflow-inactive' });

    const tested = await api(`POST /api/workflows/${id}/test-run`, { token, body: { payload: { n: [1, null, 'x'] } } });
    expect(await findStart(tested.body.workflowInstanceId)).toMatchObject({
      ownerUserId: person.row.id,
      workflowId: id,
      versionId,
      isTest: true,
      startedByHand: true,
      trigger: { type: 'Manual', payload: { n: [1, null, 'x'] } },
    });

    await api(`POST /api/workflows/${id}/activate`, { token });
    const { body } = await api(`POST /api/workflows/${id}/run`, { token });
    expect(await findStart(body.workflowInstanceId)).toMatchObject({ versionId, isTest: false, trigger: { payload: null } });
    await api(`POST /api/workflows/${id}/deactivate`, { token });
    expect(await api(`POST /api/workflows/${id}/run`, { token })).toMatchObject({ status: 409 });
  });
});

describe('what a workflow stores', () => {
  test('returns stored values unchanged, without expired ones', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person);
    const now = Date.now();
    const values = [
      { key: 'a', value: { deep: ['x'] }, expiresAt: null },
      { key: 'b', value: '123', expiresAt: new Date(now + 60_000) },
      { key: 'c', value: 'old', expiresAt: new Date(now - 1) },
    ];
    await database()
      .insert(workflowData)
      .values(values.map((value) => ({ workflowId: id, updatedAt: new Date(now), ...value })));
    const { body } = await api(`GET /api/workflows/${id}/workflow-context-data`, { token: person.token });
    expect(body.contextData).toEqual([
      { key: 'a', value: { deep: ['x'] }, expiresAt: null },
      { key: 'b', value: '123', expiresAt: new Date(now + 60_000).toISOString() },
    ]);
  });

  test('names its webhook address by id and by trigger code', async () => {
    const person = await signedInPerson();
    const { id, triggerCode } = await makeWorkflow(person);
    const webhookUrl = `https://portage.test/api/webhooks/${triggerCode}`;
    expect((await api(`GET /api/workflows/generate-webhook-url/${id}`, { token: person.token })).body).toEqual({ webhookUrl });
    expect((await api(`GET /api/workflows/webhook-url/${triggerCode}`, { token: person.token })).body).toEqual({ webhookUrl });
    expect((await api(`GET /api/workflows/${id}/last-instance`, { token: person.token })).body).toEqual({
      workflowInstance: null,
      isTesting: false,
    });
  });
});

describe('HOSTILE 25: every call on a workflow', () => {
  const calls: [string, object?][] = [
    ['GET /api/workflows/{id}'],
    ['PUT /api/workflows/{id}', { name: 'Mine now' }],
    ['DELETE /api/workflows/{id}'],
    ['POST /api/workflows/{id}/run', {}],
    ['POST /api/workflows/{id}/test-run', {}],
    ['POST /api/workflows/{id}/activate'],
    ['POST /api/workflows/{id}/deactivate'],
    ['GET /api/workflows/{id}/versions'],
    ['GET /api/workflows/{id}/workflow-context-data'],
    ['GET /api/workflows/generate-webhook-url/{id}'],
    ['GET /api/workflows/webhook-url/{triggerCode}'],
    ['GET /api/workflows/{id}/last-instance'],
  ];

  test.each(calls)('%s is refused to an anonymous caller, to another user and to an admin', async (call, body) => {
    const owner = await signedInPerson();
    const workflow = await makeWorkflow(owner);
    const key = call.replace('{id}', workflow.id).replace('{triggerCode}', workflow.triggerCode);
    expect(await api(key, { body })).toMatchObject({ status: 401, code: 'unauthorized' });
    expect(await api(key, { body, token: 'forged.forged.forged' })).toMatchObject({ status: 401 });
    for (const { token } of [await signedInPerson(), await signedInAdmin()]) {
      const response = await api(key, { body, token });
      expect(response).toMatchObject({ status: 404, code: 'not-found' });
      const unknown = call.replace('{id}', crypto.randomUUID()).replace('{triggerCode}', 'x'.repeat(32));
      expect((await api(unknown, { body, token })).body).toEqual(response.body);
      expect(await api(call.replace(/\{\w+\}/, 'no-id'), { body, token })).toMatchObject({ status: 404 });
    }
    expect((await api(`GET /api/workflows/${workflow.id}`, { token: owner.token })).body.workflow).toEqual(workflow);
  });

  test('lists and makes nothing for an anonymous caller', async () => {
    expect(await api('GET /api/workflows')).toMatchObject({ status: 401 });
    expect(await api('POST /api/workflows', { body: {} })).toMatchObject({ status: 401 });
  });
});

test('HOSTILE 31: markup in names, descriptions and problems is data, never a page', async () => {
  const person = await signedInPerson();
  const markup = '<img src=x onerror=alert(1)>';
  const steps = [...stepsWith('Manual').slice(0, 1), { stepId: markup, type: 'CustomScript', script: '' }];
  const workflow = await makeWorkflow(person, { name: markup, description: markup, steps });
  expect(workflow).toMatchObject({ name: markup, description: markup });
  for (const call of [
    `GET /api/workflows/${workflow.id}`,
    `POST /api/workflows/${workflow.id}/activate`,
    `GET /api/workflows/${encodeURIComponent(markup)}`,
  ]) {
    const { headers } = await api(call, { token: person.token });
    expect(headers.get('content-type')).toContain('application/json');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  }
});

test('a deleted workflow is gone for every call', async () => {
  const person = await signedInPerson();
  const { id } = await makeWorkflow(person);
  expect((await api(`DELETE /api/workflows/${id}`, { token: person.token })).body).toEqual({ isSuccess: true, warnings: [] });
  for (const call of [`GET /api/workflows/${id}`, `DELETE /api/workflows/${id}`, `POST /api/workflows/${id}/test-run`]) {
    expect(await api(call, { token: person.token })).toMatchObject({ status: 404 });
  }
  expect((await api('GET /api/workflows', { token: person.token })).body.totalCount).toBe(0);
});
