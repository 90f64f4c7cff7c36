import { describe, expect, it } from 'vitest';
import { createApiConnectorSource } from './api-connector-source.ts';

/** An API of `count` connectors of one type. */
function apiOf(count: number) {
  const calls: string[] = [];
  const api = async (call: string, { query }: { query: { pageIndex: number; pageSize: number } }) => {
    calls.push(`${call} ${query.pageIndex}`);
    if (call === 'GET /api/connector-types') {
      return { connectorTypes: [{ id: 't', name: 'shop', label: 'Shop', hasCustomParameters: true }], totalCount: 1 };
    }
    const from = query.pageIndex * query.pageSize;
    const connectors = Array.from({ length: Math.min(query.pageSize, count - from) }, (_, at) => ({
      id: `c${from + at}`,
      name: `Connector ${from + at}`,
      connectorTypeId: 't',
      createdAt: '2026-01-01T00:00:00Z',
    }));
    return { connectors, totalCount: count };
  };
  return { source: createApiConnectorSource(api as never), calls };
}

describe('connectors by the API', () => {
  it('are read page by page, with what their type says of them', async () => {
    const { source, calls } = apiOf(250);
    const connectors = await source.listConnectors();
    expect(connectors).toHaveLength(250);
    expect(connectors[249]).toEqual({
      id: 'c249',
      name: 'Connector 249',
      connectorTypeId: 't',
      createdAt: '2026-01-01T00:00:00Z',
      hasCustomParameters: true,
    });
    expect(calls.filter((call) => call.startsWith('GET /api/connectors '))).toHaveLength(3);
    expect(await source.listConnectorTypes()).toEqual([{ id: 't', name: 'Shop' }]);
  });

  it('what they offer is said to be unknown, instead of nothing', async () => {
    await expect(apiOf(0).source.listOperations('c')).rejects.toThrow('This version of Portage cannot read what a connector offers.');
  });
});
