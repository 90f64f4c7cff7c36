import { useApi, useHost, useMappingFlaws } from '@portage/area-kit';
import { type FieldMapping, filledMappings, hasUnknownFields, type MappingField, mappingFields } from '@portage/mapping-editor';
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo } from 'react';
import type { Entity, Integration } from '../../api-types.ts';
import { syncKeys } from '../../sync/sync-queries.ts';
import { buildRequestBody, getSides, type IntegrationDraft, type SideDraft, type SideName } from './integration-draft.ts';

const STALE_MS = 60_000;
const SAMPLE_STALE_MS = 300_000;

/** The integration types, each with the systems that it joins (API-71). */
export function useIntegrationTypes() {
  const api = useApi();
  return useQuery({
    queryKey: ['integrations', 'types'],
    queryFn: ({ signal }) => api('GET /api/integrations/steps', {}, { signal }),
    select: ({ definitions }) => definitions,
    staleTime: STALE_MS,
  });
}

const integrationKey = (workflowId: string, integrationType: string) => ['integrations', workflowId, integrationType] as const;

const savedAtKey = (workflowId: string) => ['integrations', workflowId, 'saved-at'] as const;

/** When settings of the workflow were last saved here, in ms; 0: not since the page was loaded. */
export function useSettingsSavedAt(workflowId: string): number {
  const { data } = useQuery({ queryKey: savedAtKey(workflowId), queryFn: skipToken, initialData: 0, staleTime: Number.POSITIVE_INFINITY });
  return data ?? 0;
}

/** Null if there are none yet. */
export function useIntegration(workflowId: string, integrationType: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: integrationKey(workflowId, integrationType ?? ''),
    queryFn: ({ signal }) =>
      api(
        'GET /api/integration/integrations/{workflowId}/{integrationType}',
        { params: { workflowId, integrationType: integrationType ?? '' } },
        { signal },
      ),
    select: ({ integration }) => integration,
    enabled: integrationType !== null,
    staleTime: 0,
  });
}

/** Spec INT-11: a new integration is posted, then fetched by its id; a changed one is posted, then fetched again. */
export function useSaveIntegration(workflowId: string, integrationType: string) {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  return async (draft: IntegrationDraft, before: Integration | null): Promise<Integration> => {
    const params = { workflowId, direction: draft.direction, integrationType };
    // The engine moves the date forward, so sending the old one would set it back.
    const isDateChanged = draft.lastSyncDate !== null && draft.lastSyncDate !== before?.lastSyncDate;
    const query = isDateChanged && draft.lastSyncDate !== null ? { lastSyncDate: draft.lastSyncDate } : {};
    const body = buildRequestBody(draft);
    const { id, warnings } = before
      ? await api('POST /api/integration/integrations/{id}/{workflowId}/{direction}/{integrationType}', {
          params: { id: before.id, ...params },
          query,
          body,
        })
      : await api('POST /api/integration/integrations/{workflowId}/{direction}/{integrationType}', { params, query, body });
    const { integration } = await api('GET /api/integration/integrations/{id}', { params: { id } });
    queryClient.setQueryData(integrationKey(workflowId, integrationType), { integration });
    queryClient.setQueryData(savedAtKey(workflowId), Date.now());
    for (const { userMessage } of warnings) notify.warning(userMessage);
    await queryClient.invalidateQueries({ queryKey: syncKeys.flows });
    return integration;
  };
}

export function useEntities(connectorTypeId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['integrations', 'entities', connectorTypeId],
    queryFn: ({ signal }) => api('GET /api/connector-types/{id}/entities', { params: { id: connectorTypeId ?? '' } }, { signal }),
    select: ({ entities }): Entity[] => entities,
    enabled: connectorTypeId !== null,
    staleTime: STALE_MS,
  });
}

export interface MappedPair {
  fromConnectorId: string;
  fromEntity: string;
  toConnectorId: string;
  toEntity: string;
}

/** The pair of main records; null until everything is chosen. */
export function mainPair(draft: IntegrationDraft): MappedPair | null {
  const { from, to } = getSides(draft.direction);
  return buildPair(draft[from], draft[from].entityType, draft[to], draft[to].entityType);
}

export function buildPair(from: SideDraft, fromEntity: string | null, to: SideDraft, toEntity: string | null): MappedPair | null {
  if (from.connectorId === null || to.connectorId === null || fromEntity === null || toEntity === null) return null;
  return { fromConnectorId: from.connectorId, fromEntity, toConnectorId: to.connectorId, toEntity };
}

const noFields: readonly MappingField[] = [];

