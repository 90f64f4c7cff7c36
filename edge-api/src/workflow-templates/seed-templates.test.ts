import { schema } from '@portage/database';
import { collectConnectorTypeIds, evaluateExpression, type WorkflowStep } from '@portage/workflow';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson } from '../../test/api.ts';
import { seedTemplates } from './seed-templates.ts';
import { shippedTemplates } from './shipped/index.ts';

const BUILT_AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';
const steps: WorkflowStep[] = [{ stepId: 'start', type: 'Trigger', triggerType: 'Manual' }];
const newTemplate = () => ({ id: `system-test-${crypto.randomUUID()}`, name: 'Tea', description: 'Makes tea', steps, leftToFill: [] });
const seed = (template: ReturnType<typeof newTemplate>, builtAt = BUILT_AT) =>
  seedTemplates({ builtAt, templates: [template] }, { db: database(), now: () => new Date() });
async function findTemplateRow(id: string) {
  const [row] = await database().select().from(schema.workflowTemplates).where(eq(schema.workflowTemplates.id, id));
  return row;
}

test('a built-in template exists after the first start, changes with a later build, and the same start writes nothing', async () => {
  const template = newTemplate();
  expect(await seed(template)).toEqual([template.id]);
  expect(await findTemplateRow(template.id)).toMatchObject({ name: 'Tea', isActive: true, isSystem: true, createdByUserId: null });
  expect(await seed(template, LATER)).toEqual([]);
  expect(await seed({ ...template, name: 'Green tea' }, LATER)).toEqual([template.id]);
  expect(await seed({ ...template, name: 'Old tea' })).toEqual([]);
  expect((await findTemplateRow(template.id))?.name).toBe('Green tea');
});

test('a template stays as an admin edited, disabled or deleted it', async () => {
  const { token } = await signedInPerson({ roles: ['ADMIN'] });
  const [edited, off, deleted] = [newTemplate(), newTemplate(), newTemplate()];
  for (const template of [edited, off, deleted]) await seed(template);
  const at = (id: string) => `/api/workflow-templates/${id}`;
  await api(`PATCH ${at(edited.id)}`, { token, body: { description: 'Our tea' } });
  await api(`POST ${at(off.id)}/deactivate`, { token });
  await api(`DELETE ${at(deleted.id)}`, { token });
  const later = '2099-01-01T00:00:00.000Z';
  expect(await seed({ ...edited, description: 'New tea' }, later)).toEqual([]);
  expect(await seed({ ...off, description: 'New tea' }, later)).toEqual([off.id]);
  expect(await seed({ ...deleted, description: 'New tea' }, later)).toEqual([]);
  expect(await findTemplateRow(edited.id)).toMatchObject({ description: 'Our tea' });
  expect(await findTemplateRow(off.id)).toMatchObject({ description: 'New tea', isActive: false });
  expect(await findTemplateRow(deleted.id)).toMatchObject({ isDeleted: true });
});

test('eight simultaneous starts end as one', async () => {
  const template = newTemplate();
  await Promise.all(Array.from({ length: 8 }, () => seed(template)));
  expect(await findTemplateRow(template.id)).toMatchObject({ name: 'Tea' });
});

test('the first request for templates finds this build’s templates', async () => {
  const { token } = await signedInPerson();
  const headers = { authorization: `Bearer ${token}` };
  // Searches by name: other tests have made templates too.
  for (const { id, name } of shippedTemplates) {
    const response = await fetchWorker(`/api/workflow-templates?query=${encodeURIComponent(name)}`, { headers });
    const { templates } = (await response.json()) as { templates: { id: string }[] };
    expect(templates.map((template) => template.id)).toContain(id);
  }
  expect(shippedTemplates.length).toBeGreaterThanOrEqual(12);
});

test.each([
  ['ada@example.com', 'email:"ada@example.com"'],
  ['x" OR email:"*@example.com', 'email:"x\\" OR email:\\"*@example.com"'],
  ['x@\\" OR "', 'email:"x@\\\\\\" OR \\""'],
])('an address fills the customer search without widening it: %s', (address, query) => {
  const { steps: shipped } = shippedTemplates.find(({ id }) => id === 'system-mindbody-clients-to-shopify') ?? { steps: [] };
  const known = shipped.find(({ stepId }) => stepId === 'known');
  const mappings = known?.type === 'ConnectorOperation' ? (known.requestParameterMappings ?? []) : [];
  const written = mappings.find(({ toParameterPath }) => toParameterPath === 'body.query')?.fromParameterExpression ?? '';
  const scope = { steps: { each: { CurrentItem: { Email: address } } } };
  expect(evaluateExpression(written, scope as never)).toBe(query);
});

test('starters come first, in their order, marked as such', async () => {
  const { token } = await signedInPerson();
  const response = await fetchWorker('/api/workflow-templates?pageSize=100', { headers: { authorization: `Bearer ${token}` } });
  const { templates } = (await response.json()) as { templates: { id: string; isStarter: boolean }[] };
  const isStarter = templates.map((template) => template.isStarter);
  const starters = shippedTemplates.filter(({ starterOrder }) => starterOrder !== undefined);
  expect(starters.length).toBeGreaterThanOrEqual(8);
  expect(isStarter.lastIndexOf(true)).toBe(starters.length - 1);
  const inOrder = [...starters].sort((one, other) => (one.starterOrder ?? 0) - (other.starterOrder ?? 0));
  expect(templates.slice(0, starters.length).map(({ id }) => id)).toEqual(inOrder.map(({ id }) => id));
  expect(starters.filter(({ steps }) => collectConnectorTypeIds(steps).length === 0).length).toBeGreaterThanOrEqual(5);
});
