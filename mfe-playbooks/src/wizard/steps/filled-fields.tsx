import { messageOf } from '@portage/contracts';
import { Banner, color, font, space, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { ApplicationPair, Direction, Playbook, Template } from '../../playbooks/api-types.ts';
import { kindOf } from '../step-kind.ts';

const Summary = styled.summary`
  color: ${color.muted};
  font-size: ${font.size.small};
  cursor: pointer;
`;
const Names = styled.p`
  margin: ${space(2)} 0 0;
  color: ${color.muted};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

interface FilledFieldsProps {
  playbook: Playbook;
  template: Template;
  pair: ApplicationPair;
  direction: Direction;
  /** Of what is written. */
  title: string;
}

/** The fields of the target that the flow can fill (API-140), for people who want to know. */
export function FilledFields({ playbook, template, pair, direction, title }: FilledFieldsProps) {
  const api = useApi();
  const connectorSteps = playbook.wizard.steps.filter((step) => kindOf(step) === 'connector');
  const written = connectorSteps[direction === 'SourceToTarget' ? 1 : 0]?.connectorId ?? '';
  const fields = useQuery({
    queryKey: ['playbooks', 'schema-fields', written, pair.sourceEntity, pair.targetEntity, direction],
    queryFn: ({ signal }) =>
      api(
        'GET /api/playbooks/schema-fields',
        {
          query: {
            sourceEntity: pair.sourceEntity,
            targetEntity: pair.targetEntity,
            targetConnectorId: written,
            directionType: direction,
            integrationApplicationType: template.id,
          },
        },
        { signal },
      ),
    select: ({ schemaFields }) => schemaFields,
    enabled: written !== '',
    retry: false,
    refetchOnWindowFocus: false,
  });
  if (fields.error) return <Banner tone="warning">{messageOf(fields.error)}</Banner>;
  if (!fields.data || fields.data.length === 0) return null;
  return (
    <details>
      <Summary>{`${fields.data.length} fields of ${title} can be filled`}</Summary>
      <Names>{fields.data.map(({ label, isRequired }) => (isRequired ? `${label} (required)` : label)).join(', ')}</Names>
    </details>
  );
}
