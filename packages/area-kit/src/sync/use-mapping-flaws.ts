import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useApi } from '../host/host.ts';

const STALE_MS = 60_000;

/** Two kinds of records: the one that is read and the one that is written. */
export interface MappedEnds {
  sourceConnectorId: string;
  sourceEntity: string;
  targetConnectorId: string;
  targetEntity: string;
}

interface WrittenMapping {
  fromParameterExpression: string;
  toParameterPath: string;
}

/**
 * Problems of the fields that mappings name; undefined: none known.
 *
 * @param ends undefined: not known yet
 * @param isUnsure whether a mapping names a field that isn't known here; only then the server is asked
 */
export function useMappingFlaws(ends: MappedEnds | undefined, mappings: readonly WrittenMapping[], isUnsure: boolean) {
  const api = useApi();
  const { sourceConnectorId = '', targetConnectorId: connectorId = '', sourceEntity = '', targetEntity = '' } = ends ?? {};
  const pair = { connectorId, sourceConnectorId, sourceEntity, targetEntity };
  const { data } = useQuery({
    queryKey: ['mapping-flaws', pair, mappings],
    queryFn: ({ signal }) =>
      api(
        'POST /api/integration/integrations/operations/schema',
        // The side that is read is the source here, whichever direction the flow has.
        { body: { ...pair, entityType: 'Target', directionType: 'SourceToTarget', mappings: [...mappings] } },
        { signal },
      ),
    enabled: ends !== undefined && isUnsure,
    staleTime: STALE_MS,
    retry: false,
    placeholderData: keepPreviousData,
  });
  return isUnsure ? data?.flaws : undefined;
}
