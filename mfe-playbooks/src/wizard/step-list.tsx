import { color, font, Hidden, motion, radius, size, space } from '@portage/ui';
import { Check, ChevronDown, Plus } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import type { WizardStep } from '../playbooks/api-types.ts';

/** Stays visible next to a long step. */
const Frame = styled.nav`
  position: sticky;
  top: ${space(4)};
  min-width: 0;
  max-height: calc(100dvh - ${size.topBar} - ${space(10)});
  overflow-y: auto;
  /* Room for the ring of the focus. */
  margin: -${space(1)};
  padding: ${space(1)};
  @media (max-width: ${size.narrow}) {
    position: static;
    max-height: none;
  }
`;
const Toggle = styled.button`
  display: none;
  @media (max-width: ${size.narrow}) {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${space(2)};
    width: 100%;
    min-height: ${size.touch};
    padding: ${space(2)} ${space(3)};
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
    background: ${color.surface};
    color: ${color.text};
    font: inherit;
    font-weight: ${font.weight.medium};
    text-align: left;
    cursor: pointer;
  }
`;
const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
  @media (max-width: ${size.narrow}) {
    margin-top: ${space(2)};
    &[data-is-closed='true'] {
      display: none;
    }
  }
`;
const Entry = styled.button`
  display: grid;
  grid-template-columns: ${space(6)} minmax(0, 1fr);
  align-items: center;
  gap: ${space(3)};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space(2)} ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font: inherit;
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
  transition: background-color ${motion.quick} ${motion.ease};
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
  &[aria-current='step'] {
    background: ${color.brandSoft};
    color: ${color.text};
    font-weight: ${font.weight.bold};
  }
  &[aria-disabled='true'] {
    cursor: progress;
  }
`;
const Mark = styled.span<{ $isDone: boolean; $isCurrent: boolean }>`
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: ${space(6)};
  border: ${size.hairline} solid ${({ $isDone, $isCurrent }) => ($isDone || $isCurrent ? color.brand : color.lineStrong)};
  border-radius: ${radius.round};
  background: ${({ $isDone }) => ($isDone ? color.brandSoft : color.surface)};
  color: ${({ $isDone, $isCurrent }) => ($isDone || $isCurrent ? color.brand : color.muted)};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;

export interface StepListProps {
  steps: readonly WizardStep[];
  shownId: string;
  /** Includes the latest choice, even before it is saved. */
  shownName: string;
  isDone: (step: WizardStep) => boolean;
  isMoving: boolean;
  onJump: (stepId: string) => unknown;
  /** Spec PB-25; undefined if no integration can be added. */
  onAddStep: (() => unknown) | undefined;
}

/** The list of steps (spec PB-24, PB-34); on a phone it opens on demand. */
export function StepList({ steps, shownId, shownName, isDone, isMoving, onJump, onAddStep }: StepListProps) {
  const [isOpen, setIsOpen] = useState(false);
  const at = steps.findIndex(({ id }) => id === shownId);
  return (
    <Frame aria-label="Steps">
      <Toggle type="button" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
        {`Step ${at + 1} of ${steps.length}: ${shownName}`}
        <ChevronDown size={size.icon} aria-hidden />
      </Toggle>
      <List data-is-closed={!isOpen}>
        {steps.map((step, index) => {
          const isCurrent = step.id === shownId;
          const hasCheck = isDone(step) && !isCurrent;
          return (
            <li key={step.id}>
              <Entry
                type="button"
                aria-current={isCurrent ? 'step' : undefined}
                aria-disabled={isMoving}
                onClick={() => {
                  if (isCurrent || isMoving) return;
                  setIsOpen(false);
                  onJump(step.id);
                }}
              >
                <Mark $isDone={hasCheck} $isCurrent={isCurrent} aria-hidden>
                  {hasCheck ? <Check size={size.iconSmall} /> : index + 1}
                </Mark>
                <span>
                  {isCurrent ? shownName : step.name}
                  {hasCheck ? <Hidden> (done)</Hidden> : null}
                </span>
              </Entry>
            </li>
          );
        })}
        {onAddStep ? (
          <li>
            <Entry type="button" aria-disabled={isMoving} onClick={() => (isMoving ? undefined : onAddStep())}>
              <Mark $isDone={false} $isCurrent={false} aria-hidden>
                <Plus size={size.iconSmall} />
              </Mark>
              Add Custom Step
            </Entry>
          </li>
        ) : null}
      </List>
    </Frame>
  );
}
