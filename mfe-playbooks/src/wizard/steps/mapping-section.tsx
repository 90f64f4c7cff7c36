import { type CallResponse, messageOf } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import { Banner, Button, ComboBox, color, font, Inline, Spinner, Stack, size, space, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import styled from 'styled-components';
import type { Template } from '../../playbooks/api-types.ts';
import { type Mapping, mappingRows, sourceChoices, withMapping } from './mapping-rows.ts';

const Title = styled.h3`
  font-size: ${font.size.base};
`;
const Hint = styled.p`
  margin: ${space(1)} 0 0;
  color: ${color.muted};
`;
const Rows = styled.ul`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) ${size.icon} minmax(0, 1fr);
    align-items: center;
    gap: ${space(3)};
  }
  svg {
    width: ${size.icon};
    color: ${color.muted};
  }
`;
const Name = styled.span<{ $isMissing: boolean }>`
  color: ${({ $isMissing }) => ($isMissing ? color.danger : 'inherit')};
  overflow-wrap: anywhere;
`;

interface MappingSectionProps {
  playbookId: string;
  workflow: Template['workflows'][number];
  /** What the person changed; undefined: the mapping that the playbook begins with. */
  changed: readonly Mapping[] | undefined;
  onChange: (mappings: Mapping[]) => void;
}

/** Which field of the source goes to which field of the target, to be changed before anything is made (spec CPB-02). */
export function MappingSection({ playbookId, workflow, changed, onChange }: MappingSectionProps) {
  const { defaults, sources, targets, error, refetch } = useMappingFields(playbookId, workflow.id);
  if (error) {
    return (
      <Banner tone="danger" title="The field mapping could not be read" action={<Button onPress={refetch}>Try again</Button>}>
        {messageOf(error)}
      </Banner>
    );
  }
  if (!defaults || !sources || !targets) {
    return (
      <Inline role="status">
        <Spinner /> Reading the fields of both systems…
      </Inline>
    );
  }
  const mappings = changed ?? defaults;
  const choices = sourceChoices(sources);
  const rows = mappingRows(targets, mappings);
  const further = targets.filter(({ path }) => !rows.some((row) => row.path === path));
  return (
    <Stack $gap={3} as="section" aria-label={`Field mapping: ${workflow.name}`}>
      <Inline>
        <div>
          <Title>Field mapping</Title>
          <Hint>{workflow.name}: what is read, and the field that gets it.</Hint>
        </div>
        {changed && JSON.stringify(changed) !== JSON.stringify(defaults) ? (
          <Button size="dense" onPress={() => onChange([...defaults])}>
            Use the usual mapping
          </Button>
        ) : null}
      </Inline>
      <Rows>
        {rows.map(({ path, title, isRequired, expression }) => (
          <li key={path}>
            <ComboBox
              label={`Value of ${title}`}
              isLabelHidden
              value={expression === '' ? null : expression}
              onChange={(value) => onChange(withMapping(mappings, path, value ?? ''))}
              // A formula is kept as it is; the workflow's Settings tab edits it.
              options={
                choices.some(({ value }) => value === expression) || expression === ''
                  ? choices
                  : [{ value: expression, label: expression }, ...choices]
              }
              placeholder="Not mapped"
            />
            <ArrowRight aria-hidden />
            <Name $isMissing={isRequired && expression === ''}>{isRequired ? `${title} (required)` : title}</Name>
          </li>
        ))}
      </Rows>
      {further.length > 0 ? (
        <AddField
          key={rows.length}
          fields={further}
          choices={choices}
          onAdd={(path, value) => onChange(withMapping(mappings, path, value))}
        />
      ) : null}
    </Stack>
  );
}

interface AddFieldProps {
  fields: readonly { path: string; title: string }[];
  choices: readonly { value: string; label: string }[];
  onAdd: (path: string, expression: string) => void;
}

/** A further field begins with the field of the source that has its name, else with the first one. */
function AddField({ fields, choices, onAdd }: AddFieldProps) {
  return (
    <ComboBox
      label="Add a field"
      value={null}
      placeholder={`One of ${fields.length} further fields`}
      options={fields.map(({ path, title }) => ({ value: path, label: title }))}
      onChange={(path) => {
        const field = fields.find((one) => one.path === path);
        const same = choices.find(({ label }) => label.toLowerCase() === field?.title.toLowerCase()) ?? choices[0];
        if (field && same) onAdd(field.path, same.value);
      }}
    />
  );
}

function useMappingFields(playbookId: string, workflowTemplateId: string) {
  const api = useApi();
  const begin = useQuery({
    queryKey: ['playbooks', 'default-mappings', playbookId, workflowTemplateId],
    queryFn: ({ signal }) =>
      api('GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}', { params: { id: playbookId, workflowTemplateId } }, { signal }),
    retry: false,
    refetchOnWindowFocus: false,
  });
  const sources = useFields('Source', begin.data);
  const targets = useFields('Target', begin.data);
  return {
    defaults: begin.data?.mappings,
    sources: sources.data,
    targets: targets.data,
    error: begin.error ?? sources.error ?? targets.error,
    refetch: () => Promise.all([begin.refetch(), sources.refetch(), targets.refetch()]),
  };
}

type Pair = Pick<
  CallResponse<Calls, 'GET /api/playbooks/{id}/default-mappings/{workflowTemplateId}'>,
  'sourceConnectorId' | 'targetConnectorId' | 'sourceEntity' | 'targetEntity'
>;

function useFields(entityType: 'Source' | 'Target', pair: Pair | undefined) {
  const api = useApi();
  const { sourceEntity = '', targetEntity = '', sourceConnectorId = '', targetConnectorId = '' } = pair ?? {};
  const connectorId = entityType === 'Source' ? sourceConnectorId : targetConnectorId;
  return useQuery({
    queryKey: ['playbooks', 'mapping-fields', entityType, connectorId, sourceEntity, targetEntity],
    queryFn: ({ signal }) =>
      api(
        'POST /api/integration/integrations/operations/schema',
        { body: { connectorId, sourceEntity, targetEntity, entityType, directionType: 'SourceToTarget' } },
        { signal },
      ),
    select: ({ schemaProperties }) => schemaProperties,
    enabled: pair !== undefined,
    retry: false,
    refetchOnWindowFocus: false,
  });
}
