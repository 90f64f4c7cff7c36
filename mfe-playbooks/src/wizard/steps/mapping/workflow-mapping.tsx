import { useApi } from '@portage/area-kit';
import type { FieldMapping } from '@portage/mapping-editor';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Template } from '../../../playbooks/api-types.ts';
import type { UsualMappings } from './chosen-mappings.ts';
import { DrawnMapping } from './drawn-mapping.tsx';
import { useFirstRecord } from './use-first-record.ts';
import { useMappingFields } from './use-mapping-fields.ts';

/** The heading of a list of fields: "Salesforce Campaign members". @param key the key of the template's connector */
function recordsName({ connectors, connectorTypes }: Template, key: string, entityTitle: string): string {
  const typeId = connectors.find((connector) => connector.key === key)?.connectorTypeId;
  const system = connectorTypes.find(({ id }) => id === typeId)?.name;
  return [system, entityTitle].filter(Boolean).join(' ');
}

export interface WorkflowMappingProps {
  playbookId: string;
  template: Template;
  workflow: Template['workflows'][number];
  changed: readonly FieldMapping[] | undefined;
  onChange: (mappings: FieldMapping[]) => void;
}

export function WorkflowMapping({ playbookId, template, workflow, changed, onChange }: WorkflowMappingProps) {
  const api = useApi();
  const begin = useQuery({
    queryKey: ['playbooks', 'default-mappings', playbookId, workflow.id],
    queryFn: ({ signal }) =>
      api(
        'GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}',
        { params: { id: playbookId, workflowTemplateId: workflow.id } },
        { signal },
      ),
    retry: false,
    refetchOnWindowFocus: false,
    // Saved answers change it.
    staleTime: 0,
  });
  const usual = useMemo<UsualMappings | undefined>(
    () => begin.data && { mappings: begin.data.mappings, ofAnswers: begin.data.answerMappings },
    [begin.data],
  );
  const fields = useMappingFields(begin.data, begin.data?.linkedPaths);
  const first = useFirstRecord(playbookId, workflow.id);
  return (
    <DrawnMapping
      title={`Field mapping: ${workflow.name}`}
      sourceName={recordsName(template, workflow.fromConnector, fields.titles.source ?? workflow.fromEntity)}
      targetName={recordsName(template, workflow.toConnector, fields.titles.target ?? workflow.toEntity)}
      fields={fields}
      usual={usual}
      changed={changed}
      onChange={onChange}
      first={first}
      error={begin.error}
      onRetry={() => Promise.all([begin.refetch(), fields.refetch()])}
    />
  );
}
