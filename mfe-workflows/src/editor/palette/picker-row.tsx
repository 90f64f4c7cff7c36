import { color, font, motion, radius, size, space } from '@portage/ui';
import type { StepType } from '@portage/workflow';
import { type CSSProperties, useId } from 'react';
import styled from 'styled-components';
import { StepIcon } from '../../step-types/step-icon.tsx';
import { getStepLook } from '../../step-types/step-look.ts';

const Row = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: max-content minmax(0, 1fr);
  column-gap: ${space(2.5)};
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  border: ${size.hairline} solid transparent;
  border-radius: ${radius.control};
  transition: background-color ${motion.quick} ${motion.ease};
  > span,
  > img {
    grid-row: 1 / 3;
    align-self: center;
    width: ${space(7)};
    height: ${space(7)};
    object-fit: contain;
  }
  > button {
    padding: 0;
    border: 0;
    background: none;
    color: ${color.text};
    font-weight: ${font.weight.medium};
    text-align: left;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
    cursor: pointer;
    outline: none;
    /* The whole row can be pressed. */
    &::after {
      content: '';
      position: absolute;
      inset: 0;
      border-radius: inherit;
    }
  }
  > small {
    overflow: hidden;
    color: ${color.muted};
    font-size: ${font.size.small};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  &:hover,
  &[data-first] {
    background: ${color.hover};
  }
  &:has(:focus-visible) {
    border-color: var(--step);
    background: ${color.hover};
  }
`;

export interface PickerRowProps {
  type: StepType;
  label: string;
  line: string;
  /** Instead of the type's icon. */
  logoUrl?: string | null | undefined;
  /** Enter in the search field adds this one. */
  isFirst: boolean;
  onChoose: () => void;
}

/** A step to add: icon, name and one line. */
export function PickerRow({ type, label, line, logoUrl, isFirst, onChoose }: PickerRowProps) {
  const lineId = useId();
  return (
    <Row style={{ '--step': getStepLook(type).color } as CSSProperties} data-first={isFirst || undefined}>
      {logoUrl ? <img src={logoUrl} alt="" /> : <StepIcon type={type} />}
      <button type="button" data-choice aria-describedby={lineId} onClick={onChoose}>
        {label}
      </button>
      <small id={lineId} title={line}>
        {line}
      </small>
    </Row>
  );
}
