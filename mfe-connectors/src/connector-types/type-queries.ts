import { useApi } from '@portage/area-kit';
import type { Client } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { MINUTE_MS } from '@portage/primitives/durations';
import { useQuery } from '@tanstack/react-query';
import type { ConnectorType } from '../connectors/api-types.ts';

const PAGE_SIZE = 100;
const STALE_MS = MINUTE_MS;

export function useConnectorTypes() {
  const api = useApi();
  return useQuery({ queryKey: ['connector-types', 'all'], queryFn: () => allTypes(api), staleTime: STALE_MS });
}

async function allTypes(api: Client<Calls>): Promise<ConnectorType[]> {
  const all: ConnectorType[] = [];
  for (let pageIndex = 0; ; pageIndex += 1) {
    const { connectorTypes, totalCount } = await api('GET /api/connector-types', { query: { pageIndex, pageSize: PAGE_SIZE } });
    all.push(...connectorTypes);
    if (connectorTypes.length < PAGE_SIZE || all.length >= totalCount) break;
  }
  return all.sort((a, b) => a.name.localeCompare(b.name));
}
