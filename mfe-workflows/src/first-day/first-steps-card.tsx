import type { FirstSteps } from '@portage/contracts/calls';
import { Card, color, Hidden, IconButton, Inline, Link, Muted, size, space } from '@portage/ui';
import { Circle, CircleCheck, X } from 'lucide-react';
import styled from 'styled-components';
import { firstStepLinks } from './first-step-links.ts';
import { useCloseFirstSteps, useWorkflowToTry } from './use-first-steps.ts';

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

/** Shows what the person has done so far, and can be closed for good. */
export function FirstStepsCard({ steps }: { steps: FirstSteps }) {
  const close = useCloseFirstSteps();
  const links = firstStepLinks(useWorkflowToTry(steps));
  const doneCount = links.filter(({ fact }) => steps[fact]).length;
  return (
    <Card
      title={
        <Inline>
          First steps
          <Muted $weight="regular">
            {doneCount} of {links.length} done
          </Muted>
        </Inline>
      }
      actions={<IconButton label="Close first steps" size="dense" icon={<X aria-hidden />} onPress={close} />}
    >
      <List aria-label="First steps">
        {links.map(({ fact, label, href }) =>
          steps[fact] ? (
            <li key={fact} data-is-done>
              <CircleCheck aria-hidden />
              <Muted>
                {label}
                <Hidden>, done</Hidden>
              </Muted>
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
