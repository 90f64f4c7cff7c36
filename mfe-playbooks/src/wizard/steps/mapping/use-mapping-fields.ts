import { type MappedEnds, useApi } from '@portage/area-kit';
import { type FieldMapping, mappingFields } from '@portage/mapping-editor';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';

const NONE: never[] = [];

/**
 * The fields of both sides, and the mappings that Portage proposes.
 *
 * @param ends undefined: not known yet
 * @param linkedPaths target fields that links to other records fill; they are not offered
 */
export function useMappingFields(ends: MappedEnds | undefined, linkedPaths: readonly string[] = NONE) {
  const source = useSideFields('Source', ends);
  const target = useSideFields('Target', ends);
  const [ofSource, ofTarget] = [source.data?.schemaProperties, target.data?.schemaProperties];
  const sources = useMemo(() => (ofSource ? mappingFields(ofSource) : NONE), [ofSource]);
  const targets = useMemo(
    () => (ofTarget ? mappingFields(ofTarget).filter(({ path }) => !linkedPaths.includes(path)) : NONE),
    [ofTarget, linkedPaths],
  );
  return {
    ends,
    isLoaded: ofSource !== undefined && ofTarget !== undefined,
    ...{ sources, targets },
    titles: { source: source.data?.title, target: target.data?.title },
    proposals: target.data?.proposals ?? (NONE as FieldMapping[]),
    error: source.error ?? target.error,
    isFetching: source.isFetching || target.isFetching,
    refetch: () => Promise.all([source.refetch(), target.refetch()]),
  };
}

function useSideFields(entityType: 'Source' | 'Target', ends: MappedEnds | undefined) {
  const api = useApi();
  const { sourceEntity = '', targetEntity = '', sourceConnectorId = '', targetConnectorId = '' } = ends ?? {};
  const connectorId = entityType === 'Source' ? sourceConnectorId : targetConnectorId;
  return useQuery({
    queryKey: ['playbooks', 'mapping-fields', entityType, sourceConnectorId, targetConnectorId, sourceEntity, targetEntity],
    queryFn: ({ signal }) =>
      api(
        'POST /api/integration/integrations/operations/schema',
        {
          body: {
            ...{ connectorId, sourceEntity, targetEntity, entityType },
            // The side that is read is the source here, whatever the flow's direction.
            directionType: 'SourceToTarget',
            ...(entityType === 'Target' ? { sourceConnectorId } : {}),
          },
        },
        { signal },
      ),
    enabled: ends !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
}
