import type { OperationChoice } from '@portage/connectors/schema';
import type { WorkflowStep } from '@portage/workflow';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { operationNameKey, type ReferencedNames } from '../../../step-types/step-view.ts';
import { operationsQuery, useConnectorQuery, useConnectorSource } from '../../step-forms/connector-choice/connector-source.tsx';

type Named = readonly [key: string, name: string];

/** The names of the operations that steps run, and of their connectors. The lists are those that the forms load; a deleted connector has none. */
export function useOperationNames(steps: readonly WorkflowStep[]): ReferencedNames {
  const source = useConnectorSource();
  const connectorIds = useMemo(() => [...new Set(steps.flatMap(getConnectorIds))], [steps]);
  const names = useQueries({
    queries: connectorIds.map((connectorId) => ({
      ...operationsQuery(source, connectorId),
      select: (operations: OperationChoice[]) => operations.map(({ id, name }): Named => [operationNameKey(connectorId, id), name]),
    })),
    combine: collectData,
  });
  const hasConnector = useMemo(() => steps.some(({ connectorId }) => Boolean(connectorId)), [steps]);
  const { data: connectors } = useConnectorQuery(hasConnector ? ['connectors'] : null, (one) => one.listConnectors());
  return useMemo(() => new Map([...names, ...(connectors ?? []).map(({ id, name }): Named => [id, name])]), [names, connectors]);
}

function getConnectorIds(step: WorkflowStep): string[] {
  return step.type === 'ConnectorOperation' && step.operationId && step.connectorId ? [step.connectorId] : [];
}

function collectData(lists: readonly UseQueryResult<Named[]>[]): Named[] {
  return lists.flatMap(({ data = [] }) => data);
}
