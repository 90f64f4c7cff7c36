import { useApi } from '@portage/area-kit';
import type { ConnectorSchemaSource } from '@portage/connectors/schema';
import { MINUTE_MS } from '@portage/primitives/durations';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { createApiConnectorSource } from './api-connector-source.ts';

const SourceContext = createContext<ConnectorSchemaSource | null>(null);

/** Provides another source of connectors to the forms below; without it they use the API. */
export function ConnectorSourceProvider({ source, children }: { source: ConnectorSchemaSource; children: ReactNode }) {
  return <SourceContext value={source}>{children}</SourceContext>;
}

export function useConnectorSource(): ConnectorSchemaSource {
  const api = useApi();
  const lent = useContext(SourceContext);
  return useMemo(() => lent ?? createApiConnectorSource(api), [lent, api]);
}

const STALE_MS = MINUTE_MS;

/** Queries the source and caches the result for a while. @param key what the result depends on; null: nothing is queried */
export function useConnectorQuery<Answer>(
  key: readonly unknown[] | null,
  ask: (source: ConnectorSchemaSource) => Promise<Answer>,
): UseQueryResult<Answer> {
  const source = useConnectorSource();
  return useQuery({ ...connectorQuery(key ?? [], () => ask(source)), enabled: key !== null });
}

/** For reading the operations of several connectors at once. */
export function operationsQuery(source: ConnectorSchemaSource, connectorId: string) {
  return connectorQuery(['operations', connectorId], () => source.listOperations(connectorId));
}

function connectorQuery<Answer>(key: readonly unknown[], ask: () => Promise<Answer>) {
  return { queryKey: ['connector-schemas', ...key], queryFn: ask, staleTime: STALE_MS, retry: false };
}

export function useConnectors() {
  return useConnectorQuery(['connectors'], (source) => source.listConnectors());
}

export function useConnectorTypes() {
  return useConnectorQuery(['connector-types'], (source) => source.listConnectorTypes());
}
