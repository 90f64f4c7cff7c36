import type { ParameterMapping } from '@portage/connectors/schema';
import { Select } from '@portage/ui';
import { dataDefaults } from '@portage/workflow';
import { useMemo } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { useReportProblems } from '../../panel/use-form-memory.ts';
import type { EditorStep } from '../../state/editor-state.ts';
import { withSetChoice } from '../connector-choice/connector-choices.ts';
import { ConnectorField } from '../connector-choice/connector-field.tsx';
import { useConnectorQuery, useConnectorTypes } from '../connector-choice/connector-source.tsx';
import { usePresetConnectors } from '../connector-choice/use-preset-connectors.ts';
import { ConnectorTypeField } from './connector-type-field.tsx';
import { DataMappings } from './data-mappings.tsx';
import { dataProblems } from './data-problems.ts';

/** The only required field until a system is chosen. */
const { getDataDataType: DEFAULT_DATA_TYPE } = dataDefaults;

/** The fields of a step that say which data it fetches, and from which system. */
interface DataSource {
  getDataDataType?: string;
  connectorTypeId?: string | null;
  connectorId?: string | null;
  requestParameterMappings?: ParameterMapping[];
}

export interface DataSourceFieldsProps {
  step: EditorStep & DataSource;
  /** "Sync Type" for dashboards (spec STEP-92), otherwise "Data Type". */
  dataTypeLabel: string;
  onChange: (changes: DataSource, field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** Which data, of which system, through which connector (spec STEP-90..93). */
export function DataSourceFields({ step, dataTypeLabel, onChange, isReadOnly, problemOf }: DataSourceFieldsProps) {
  const { data: connectorTypes } = useConnectorTypes();
  const { connectorTypeId } = step;
  usePresetConnectors([{ field: 'connectorId', connectorId: step.connectorId, connectorTypeId }], isReadOnly, onChange);
  const dataType = step.getDataDataType ?? DEFAULT_DATA_TYPE;
  const operations = useConnectorQuery(connectorTypeId ? ['data-operations', connectorTypeId] : null, (source) =>
    source.loadDataOperations(connectorTypeId ?? ''),
  );
  const operation = operations.data?.find((one) => one.dataType === dataType);
  const { requestParameterMappings } = step;
  useReportProblems(
    step,
    useMemo(
      () => dataProblems(step.type, dataType, operations.data, requestParameterMappings ?? []),
      [step.type, dataType, operations.data, requestParameterMappings],
    ),
  );
  const offered = [...new Set([DEFAULT_DATA_TYPE, ...(operations.data ?? []).map((one) => one.dataType)])];
  return (
    <>
      <FormField name="getDataDataType">
        <Select
          label={dataTypeLabel}
          value={dataType}
          onChange={(next) => next !== dataType && onChange({ getDataDataType: next, requestParameterMappings: [] })}
          options={withSetChoice(
            offered.map((value) => ({ value, label: value })),
            dataType,
            dataType,
          )}
          isRequired
          isDisabled={isReadOnly}
          errorMessage={problemOf('getDataDataType')}
        />
      </FormField>
      <ConnectorTypeField
        name="connectorTypeId"
        label="Connector Type"
        value={connectorTypeId}
        onChange={(id) => id !== connectorTypeId && onChange({ connectorTypeId: id, connectorId: null, requestParameterMappings: [] })}
        types={connectorTypes}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('connectorTypeId')}
      />
      <ConnectorField
        connectorId={step.connectorId}
        onlyOfType={connectorTypeId}
        onChange={(connectorId) => onChange({ connectorId })}
        isReadOnly={isReadOnly}
        errorMessage={problemOf('connectorId')}
      />
      <DataMappings
        connectorId={step.connectorId}
        operation={operation}
        problem={operations}
        stepId={step.stepId}
        mappings={requestParameterMappings}
        onChange={(changed, field) => onChange({ requestParameterMappings: changed }, field)}
        isReadOnly={isReadOnly}
        problemOf={problemOf}
      />
    </>
  );
}