/** The fields of both sides, and the mappings that Portage proposes (API-70). */
export function useMappedFields(pair: MappedPair | null, integrationType: string) {
  const api = useApi();
  const shared = {
    sourceEntity: pair?.fromEntity ?? '',
    targetEntity: pair?.toEntity ?? '',
    integrationApplicationType: integrationType,
    // Here the side that is read is the source, whatever the integration's direction.
    directionType: 'SourceToTarget' as const,
  };
  const source = useQuery({
    queryKey: ['integrations', 'fields', 'Source', pair?.fromConnectorId, pair?.fromEntity],
    queryFn: ({ signal }) =>
      api(
        'POST /api/integration/integrations/operations/schema',
        { body: { ...shared, connectorId: pair?.fromConnectorId ?? '', entityType: 'Source' } },
        { signal },
      ),
    enabled: pair !== null,
    staleTime: STALE_MS,
    retry: false,
  });
  const target = useQuery({
    queryKey: ['integrations', 'fields', 'Target', pair],
    queryFn: ({ signal }) =>
      api(
        'POST /api/integration/integrations/operations/schema',
        {
          body: {
            ...shared,
            connectorId: pair?.toConnectorId ?? '',
            entityType: 'Target',
            ...(pair ? { sourceConnectorId: pair.fromConnectorId } : {}),
          },
        },
        { signal },
      ),
    enabled: pair !== null,
    staleTime: STALE_MS,
    retry: false,
  });
  const [ofSource, ofTarget] = [source.data?.schemaProperties, target.data?.schemaProperties];
  const sources = useMemo(() => (ofSource ? mappingFields(ofSource) : noFields), [ofSource]);
  const targets = useMemo(() => (ofTarget ? mappingFields(ofTarget) : noFields), [ofTarget]);
  return {
    queries: [source, target] as const,
    isLoaded: source.data !== undefined && target.data !== undefined,
    sources,
    targets,
    proposals: target.data?.proposals ?? [],
  };
}

export function usePairFlaws(pair: MappedPair | null, mappings: readonly FieldMapping[], { isLoaded, sources, targets }: MappedFields) {
  const named = useDeferredValue(mappings);
  const isUnsure = useMemo(() => isLoaded && hasUnknownFields(named, sources, targets), [isLoaded, named, sources, targets]);
  const ends = pair && {
    ...{ sourceConnectorId: pair.fromConnectorId, sourceEntity: pair.fromEntity },
    ...{ targetConnectorId: pair.toConnectorId, targetEntity: pair.toEntity },
  };
  return useMappingFlaws(ends ?? undefined, filledMappings(named), isUnsure);
}

export type MappedFields = ReturnType<typeof useMappedFields>;

/** Previews the first records; the settings may be unsaved. */
export function usePreviewCall(workflowId: string, integrationType: string) {
  const { api } = useHost();
  return (draft: IntegrationDraft, signal?: AbortSignal) =>
    api(
      'POST /api/integrations/preview',
      { body: { workflowId, definition: { integrationType, directionType: draft.direction, ...buildRequestBody(draft) } } },
      signal ? { signal } : {},
    );
}

/** The source's first record, to show values in a mapping. A fixed value replaces the mappings, so the target is hardly asked. */
export function useFirstRecord(draft: IntegrationDraft, targets: readonly MappingField[], workflowId: string, integrationType: string) {
  const preview = usePreviewCall(workflowId, integrationType);
  const { from, to } = getSides(draft.direction);
  const place = targets.find(({ list, path }) => list === null && !path.endsWith('[]'))?.path;
  const pair = mainPair(draft);
  const { customFormData } = draft[from];
  const query = useQuery({
    queryKey: ['integrations', 'first-record', pair, customFormData, from, place],
    queryFn: async ({ signal }) => {
      const mappings = [{ fromParameterExpression: 'x', toParameterPath: place ?? '' }];
      const { flows } = await preview({ ...draft, mappings, dependents: {}, targetExternalIdFields: [] }, signal);
      const flow = flows.find(({ targetEntity }) => targetEntity === draft[to].entityType) ?? flows.at(-1);
      if (flow?.error) throw new Error(flow.error);
      return flow?.records[0]?.source ?? null;
    },
    enabled: pair !== null && place !== undefined,
    staleTime: SAMPLE_STALE_MS,
    retry: false,
    refetchOnWindowFocus: false,
  });
  return { record: query.data ?? undefined, query };
}

export function entityTitle(entities: readonly Entity[] | undefined, name: string | null): string {
  return entities?.find((one) => one.name === name)?.title ?? name ?? '';
}

/** Entities that a side can read or write, with its questions about them. */
export function usableEntities(
  entities: readonly Entity[] | undefined,
  side: SideName,
  direction: IntegrationDraft['direction'],
): Entity[] {
  const isRead = getSides(direction).from === side;
  return (entities ?? []).filter(({ isSource, isTarget }) => (isRead ? isSource : isTarget));
}

export function listQuestions(entities: readonly Entity[] | undefined, draft: IntegrationDraft, side: SideName): Entity['parameters'] {
  const role = getSides(draft.direction).from === side ? 'source' : 'target';
  const entity = entities?.find(({ name }) => name === draft[side].entityType);
  return (entity?.parameters ?? []).filter((parameter) => parameter.role === null || parameter.role === role);
}
