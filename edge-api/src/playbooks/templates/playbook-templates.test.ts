import { schema } from '@portage/database';
import { readDefinition } from '@portage/playbooks';
import { type ShippedTemplate, shippedTemplateBundle } from '@portage/playbooks/shipped';
import { eq } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson, testEnv } from '../../../test/api.ts';
import { admin, zoo, zooTemplate } from '../../../test/zoo-playbook.ts';
import type { UserContext } from '../../http/context.ts';
import { systemProblems } from './check-systems.ts';
import { seedPlaybookTemplates } from './seed-playbook-templates.ts';

const BUILT_AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';

function shipped(change: object = {}): ShippedTemplate {
  const read = readDefinition({ ...zooTemplate('system-zoo'), ...change });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { id: `system-test-${crypto.randomUUID()}`, definition: read.definition, yaml: `# A zoo\nname: ${read.definition.name}\n` };
}

const seed = (template: ShippedTemplate, builtAt = BUILT_AT) =>
  seedPlaybookTemplates({ builtAt, templates: [template] }, { db: database(), now: () => new Date() });

async function findTemplateRow(id: string) {
  const [row] = await database().select().from(schema.playbookTemplates).where(eq(schema.playbookTemplates.id, id));
  return row;
}

describe('built-in templates', () => {
  test('exist after the first start, follow a later build, and the same start writes nothing', async () => {
    const template = shipped();
    expect(await seed(template)).toEqual([template.id]);
    expect(await findTemplateRow(template.id)).toMatchObject({ name: 'Zoo to zoo', isActive: true, isSystem: true });
    expect(await seed(template, LATER)).toEqual([]);
    const newer = { ...template, definition: shipped({ name: 'New zoo' }).definition };
    expect(await seed(newer, LATER)).toEqual([template.id]);
    expect(await seed(template)).toEqual([]);
    expect((await findTemplateRow(template.id))?.name).toBe('New zoo');
  });

  test('stay as an admin renamed, disabled or deleted them', async () => {
    const { token } = await admin();
    const [renamed, off, deleted] = [shipped(), shipped(), shipped()];
    for (const template of [renamed, off, deleted]) await seed(template);
    const at = (id: string) => `/api/playbook-templates/${id}`;
    await api(`PATCH ${at(renamed.id)}`, { token, body: { name: 'Our zoo' } });
    await api(`PATCH ${at(off.id)}`, { token, body: { isActive: false } });
    await api(`DELETE ${at(deleted.id)}`, { token });
    const { definition } = shipped({ description: 'New.' });
    expect(await seed({ ...renamed, definition }, LATER)).toEqual([]);
    expect(await seed({ ...off, definition }, LATER)).toEqual([off.id]);
    expect(await seed({ ...deleted, definition }, LATER)).toEqual([]);
    expect(await findTemplateRow(renamed.id)).toMatchObject({ name: 'Our zoo' });
    expect(await findTemplateRow(off.id)).toMatchObject({ description: 'New.', isActive: false });
    expect(await findTemplateRow(deleted.id)).toMatchObject({ isDeleted: true });
  });

  test('stay the admin’s once replaced; until then their text is the file’s', async () => {
    const { token } = await admin();
    const template = shipped();
    await seed(template);
    const path = `/api/playbook-templates/${template.id}`;
    const { yaml, version } = (await api(`GET ${path}/yaml`, { token })).body;
    expect(yaml).toBe(template.yaml);
    const of = await zoo();
    const text = `# Ours\n${JSON.stringify({ ...zooTemplate(of.connectorTypeId), name: 'Our own zoo' })}`;
    const saved = await api(`PUT ${path}`, { token, body: { yaml: text, version } });
    expect(saved.status, saved.message).toBe(200);
    expect(saved.body.template).toMatchObject({ name: 'Our own zoo', isSystem: true, connectorTypeIds: [of.connectorTypeId] });
    expect(await seed({ ...template, definition: shipped({ name: 'Of a newer build' }).definition }, LATER)).toEqual([]);
    expect(await findTemplateRow(template.id)).toMatchObject({ name: 'Our own zoo', yaml: text });
    expect((await api(`GET ${path}/yaml`, { token })).body.yaml).toBe(text);
  });

  test('eight simultaneous starts end as one', async () => {
    const template = shipped();
    await Promise.all(Array.from({ length: 8 }, () => seed(template)));
    expect(await findTemplateRow(template.id)).toMatchObject({ name: 'Zoo to zoo' });
  });

  test('their systems have what they require', async () => {
    const { token } = await signedInPerson();
    await fetchWorker('/api/playbook-templates', { headers: { authorization: `Bearer ${token}` } });
    for (const { id, definition } of shippedTemplateBundle.templates) {
      expect([id, await systemProblems(definition, { db: database(), env: testEnv } as UserContext)]).toEqual([id, []]);
    }
  });

  test('a tenth pair is one folder: what the build makes from the documented one is installed, offered and started', async () => {
    const { token } = await signedInPerson();
    await fetchWorker('/api/playbook-templates', { headers: { authorization: `Bearer ${token}` } });
    const bundle = inject('documentedPair');
    expect(await seedPlaybookTemplates(bundle, { db: database(), now: () => new Date() })).toEqual(['shopify-to-salesforce']);
    const [{ id: playbookTemplateId, definition } = { id: '', definition: null }] = bundle.templates;
    if (!definition) throw new Error('Nothing was built');
    expect(await systemProblems(definition, { db: database(), env: testEnv } as UserContext)).toEqual([]);
    const { templates } = (await api('GET /api/playbook-templates?name=Shopify+customers', { token })).body;
    expect(templates).toContainEqual(
      expect.objectContaining({ id: playbookTemplateId, name: 'Shopify customers to Salesforce', isSystem: true, isActive: true }),
    );
    const { playbookId } = (await api('POST /api/playbooks', { token, body: { playbookTemplateId } })).body;
    const { playbook } = (await api(`GET /api/playbooks/${playbookId}`, { token })).body;
    expect(playbook.wizard.steps.map(({ name }: { name: string }) => name)).toEqual([
      ...['Start', 'Connect Shopify', 'Connect Salesforce', 'Salesforce settings', 'Preview', 'Finish'],
    ]);
    // Other tests expect this build's templates.
    await database().delete(schema.playbooks).where(eq(schema.playbooks.id, playbookId));
    await database().delete(schema.playbookTemplates).where(eq(schema.playbookTemplates.id, playbookTemplateId));
  });

  test('the first request for templates finds this build’s, each with its systems', async () => {
    const { token } = await signedInPerson();
    expect(shippedTemplateBundle.templates.length).toBeGreaterThan(0);
    for (const { id, definition } of shippedTemplateBundle.templates) {
      const answer = await fetchWorker(`/api/playbook-templates/${id}`, { headers: { authorization: `Bearer ${token}` } });
      const { template } = (await answer.json()) as { template: { name: string; connectorTypes: { isAvailable: boolean }[] } };
      expect(template.name).toBe(definition.name);
      expect(template.connectorTypes.every(({ isAvailable }) => isAvailable)).toBe(true);
    }
  });
});

