import { color, radius, size, space } from '@portage/ui';
import styled from 'styled-components';
import { getStepLook } from './step-look.ts';

const Tile = styled.span<{ $color: string }>`
  display: inline-grid;
  place-items: center;
  flex: none;
  width: ${space(7)};
  height: ${space(7)};
  border-radius: ${radius.control};
  background: color-mix(in srgb, ${({ $color }) => $color} 14%, ${color.surface});
  color: ${({ $color }) => $color};
`;

/** The tile of a step type. Screen readers skip it unless it has no text next to it. */
export function StepIcon({ type, isAlone = false }: { type: string; isAlone?: boolean }) {
  const { word, color: stepColor, icon: Icon } = getStepLook(type);
  return (
    <Tile $color={stepColor} title={word} {...(isAlone ? { role: 'img', 'aria-label': word } : { 'aria-hidden': true })}>
      <Icon size={size.icon} aria-hidden />
    </Tile>
  );
}
