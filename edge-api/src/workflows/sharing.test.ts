import { describe, expect, test } from 'vitest';
import { api, type Person, signedInPerson } from '../../test/api.ts';

const secretStep = {
  stepId: 'call',
  type: 'HttpRequest',
  url: 'https://a.example?api_key=key-of-the-owner',
  headers: { authorization: 'Bearer of-the-owner', accept: 'text/plain' },
  connectorId: 'connector-of-the-owner',
};
const start = { stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: 'call' };

async function sharedBy(owner: Person) {
  const { body } = await api('POST /api/workflows', { token: owner.token, body: { name: 'Orders', steps: [start, secretStep] } });
  const { id, triggerCode } = body.workflow;
  const share = async () => {
    const answer = await api(`POST /api/workflows/${id}/share`, { token: owner.token });
    expect(answer.status, answer.message).toBe(200);
    return new URL(answer.body.link);
  };
  const link = await share();
  return { id, triggerCode, link, code: link.searchParams.get('sharedWorkflowCode') ?? '', share };
}

function importAs(person: Person, workflowIdToImport: string, sharedWorkflowCode: string, workflowName = 'My copy') {
  return api('POST /api/workflows/import', { token: person.token, body: { workflowIdToImport, sharedWorkflowCode, workflowName } });
}

describe('sharing and importing', () => {
  test('the link names the workflow and its code, the same each time (API-38)', async () => {
    const owner = await signedInPerson();
    const { id, link, share } = await sharedBy(owner);
    expect(link.origin + link.pathname).toBe(`https://portage.test/workflow/import/${id}`);
    expect((await share()).href).toBe(link.href);
  });

  test('shows a second user the name and who shared it, and makes an inactive copy without the owner’s private parts', async () => {
    const owner = await signedInPerson({ firstName: 'Grace', lastName: 'Hopper' });
    const { id, code, triggerCode } = await sharedBy(owner);
    const other = await signedInPerson();
    const info = await api(`GET /api/workflows/${id}/import-info?sharedWorkflowCode=${code}`, { token: other.token });
    expect(info.body).toEqual({ name: 'Orders', createdByUserName: 'Grace Hopper' });

    const imported = await importAs(other, id, code);
    expect(imported.status, imported.message).toBe(200);
    const { body } = await api(`GET /api/workflows/${imported.body.workflowId}`, { token: other.token });
    expect(body.workflow).toMatchObject({ name: 'My copy', isActive: false, ownerUserId: other.row.id });
    expect(body.workflow.triggerCode).not.toBe(triggerCode);
    expect(body.workflow.steps.map(({ stepId }: { stepId: string }) => stepId)).toEqual(['start', 'call']);
    expect(body.workflow.steps[1]).toMatchObject({
      url: 'https://a.example?api_key=',
      headers: { authorization: '', accept: 'text/plain' },
    });
    expect(JSON.stringify(body)).not.toMatch(/of-the-owner/);
    // The owner doesn't see the copy.
    expect((await api('GET /api/workflows', { token: owner.token })).body.totalCount).toBe(1);
  });

  test('gives the version that was current when shared, until it is shared again', async () => {
    const owner = await signedInPerson();
    const { id, code, share } = await sharedBy(owner);
    const other = await signedInPerson();
    await api(`PUT /api/workflows/${id}`, { token: owner.token, body: { steps: [{ ...start, nextStepId: null }] } });
    const stepsOfImport = async () => {
      const { body } = await importAs(other, id, code);
      return (await api(`GET /api/workflows/${body.workflowId}`, { token: other.token })).body.workflow.steps.length;
    };
    expect(await stepsOfImport()).toBe(2);
    await share();
    expect(await stepsOfImport()).toBe(1);
  });

  test('ends with stop-sharing and with the workflow; wrong codes never work', async () => {
    const owner = await signedInPerson();
    const { id, code } = await sharedBy(owner);
    const other = await signedInPerson();
    const invalid = { status: 404, code: 'shared-link-invalid' };
    for (const wrong of ['x', `${code}x`, code.toUpperCase(), "' or 1=1 --", '%']) {
      expect(await importAs(other, id, wrong)).toMatchObject(invalid);
    }
    expect(await importAs(other, crypto.randomUUID(), code)).toMatchObject(invalid);
    expect(await importAs(other, 'no-id', code)).toMatchObject(invalid);
    expect(await importAs(other, id, code, '   ')).toMatchObject({ status: 400, code: 'validation' });

    await api(`DELETE /api/workflows/${id}/share`, { token: owner.token });
    expect(await importAs(other, id, code)).toMatchObject(invalid);
    expect(await api(`GET /api/workflows/${id}/import-info?sharedWorkflowCode=${code}`, { token: other.token })).toMatchObject(invalid);

    const second = await sharedBy(owner);
    await api(`DELETE /api/workflows/${second.id}`, { token: owner.token });
    expect(await importAs(other, second.id, second.code)).toMatchObject(invalid);
  });

  test('import-info without a code is refused (API-41)', async () => {
    const owner = await signedInPerson();
    const { id } = await sharedBy(owner);
    expect(await api(`GET /api/workflows/${id}/import-info`, { token: owner.token })).toMatchObject({ status: 400, code: 'validation' });
  });
});
