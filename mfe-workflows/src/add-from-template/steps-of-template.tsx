import { Muted, Span, space } from '@portage/ui';
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

export function StepsOfTemplate({ steps }: { steps: readonly WorkflowStep[] }) {
  const rest = steps.length - MOST_SHOWN;
  return (
    <List aria-label="Steps">
      {steps.slice(0, MOST_SHOWN).map((step) => (
        <li key={step.stepId}>
          <StepIcon type={step.type} />
          <span>
            <Span $weight="medium">{step.stepId}</Span>
            {step.description ? <Muted> {step.description}</Muted> : null}
          </span>
        </li>
      ))}
      {rest > 0 ? (
        <li>
          <Muted>
            and {rest} more {rest === 1 ? 'step' : 'steps'}
          </Muted>
        </li>
      ) : null}
    </List>
  );
}
