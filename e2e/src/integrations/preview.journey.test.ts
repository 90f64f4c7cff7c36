import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signUp } from '../api/session.ts';
import { freePort, type Stack, startStack } from '../stack/stack.ts';
import { startedDataDir } from '../stack/started-data-dir.ts';

/** A separate stack: other tests call the same simulated systems, and every call counts here. */
describe('a preview of a sync between simulated systems', () => {
  let stack: Stack;
  let api: Client<Calls>;
  let data: Awaited<ReturnType<typeof startedDataDir>>;

  beforeAll(async () => {
    data = await startedDataDir();
    stack = await startStack({ dataDir: data.dataDir, port: await freePort(), env: { PORTAGE_SEED_DEMO: 'false' } });
    ({ api } = await signUp(stack.baseUrl));
  });

  afterAll(async () => {
    await stack?.stop();
    await data?.remove();
  });

  const local = async (call: string, body?: object) => {
    const [method = 'GET', path = ''] = call.split(' ');
    const init = { method, headers: { accept: 'application/json' }, ...(body ? { body: JSON.stringify(body) } : {}) };
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape
    return (await (await fetch(`${stack.baseUrl}/local/simulators${path}`, init)).json()) as any;
  };
  /** Adds records to a system that starts with none. */
  const fill = async (system: string, entity: string) => {
    const { systems } = await local('GET ');
    const { entities } = systems.find(({ name }: { name: string }) => name.toLowerCase() === system);
    const place = entities.find(({ name }: { name: string }) => name.toLowerCase().startsWith(entity.slice(0, -1).toLowerCase()));
    if (place.count === 0) await local(`POST /${system}/${place.name}/fill`, { count: 5 });
  };
  const simulated = async (connectorTypeId: string) =>
    (await api('POST /api/connectors/simulated', { body: { connectorTypeId } })).connector.id;

  test.each([
    {
      integrationType: 'MindbodyToShopify',
      from: 'mindbody',
      to: 'shopify',
      type: 'shopify-custom-app',
      source: 'Products',
      target: 'Products',
    },
    // Both are queried by POST: SuiteQL and GraphQL.
    {
      integrationType: 'NetSuiteAndSalesforce',
      from: 'netsuite',
      to: 'salesforce',
      type: 'salesforce',
      source: 'Customers',
      target: 'Accounts',
    },
  ])(
    '$integrationType reads both, writes to neither, and proposes the mappings itself',
    async ({ integrationType, from, to, type, source, target }) => {
      const [sourceId, targetId] = [await simulated(`system-${from}`), await simulated(`system-${type}`)];
      const asked = { connectorId: targetId, targetEntity: target, sourceConnectorId: sourceId, sourceEntity: source };
      const { proposals, schemaProperties } = await api('POST /api/integration/integrations/operations/schema', { body: asked });
      expect(schemaProperties.length).toBeGreaterThan(3);
      expect(proposals.length).toBeGreaterThan(3);
      await fill(from, source);
      const before = await local('GET ');
      for (const system of [from, to]) await local(`DELETE /${system}/calls`);

      const { flows } = await api('POST /api/integrations/preview', {
        body: {
          definition: {
            ...{ integrationType, directionType: 'SourceToTarget' },
            operations: {
              Source: { connectorTypeId: `system-${from}`, connectorId: sourceId, entityType: source },
              Target: { connectorTypeId: `system-${type}`, connectorId: targetId, entityType: target, mappings: proposals },
            },
          },
        },
      });

      expect(flows).toMatchObject([{ sourceEntity: source, targetEntity: target, error: null }]);
      const records = flows[0]?.records ?? [];
      expect(records.length).toBeGreaterThan(0);
      expect(records.filter(({ change }) => change === 'error')).toEqual([]);
      expect(records.every(({ fields }) => fields.length > 0)).toBe(true);
      for (const system of [from, to]) {
        const calls = await local(`GET /${system}/calls?pageSize=100`);
        expect(calls.totalCount, system).toBeGreaterThan(0);
        expect(calls.writeCount, JSON.stringify(calls.calls)).toBe(0);
      }
      expect(await local('GET ')).toEqual(before);
      expect(await api('GET /api/integrations/flows', { query: {} })).toEqual({ flows: [], totalCount: 0 });
    },
  );
});