describe('the list of templates', () => {
  test('API-127: is filtered by kind, in pages; only admins see inactive ones', async () => {
    const [of, boss] = [await zoo(), await admin()];
    const list = async (query: string, token = of.person.token) => (await api(`GET /api/playbook-templates?${query}`, { token })).body;
    /** Ids from every page: other tests have templates in the same database. */
    const ids = async (query: string, token?: string) => {
      const found: string[] = [];
      for (let pageIndex = 0; ; pageIndex += 1) {
        const { templates, totalCount } = await list(`${query}pageSize=100&pageIndex=${pageIndex}`, token);
        found.push(...templates.map(({ id }: { id: string }) => id));
        if (templates.length === 0 || found.length >= totalCount) return found;
      }
    };
    expect(await ids('isIntegrationApplications=false&')).toContain(of.templateId);
    expect(await ids('isIntegrationApplications=true&')).not.toContain(of.templateId);
    const page = await list('pageSize=1&pageIndex=0');
    expect(page.templates).toHaveLength(1);
    expect(page.totalCount).toBeGreaterThan(1);
    await api(`PATCH /api/playbook-templates/${of.templateId}`, { token: boss.token, body: { isActive: false } });
    expect(await ids('')).not.toContain(of.templateId);
    expect(await ids('', boss.token)).toContain(of.templateId);
    expect((await api(`GET /api/playbook-templates/${of.templateId}`, { token: of.person.token })).status).toBe(404);
  });

  test('a system that the person can’t use is shown as not available', async () => {
    const { token } = await admin();
    const user = await signedInPerson();
    const of = await zoo();
    await database()
      .update(schema.connectorTypes)
      .set({ visibility: 'User', userId: of.person.row.id })
      .where(eq(schema.connectorTypes.id, of.connectorTypeId));
    const shown = async (who: string) =>
      (await api(`GET /api/playbook-templates/${of.templateId}`, { token: who })).body.template.connectorTypes;
    expect(await shown(user.token)).toEqual([{ id: of.connectorTypeId, name: null, hasLogo: false, isAvailable: false }]);
    expect(await shown(token)).toMatchObject([{ isAvailable: true, name: 'Zoo' }]);
  });
});

