import type { DataOperation, ParameterMapping } from '@portage/connectors/schema';
import { messageOf } from '@portage/contracts';
import { Banner } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { MappedParameters } from '../connector/mapped-parameters.tsx';

export interface DataMappingsProps {
  connectorId: string | null | undefined;
  operation: DataOperation | undefined;
  error: Error | null;
  stepId: string;
  mappings: readonly ParameterMapping[] | undefined;
  onChange: (mappings: ParameterMapping[], field?: string) => void;
  /** Where a form has more than one of these. */
  scope?: string | undefined;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** The parameters of fetching or synchronising data of one type; a schema that cannot be read says why (spec STEP-111). */
export function DataMappings({
  connectorId,
  operation,
  error,
  stepId,
  mappings,
  onChange,
  scope,
  isReadOnly,
  problemOf,
}: DataMappingsProps) {
  const queryClient = useQueryClient();
  if (error) return <Banner tone="danger">{messageOf(error)}</Banner>;
  if (!operation || !connectorId) return null;
  return (
    <MappedParameters
      key={operation.dataType}
      connectorId={connectorId}
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
