import { schema } from '@portage/database';
import { variableLimits } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, type Person, signedInPerson } from '../../test/api.ts';
import { makeWorkflow } from '../../test/workflows.ts';

const SECRET = 'secret-value-81b2c3';

const post = ({ token }: Person, body: object) => api('POST /api/variables', { token, body });
const list = async ({ token }: Person) => (await api('GET /api/variables', { token })).body.variables;
async function make(person: Person, body: object): Promise<{ id: string }> {
  const answer = await post(person, body);
  expect(answer.status, answer.message).toBe(200);
  return answer.body.variable;
}

describe('variables', () => {
  test('are created with each type, listed by name, changed in part and deleted', async () => {
    const person = await signedInPerson();
    const rate = await make(person, { name: 'rate', type: 'Number', value: 0.21, description: 'VAT' });
    await make(person, { name: 'BaseUrl', type: 'Text', value: 'https://shop.example' });
    await make(person, { name: 'isLive', type: 'Boolean', value: false });
    await make(person, { name: 'since', type: 'Date', value: '2027-01-31' });
    await make(person, { name: 'shops', type: 'JSON', value: { nl: [1, null] } });
    const saved = await api(`PUT /api/variables/${rate.id}`, { token: person.token, body: { value: 0.19 } });
    expect(saved.body.variable).toMatchObject({ name: 'rate', type: 'Number', value: 0.19, isSecret: false, description: 'VAT' });
    await api(`PUT /api/variables/${rate.id}`, { token: person.token, body: { description: null } });
    const values = (await list(person)).map(({ name, value, description }: Record<string, unknown>) => [name, value, description]);
    expect(values).toEqual([
      ['BaseUrl', 'https://shop.example', null],
      ['isLive', false, null],
      ['rate', 0.19, null],
      ['shops', { nl: [1, null] }, null],
      ['since', '2027-01-31', null],
    ]);
    expect(await api(`DELETE /api/variables/${rate.id}`, { token: person.token })).toMatchObject({ status: 200 });
    expect(await list(person)).toHaveLength(4);
  });

  test.each([
    {
      body: { name: 'my rate', type: 'Number', value: 1 },
      field: 'name',
      message: 'Use letters, digits and _, and begin with a letter or _',
    },
    { body: { name: '', type: 'Number', value: 1 }, field: 'name', message: 'Please input Name' },
    { body: { name: 'rate', type: 'Number', value: '1' }, field: 'value', message: 'The value must be a number.' },
    {
      body: { name: 'rate', type: 'Text', value: 'x'.repeat(20_000) },
      field: 'value',
      message: 'The value may have at most 20,000 characters.',
    },
    {
      body: { name: 'key', type: 'Text', value: 'short', isSecret: true },
      field: 'value',
      message: 'A secret needs at least 6 characters.',
    },
    { body: { name: 'key', type: 'JSON', value: {}, isSecret: true }, field: 'value', message: 'Only a Text can be secret.' },
  ])('$body is refused: $message', async ({ body, field, message }) => {
    const answer = await post(await signedInPerson(), body);
    expect([answer.status, answer.body.errors[0]]).toMatchObject([400, { field, userMessage: message }]);
  });

  test('an unknown field is refused by its name, and so is a new name', async () => {
    const person = await signedInPerson();
    const { id } = await make(person, { name: 'rate', type: 'Number', value: 1 });
    expect(await post(person, { name: 'other', type: 'Number', value: 1, scope: 'all' })).toMatchObject({ status: 400 });
    const renamed = await api(`PUT /api/variables/${id}`, { token: person.token, body: { name: 'other' } });
    expect([renamed.status, renamed.message]).toEqual([400, expect.stringContaining('name')]);
  });

  test('a name is used once, whatever its capitals, and another person may have the same', async () => {
    const [person, other] = [await signedInPerson(), await signedInPerson()];
    await make(person, { name: 'rate', type: 'Number', value: 1 });
    expect(await post(person, { name: 'Rate', type: 'Number', value: 2 })).toMatchObject({ status: 409, code: 'variable-name-taken' });
    await make(other, { name: 'rate', type: 'Number', value: 3 });
  });

  test('an account has a limited number of them', async () => {
    const person = await signedInPerson();
    const { id } = await make(person, { name: 'first', type: 'Number', value: 1 });
    const [first] = await database().select().from(schema.variables).where(eq(schema.variables.id, id));
    if (!first) throw new Error('The variable isn’t stored');
    const others = Array.from({ length: variableLimits.count - 1 }, (_, at) => ({ ...first, id: crypto.randomUUID(), name: `v${at}` }));
    await database().insert(schema.variables).values(others);
    expect(await post(person, { name: 'more', type: 'Number', value: 1 })).toMatchObject({ status: 409, code: 'too-many-variables' });
  });

  test('a secret is stored sealed, is never shown again, and stays when only its description changes', async () => {
    const person = await signedInPerson();
    const { id } = await make(person, { name: 'key', type: 'Text', value: SECRET, isSecret: true });
    const put = (body: object) => api(`PUT /api/variables/${id}`, { token: person.token, body });
    expect((await put({ description: 'Of the shop', value: null })).body.variable).toMatchObject({ value: null, isSecret: true });
    expect(JSON.stringify(await list(person))).not.toContain(SECRET);
    const stored = async () => (await database().select().from(schema.variables).where(eq(schema.variables.id, id)))[0]?.value ?? '';
    const sealed = await stored();
    expect(sealed).toMatch(/^v1\./);
    expect(await put({ isSecret: false })).toMatchObject({ status: 400, message: 'Enter the value again: a secret can’t be shown.' });
    expect(await put({ type: 'Number' })).toMatchObject({ status: 400 });
    expect(await stored()).toBe(sealed);
    const audit = await database().select().from(schema.auditLog).where(eq(schema.auditLog.subjectUserId, person.row.id));
    expect(audit.map(({ action }) => action)).toEqual(expect.arrayContaining(['variable.created', 'variable.saved']));
    expect(JSON.stringify(audit)).not.toContain(SECRET);
    expect((await put({ isSecret: false, value: 'open' })).body.variable).toMatchObject({ value: 'open', isSecret: false });
  });
});

