import { Badge, color, Link, Muted, motion, radius, Span, size, space } from '@portage/ui';
import { Workflow } from 'lucide-react';
import styled from 'styled-components';
import { ConnectorMarks, MarkFrame, type NeededConnectorType } from './connector-mark.tsx';
import { shortDescription } from './short-description.ts';

const Frame = styled(Link)`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  height: 100%;
  min-height: ${space(38)};
  padding: ${space(4)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  color: ${color.text};
  text-decoration: none;
  transition: border-color ${motion.quick} ${motion.ease}, background-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.brand};
    background: ${color.hover};
    text-decoration: none;
  }
`;

const Badges = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  margin-top: auto;
`;

export interface OfferedTemplate {
  id: string;
  name: string;
  description: string | null;
  isStarter: boolean;
  connectorTypes: readonly NeededConnectorType[];
}

/** One template to make a workflow from; the whole card links to its connectors (spec TPL-18). */
export function TemplateCard({ template }: { template: OfferedTemplate }) {
  const isUnavailable = template.connectorTypes.some(({ isAvailable }) => !isAvailable);
  return (
    <Frame href={`/workflows/add-from-template-id/${encodeURIComponent(template.id)}/`}>
      {template.connectorTypes.length > 0 ? (
        <ConnectorMarks types={template.connectorTypes} />
      ) : (
        <MarkFrame aria-hidden>
          <Workflow size={size.icon} />
        </MarkFrame>
      )}
      <Span $weight="bold" $breaks>
        {template.name}
      </Span>
      {template.description ? (
        <Muted $size="small" $breaks>
          {shortDescription(template.description)}
        </Muted>
      ) : null}
      {isUnavailable || template.isStarter ? (
        <Badges>
          {template.isStarter ? <Badge tone="info">Starter</Badge> : null}
          {template.isStarter && template.connectorTypes.length === 0 ? <Badge>No account needed</Badge> : null}
          {isUnavailable ? <Badge tone="warning">A system is missing</Badge> : null}
        </Badges>
      ) : null}
    </Frame>
  );
}
