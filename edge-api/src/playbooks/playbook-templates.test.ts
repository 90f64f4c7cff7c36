import { schema } from '@portage/database';
import { readDefinition } from '@portage/playbooks';
import { type ShippedTemplate, shippedTemplateBundle } from '@portage/playbooks/shipped';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { api, database, fetchWorker, signedInPerson } from '../../test/api.ts';
import { admin, zoo, zooTemplate } from '../../test/zoo-playbook.ts';
import { seedPlaybookTemplates } from './seed-playbook-templates.ts';

const BUILT_AT = '2026-03-01T10:00:00.000Z';
const LATER = '2026-03-02T10:00:00.000Z';

function shipped(change: object = {}): ShippedTemplate {
  const read = readDefinition({ ...zooTemplate('system-zoo'), ...change });
  if (!read.ok) throw new Error(JSON.stringify(read.problems));
  return { id: `system-test-${crypto.randomUUID()}`, definition: read.definition };
}

const seed = (template: ShippedTemplate, builtAt = BUILT_AT) =>
  seedPlaybookTemplates({ builtAt, templates: [template] }, { db: database(), now: () => new Date() });

async function rowOf(id: string) {
  const [row] = await database().select().from(schema.playbookTemplates).where(eq(schema.playbookTemplates.id, id));
  return row;
}

describe('templates that come with Portage', () => {
  test('are there after the first start, follow a later build, and the same start writes nothing', async () => {
    const template = shipped();
    expect(await seed(template)).toEqual([template.id]);
    expect(await rowOf(template.id)).toMatchObject({ name: 'Zoo to zoo', isActive: true, isSystem: true });
    expect(await seed(template, LATER)).toEqual([]);
    const newer = { ...template, definition: shipped({ name: 'New zoo' }).definition };
    expect(await seed(newer, LATER)).toEqual([template.id]);
    expect(await seed(template)).toEqual([]);
    expect((await rowOf(template.id))?.name).toBe('New zoo');
  });

  test('what an admin renamed, switched off or deleted stays so', async () => {
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
    expect(await rowOf(renamed.id)).toMatchObject({ name: 'Our zoo' });
    expect(await rowOf(off.id)).toMatchObject({ description: 'New.', isActive: false });
    expect(await rowOf(deleted.id)).toMatchObject({ isDeleted: true });
  });

  test('eight starts at once end as one', async () => {
    const template = shipped();
    await Promise.all(Array.from({ length: 8 }, () => seed(template)));
    expect(await rowOf(template.id)).toMatchObject({ name: 'Zoo to zoo' });
  });

  test('the first request for templates finds those of this build, each with its systems', async () => {
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
  test('API-127: by kind, in pages; inactive ones are for admins alone', async () => {
    const [of, boss] = [await zoo(), await admin()];
    const list = async (query: string, token = of.person.token) => (await api(`GET /api/playbook-templates?${query}`, { token })).body;
    /** Of every page: other tests have templates in the same database. */
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

  test('a system that the person cannot use is named as not available', async () => {
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

describe('a template of an admin’s own', () => {
  test('is refused with every flaw of its text, by path', async () => {
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

  test('an id is given once; one that was deleted is free again', async () => {
    const { token } = await admin();
    const of = await zoo();
    const body = { id: of.templateId, yaml: JSON.stringify(zooTemplate(of.connectorTypeId)) };
    expect(await api('POST /api/playbook-templates', { token, body })).toMatchObject({ status: 409, code: 'template-id-taken' });
    expect((await api(`DELETE /api/playbook-templates/${of.templateId}`, { token })).body).toEqual({ isSuccess: true, warnings: [] });
    expect((await api(`DELETE /api/playbook-templates/${of.templateId}`, { token })).status).toBe(404);
    expect((await api('POST /api/playbook-templates', { token, body })).status).toBe(200);
  });
});
