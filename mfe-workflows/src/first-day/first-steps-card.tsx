import type { FirstSteps } from '@portage/contracts/calls';
import { Card, color, font, IconButton, Inline, Link, size, space, visuallyHidden } from '@portage/ui';
import { Circle, CircleCheck, X } from 'lucide-react';
import styled from 'styled-components';
import { useCloseFirstSteps } from './use-first-steps.ts';

type Fact = Exclude<keyof FirstSteps, 'isClosed' | 'sampleTemplateId'>;

const STEPS: readonly { fact: Fact; label: string; href: string }[] = [
  { fact: 'hasWorkflow', label: 'Add a workflow', href: '/workflows/add' },
  { fact: 'hasRun', label: 'Run it, and look at the run', href: '/run-history' },
  { fact: 'hasActivated', label: 'Switch a workflow on', href: '/workflows' },
  { fact: 'hasConnector', label: 'Connect a system', href: '/connectors/add' },
  { fact: 'hasAlertSettings', label: 'Choose how you hear of failures', href: '/run-history/alerts' },
];

const List = styled.ol`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)} ${space(6)};
  margin: 0;
  padding: 0;
  list-style: none;
  li {
    display: flex;
    align-items: center;
    gap: ${space(2)};
    min-height: ${size.controlDense};
  }
  svg {
    flex: none;
    width: ${size.icon};
    height: ${size.icon};
    color: ${color.muted};
  }
  [data-is-done] svg {
    color: ${color.success};
  }
  @media (max-width: ${size.narrow}) {
    flex-direction: column;
  }
`;
const Done = styled.span`
  color: ${color.muted};
`;
const Count = styled.span`
  color: ${color.muted};
  font-weight: ${font.weight.regular};
`;
const Hidden = styled.span`
  ${visuallyHidden}
`;

/** Ticks itself from what the person has done, and can be closed for good. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const close = useCloseFirstSteps();
  const doneCount = STEPS.filter(({ fact }) => steps[fact]).length;
  return (
    <Card
      title={
        <Inline>
          First steps
          <Count>
            {doneCount} of {STEPS.length} done
          </Count>
        </Inline>
      }
      actions={<IconButton label="Close first steps" size="dense" icon={<X aria-hidden />} onPress={close} />}
    >
      <List aria-label="First steps">
        {STEPS.map(({ fact, label, href }) =>
          steps[fact] ? (
            <li key={fact} data-is-done>
              <CircleCheck aria-hidden />
              <Done>
                {label}
                <Hidden>, done</Hidden>
              </Done>
            </li>
          ) : (
            <li key={fact}>
              <Circle aria-hidden />
              <Link href={href}>{label}</Link>
            </li>
          ),
        )}
      </List>
    </Card>
  );
}