describe('an admin’s own template', () => {
  test('is refused with every flaw in its text, by path', async () => {
    const { token } = await admin();
    const post = (yaml: string, id = `x-${crypto.randomUUID()}`) => api('POST /api/playbook-templates', { token, body: { id, yaml } });
    const wrong = await post(JSON.stringify({ ...zooTemplate('no-such-type'), colour: 'red' }));
    expect(wrong).toMatchObject({ status: 400, code: 'template-not-sound', body: { errors: [{ field: 'colour' }] } });
    const missing = await post(JSON.stringify({ ...zooTemplate('no-such-type'), workflowTemplateIds: ['none'] }));
    expect(missing.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      'connectors[0].connectorTypeId',
      'connectors[1].connectorTypeId',
      'workflowTemplateIds[0]',
    ]);
    expect((await post('name: [')).body.errors[0]).toMatchObject({ field: 'yaml' });
    expect((await post('a: 1', 'No Id')).status).toBe(400);
  });

  test('is edited as text, including comments; a flawed or outdated text is refused and changes nothing', async () => {
    const { token } = await admin();
    const of = await zoo();
    const path = `/api/playbook-templates/${of.templateId}`;
    const read = async () => (await api(`GET ${path}/yaml`, { token })).body;
    const first = await read();
    expect(JSON.parse(first.yaml)).toMatchObject({ name: 'Zoo to zoo' });
    const text = (name: string) => `# Asked for by the keepers\n${JSON.stringify({ ...zooTemplate(of.connectorTypeId), name })}`;
    const put = (body: object) => api(`PUT ${path}`, { token, body });
    expect(await put({ yaml: text('Zoo 2'), version: first.version })).toMatchObject({
      status: 200,
      body: { template: { name: 'Zoo 2' } },
    });
    expect((await read()).yaml).toBe(text('Zoo 2'));
    expect(await put({ yaml: text('Zoo 3'), version: first.version })).toMatchObject({ status: 409, code: 'template-changed' });
    const wrong = await put({ yaml: JSON.stringify({ ...zooTemplate('no-such-type'), name: 'Zoo 4' }) });
    expect(wrong).toMatchObject({
      status: 400,
      code: 'template-not-sound',
      body: { errors: [{ field: 'connectors[0].connectorTypeId' }, {}] },
    });
    expect((await read()).yaml).toBe(text('Zoo 2'));
    // A separately changed name is in the text too.
    await api(`PATCH ${path}`, { token, body: { name: 'Zoo: five' } });
    const made = (await read()).yaml;
    expect(made).toContain("name: 'Zoo: five'");
    expect(await put({ yaml: made })).toMatchObject({ status: 200, body: { template: { name: 'Zoo: five' } } });
    expect((await api(`GET ${path}`, { token: of.person.token })).body.template.workflows).toHaveLength(2);
    expect((await api('PUT /api/playbook-templates/no-such', { token, body: { yaml: made } })).status).toBe(404);
  });

  test('what its systems lack is named by path: entities, look-up operations, required fields without a mapping', async () => {
    const { token } = await admin();
    const { connectorTypeId } = await zoo();
    const template = zooTemplate(connectorTypeId);
    const [keepers, animals] = template.workflows;
    const [vet, room] = template.setup.questions;
    const flawsOf = async (change: object) => {
      const body = { id: `x-${crypto.randomUUID()}`, yaml: JSON.stringify({ ...template, ...change }) };
      const { errors = [] } = (await api('POST /api/playbook-templates', { token, body })).body;
      return errors.map(({ field }: { field: string }) => field);
    };
    const lookup = { operation: 'GET /nothing' };
    expect(await flawsOf({ setup: { ...template.setup, questions: [{ ...vet, lookup }, room] } })).toEqual([
      'setup.questions[0].lookup.operation',
    ]);
    // Newborns can only be read.
    const to = { connector: 'new', entity: 'Newborns' };
    expect(await flawsOf({ workflows: [{ ...keepers, from: { connector: 'old', entity: 'Keeper' }, to }, animals] })).toEqual([
      'workflows[0].from.entity',
      'workflows[0].to.entity',
    ]);
    expect(await flawsOf({ workflows: [keepers, { ...animals, addMappings: {} }] })).toEqual(['workflows[1].mappings']);
    expect(await flawsOf({})).toEqual([]);
  });

  test('of two simultaneous admins, one gets a conflict', async () => {
    const { token } = await admin();
    const of = await zoo();
    const path = `/api/playbook-templates/${of.templateId}`;
    const { version } = (await api(`GET ${path}/yaml`, { token })).body;
    const names = ['One', 'Two', 'Three', 'Four'];
    const bodies = names.map((name) => ({ yaml: JSON.stringify({ ...zooTemplate(of.connectorTypeId), name }), version }));
    const answers = await Promise.all(bodies.map((body) => api(`PUT ${path}`, { token, body })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('an id is used once; a deleted one is free again', async () => {
    const { token } = await admin();
    const of = await zoo();
    const body = { id: of.templateId, yaml: JSON.stringify(zooTemplate(of.connectorTypeId)) };
    expect(await api('POST /api/playbook-templates', { token, body })).toMatchObject({ status: 409, code: 'template-id-taken' });
    expect((await api(`DELETE /api/playbook-templates/${of.templateId}`, { token })).body).toEqual({ isSuccess: true, warnings: [] });
    expect((await api(`DELETE /api/playbook-templates/${of.templateId}`, { token })).status).toBe(404);
    expect((await api('POST /api/playbook-templates', { token, body })).status).toBe(200);
  });

  test('a deleted built-in template is restored: with its own text it follows builds again, with another text it stays', async () => {
    const { token } = await admin();
    const of = await zoo();
    const sound = () => ({ ...shipped(), yaml: JSON.stringify(zooTemplate(of.connectorTypeId)) });
    const [same, changed] = [sound(), sound()];
    for (const template of [same, changed]) {
      await seed(template);
      await api(`DELETE /api/playbook-templates/${template.id}`, { token });
      expect((await api(`GET /api/playbook-templates/${template.id}`, { token })).status).toBe(404);
      const yaml = template === same ? template.yaml : template.yaml.replace('Zoo to zoo', 'Our zoo');
      const put = await api('POST /api/playbook-templates', { token, body: { id: template.id, yaml } });
      expect(put).toMatchObject({ status: 200, body: { template: { id: template.id, isActive: true } } });
      expect((await api('POST /api/playbook-templates', { token, body: { id: template.id, yaml } })).status).toBe(409);
      expect((await api(`GET /api/playbook-templates/${template.id}`, { token })).status).toBe(200);
    }
    expect(await findTemplateRow(same.id)).toMatchObject({ isSystem: true, editedAt: null });
    expect(await findTemplateRow(changed.id)).toMatchObject({ isSystem: true, name: 'Our zoo', editedAt: expect.any(Date) });
    const { definition } = shipped({ description: 'New.' });
    expect(await seed({ ...changed, definition, yaml: JSON.stringify(definition) }, LATER)).toEqual([]);
  });
});
