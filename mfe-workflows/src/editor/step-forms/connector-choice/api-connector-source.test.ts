import { describe, expect, test } from 'vitest';
import { createApiConnectorSource } from './api-connector-source.ts';

type Input = { params?: { id: string }; query?: Record<string, unknown>; body?: object };

/** An API with `count` connectors of one type; `answers` has the responses of other calls. */
function createApi(count: number, answers: Record<string, unknown> = {}) {
  const calls: { call: string; input: Input }[] = [];
  const api = async (call: string, input: Input) => {
    calls.push({ call, input });
    if (call in answers) return answers[call];
    const { pageIndex, pageSize } = input.query as { pageIndex: number; pageSize: number };
    if (call === 'GET /api/connector-types') {
      const common = { hasCustomParameters: true, baseUrl: 'https://shop.example', additionalData: {} };
      const types = [
        { ...common, id: 't', name: 'Shop', label: 'Orders and customers', logo: { fileStorageId: 'f 1' } },
        {
          ...common,
          id: 'u',
          name: 'Plain',
          label: null,
          logo: null,
          baseUrl: null,
          additionalData: { connection: { baseUrlMember: 'instance_url' } },
        },
      ];
      return { connectorTypes: types, totalCount: 2 };
    }
    const from = pageIndex * pageSize;
    const connectors = Array.from({ length: Math.min(pageSize, count - from) }, (_, at) => ({
      id: `c${from + at}`,
      name: `Connector ${from + at}`,
      connectorTypeId: 't',
      createdAt: '2026-01-01T00:00:00Z',
    }));
    return { connectors, totalCount: count };
  };
  return { source: createApiConnectorSource(api as never), calls };
}

describe('connectors from the API', () => {
  test('are read page by page, with their types’ data', async () => {
    const { source, calls } = createApi(250);
    const connectors = await source.listConnectors();
    expect(connectors).toHaveLength(250);
    expect(connectors[249]).toEqual({
      id: 'c249',
      name: 'Connector 249',
      connectorTypeId: 't',
      createdAt: '2026-01-01T00:00:00Z',
      hasCustomParameters: true,
    });
    expect(calls.filter(({ call }) => call === 'GET /api/connectors')).toHaveLength(3);
  });

  test('EDIT-39, EDIT-80: types include their base URL and the address of their logo', async () => {
    expect(await createApi(0).source.listConnectorTypes()).toEqual([
      {
        id: 't',
        name: 'Shop',
        baseUrl: 'https://shop.example',
        isAddressOfConnector: false,
        logoUrl: '/api/connector-types/t/logo?v=f%201',
      },
      { id: 'u', name: 'Plain', baseUrl: null, isAddressOfConnector: true, logoUrl: null },
    ]);
  });

  test('look-ups name the operation or event of their field, and send nothing undefined', async () => {
    const { source, calls } = createApi(0, { 'POST /api/connectors/find-lookup-options': { lookups: [{ id: '1', name: 'One' }] } });
    const request = { connectorId: 'c', operationId: 'GET /x', eventId: undefined, parameterPath: 'query.a', lookupParameters: {} };
    expect(await source.findLookupOptions(request)).toEqual({ choices: [{ id: '1', name: 'One' }], isCut: false });
    expect(Object.keys(calls[0]?.input.body ?? {})).toEqual(['connectorId', 'operationId', 'parameterPath', 'lookupParameters']);
  });

  test('API-99, API-100: sync fields are read by connector type and side; errors are thrown with their message', async () => {
    const requestSchema = { name: '', label: null, type: 'Object', isRequired: true, properties: [] };
    const operation = { syncType: 'Products', role: 'source', operationId: 'GET /products', requestSchema };
    const call = 'GET /api/connector-types/sync-step/schema';
    const asked = { sourceConnectorTypeId: 't', targetConnectorTypeId: 'u', workflowId: undefined };
    const good = createApi(0, { [call]: { isSuccess: true, error: null, operationsByConnectorTypeId: { t: [operation] } } });
    expect(await good.source.loadSyncOperations(asked)).toEqual({
      t: [{ dataType: 'Products', role: 'source', operationId: 'GET /products', requestSchema }],
    });
    expect(good.calls[0]?.input.query).toEqual({ sourceConnectorTypeId: 't', targetConnectorTypeId: 'u' });
    const bad = createApi(0, { [call]: { isSuccess: false, error: 'No document.', operationsByConnectorTypeId: {} } });
    await expect(bad.source.loadSyncOperations(asked)).rejects.toThrow('No document.');
  });
});
