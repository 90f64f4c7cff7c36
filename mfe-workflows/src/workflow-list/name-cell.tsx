import { Badge, color, font, Link, Stack, size, space } from '@portage/ui';
import { CalendarClock, CircleDashed, GripVertical, Hand, type LucideIcon, Webhook, Zap } from 'lucide-react';
import styled from 'styled-components';
import type { WorkflowSummary } from '../api-types.ts';
import { startDrag } from './folders/workflow-drag.ts';

const NameLine = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(1)};
  min-width: 0;
  > a {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  > svg {
    flex: none;
    color: ${color.muted};
    cursor: grab;
    opacity: 0;
  }
  &:hover > svg {
    opacity: 1;
  }
  @media (hover: none) {
    > svg {
      display: none;
    }
  }
`;
const Trigger = styled.span`
  display: inline-flex;
  align-items: baseline;
  gap: ${space(1.5)};
  color: ${color.muted};
  font-size: ${font.size.small};
  font-weight: ${font.weight.regular};
  > svg {
    flex: none;
    align-self: center;
  }
`;

const ICONS: Record<NonNullable<WorkflowSummary['triggerType']>, LucideIcon> = {
  Manual: Hand,
  Webhook,
  Scheduled: CalendarClock,
  ConnectorEvent: Zap,
};

export function NameCell({ workflow, canDrag }: { workflow: WorkflowSummary; canDrag: boolean }) {
  const Icon = workflow.triggerType ? ICONS[workflow.triggerType] : CircleDashed;
  return (
    <Stack $gap={0.5}>
      <NameLine {...(canDrag ? { draggable: true, onDragStart: (event) => startDrag(event, workflow.id) } : {})}>
        <Link href={`/workflows/${workflow.id}/edit`}>{workflow.name}</Link>
        {workflow.hasDraft ? <Badge tone="warning">Draft</Badge> : null}
        {canDrag ? <GripVertical size={size.iconSmall} aria-hidden /> : null}
      </NameLine>
      <Trigger>
        <Icon size={size.iconSmall} aria-hidden />
        <span>{workflow.overview?.startedBy}</span>
      </Trigger>
    </Stack>
  );
}