describe('a workflow that names a variable', () => {
  const script = (text: string) => ({ stepId: 'run', type: 'CustomScript', script: text, nextStepId: null });
  const steps = (text: string) => [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual', nextStepId: 'run' }, script(text)];

  test('can’t be activated without it, and says which step names it', async () => {
    const person = await signedInPerson();
    const { id } = await makeWorkflow(person, { steps: steps('return $Vars.rate') });
    const activate = () => api(`POST /api/workflows/${id}/activate`, { token: person.token });
    expect(await activate()).toMatchObject({
      status: 400,
      code: 'workflow-invalid',
      message: 'Step “run”: There is no variable "rate". Create it on the Variables page, or correct its name.',
    });
    await make(await signedInPerson(), { name: 'rate', type: 'Number', value: 1 });
    expect((await activate()).status).toBe(400);
    await make(person, { name: 'rate', type: 'Number', value: 1 });
    expect((await activate()).status).toBe(200);
  });

  test('keeps the variable from being deleted while it is active', async () => {
    const person = await signedInPerson();
    const variables = [];
    for (const name of ['rate', 'rates']) variables.push(await make(person, { name, type: 'Number', value: 1 }));
    const { id } = await makeWorkflow(person, { name: 'Orders', steps: steps('return $Vars["rate"]') });
    expect((await api(`POST /api/workflows/${id}/activate`, { token: person.token })).status).toBe(200);
    const [rate, rates] = variables.map((variable) => `DELETE /api/variables/${variable.id}`);
    expect(await api(rate ?? '', { token: person.token })).toMatchObject({
      status: 409,
      code: 'variable-in-use',
      message: 'The variable is used by active workflows: “Orders”. Deactivate them first.',
    });
    expect((await api(rates ?? '', { token: person.token })).status).toBe(200);
    await api(`POST /api/workflows/${id}/deactivate`, { token: person.token });
    expect((await api(rate ?? '', { token: person.token })).status).toBe(200);
  });
});
