import type { DataOperation, ParameterMapping } from '@portage/connectors/schema';
import { useQueryClient } from '@tanstack/react-query';
import { LoadProblem, type LoadQuery } from '../connector-choice/load-problem.tsx';
import { MappedParameters } from '../parameters/mapped-parameters.tsx';

export interface DataMappingsProps {
  connectorId: string | null | undefined;
  operation: DataOperation | undefined;
  /** The query that loads the operation; null if its failure is shown elsewhere. */
  problem: LoadQuery | null;
  stepId: string;
  mappings: readonly ParameterMapping[] | undefined;
  onChange: (mappings: ParameterMapping[], field?: string) => void;
  /** Distinguishes the lists of a form that has several. */
  scope?: string | undefined;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** Maps the parameters for fetching or syncing one type of data. Says why if the schema can't be read (spec STEP-111). */
export function DataMappings({
  connectorId,
  operation,
  problem,
  stepId,
  mappings,
  onChange,
  scope,
  isReadOnly,
  problemOf,
}: DataMappingsProps) {
  const queryClient = useQueryClient();
  if (problem?.error) return <LoadProblem of={[problem]} />;
  if (!operation || !connectorId || !operation.requestSchema.properties?.length) return null;
  return (
    <MappedParameters
      key={operation.dataType}
      place={{ connectorId, operationId: operation.operationId }}
      stepId={stepId}
      root={operation.requestSchema}
      mappings={mappings ?? []}
      onChange={onChange}
      scope={scope}
      onReload={() => queryClient.invalidateQueries({ queryKey: ['connector-schemas'] })}
      isReadOnly={isReadOnly}
      problemOf={problemOf}
    />
  );
}
