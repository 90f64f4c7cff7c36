import { color, font, Inline, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

const STEPS = ['Document', 'Sign-in', 'Test'] as const;

const List = styled(Inline)`
  padding: 0;
  list-style: none;
`;
const Step = styled.li`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  color: ${color.muted};
  > span {
    display: grid;
    place-items: center;
    width: ${space(6)};
    height: ${space(6)};
    border: ${size.hairline} solid ${color.lineStrong};
    border-radius: ${radius.round};
    font-size: ${font.size.small};
  }
  &[aria-current] {
    color: ${color.text};
    font-weight: ${font.weight.medium};
    > span {
      border-color: ${color.brand};
      background: ${color.brand};
      color: ${color.onBrand};
    }
  }
`;

/** Where in the three steps a person is; `current` counts from 0. */
export function Steps({ current }: { current: number }) {
  return (
    <List as="ol" $gap={[2, 6]} aria-label="Steps">
      {STEPS.map((name, index) => (
        <Step key={name} aria-current={index === current ? 'step' : undefined}>
          <span>{index + 1}</span>
          {name}
        </Step>
      ))}
    </List>
  );
}
