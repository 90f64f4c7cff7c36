import { color, font, space } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import styled from 'styled-components';
import { StepIcon } from '../step-types/step-icon.tsx';

const MOST_SHOWN = 12;
const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    min-width: 0;
    overflow-wrap: anywhere;
  }
`;
const Name = styled.span`
  font-weight: ${font.weight.medium};
`;
const Text = styled.span`
  color: ${color.muted};
`;

/** Describes the workflow step by step. */
export function StepsOfTemplate({ steps }: { steps: readonly WorkflowStep[] }) {
  const rest = steps.length - MOST_SHOWN;
  return (
    <List aria-label="Steps">
      {steps.slice(0, MOST_SHOWN).map((step) => (
        <li key={step.stepId}>
          <StepIcon type={step.type} />
          <span>
            <Name>{step.stepId}</Name>
            {step.description ? <Text> {step.description}</Text> : null}
          </span>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <Text>
            and {rest} more {rest === 1 ? 'step' : 'steps'}
          </Text>
        </li>
      ) : null}
    </List>
  );
}
