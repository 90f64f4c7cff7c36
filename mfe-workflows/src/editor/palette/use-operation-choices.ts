import type { ConnectorChoice, ConnectorTypeChoice, OperationChoice } from '@portage/connectors/schema';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { NewStepChoice } from '../canvas/canvas-types.ts';
import { getChoiceKey } from '../canvas/recent-choices.ts';
import { latestOfType } from '../step-forms/connector-choice/connector-choices.ts';
import { operationsQuery, useConnectorSource, useConnectors } from '../step-forms/connector-choice/connector-source.tsx';
import { findOperations, type OfferedOperation } from './operation-choices.ts';
import { usePickedConnectorTypes } from './step-sources.ts';

/** An operation to add, with the words and the logo of its row. */
export interface OperationRow {
  key: string;
  choice: NewStepChoice;
  line: string;
  logoUrl: string | null | undefined;
}

const MOST_FOUND = 30;

/** The operations of the person's connectors that match the filter; without a filter, the recent ones. */
export function useOperationChoices(filter: string, recent: readonly string[]): OperationRow[] {
  const source = useConnectorSource();
  const connectors = useConnectors();
  const types = usePickedConnectorTypes();
  const isSearching = filter.trim() !== '';
  const read = useMemo(() => {
    const all = connectors.data ?? [];
    return isSearching ? newestOfEachType(all) : all.filter(({ id }) => recent.some((key) => key.startsWith(`ConnectorOperation ${id} `)));
  }, [connectors.data, isSearching, recent]);
  const lists = useQueries({ queries: read.map(({ id }) => operationsQuery(source, id)), combine: collectData });
  return useMemo(() => {
    const offered = read.flatMap((connector, at) => (lists[at] ?? []).map((operation) => ({ connector, operation })));
    const toRow = (found: OfferedOperation) => buildRow(found, types);
    if (isSearching) return findOperations(offered, filter).slice(0, MOST_FOUND).map(toRow);
    const rows = new Map(offered.map((found) => [getKey(found), found]));
    return recent.flatMap((key) => rows.get(key) ?? []).map(toRow);
  }, [read, lists, types, isSearching, filter, recent]);
}

/** A new step uses the newest connector of a type (spec STEP-29), so only that one's operations are offered. */
function newestOfEachType(connectors: readonly ConnectorChoice[]): ConnectorChoice[] {
  const typeIds = new Set(connectors.map(({ connectorTypeId }) => connectorTypeId));
  return [...typeIds].flatMap((typeId) => latestOfType(connectors, typeId) ?? []);
}

function buildRow({ connector, operation }: OfferedOperation, types: readonly ConnectorTypeChoice[]): OperationRow {
  const { id: connectorId, connectorTypeId, name } = connector;
  return {
    key: getKey({ connector, operation }),
    choice: { type: 'ConnectorOperation', label: operation.name, connectorId, connectorTypeId, operation },
    line: operation.name === operation.id ? name : `${name} · ${operation.id}`,
    logoUrl: types.find(({ id }) => id === connectorTypeId)?.logoUrl,
  };
}

function getKey({ connector, operation }: OfferedOperation): string {
  return getChoiceKey({ type: 'ConnectorOperation', connectorId: connector.id, operation });
}

function collectData(lists: readonly UseQueryResult<OperationChoice[]>[]): (OperationChoice[] | undefined)[] {
  return lists.map(({ data }) => data);
}
