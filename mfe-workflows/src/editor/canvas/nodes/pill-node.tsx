import { color, font, radius, size, space, visuallyHidden } from '@portage/ui';
import { type ConditionGroup, ERROR_PATH_NAME, hasErrorPath } from '@portage/workflow';
import type { NodeProps } from '@xyflow/react';
import { EyeOff } from 'lucide-react';
import { memo, useRef } from 'react';
import styled from 'styled-components';
import { conditionWords } from '../../../step-types/condition-words.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import type { FlowNode } from '../flow-nodes.ts';
import { useFocusTarget } from './use-focus-target.ts';

const Pill = styled.button`
  display: flex;
  align-items: center;
  justify-content: center;
  gap: ${space(1)};
  width: 100%;
  height: 100%;
  padding: 0 ${space(3)};
  border: ${size.hairline} solid color-mix(in srgb, ${color.stepBranch} 45%, ${color.line});
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  cursor: pointer;
  pointer-events: all;
  > * {
    flex: 0 0.1 auto;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > small {
    flex-shrink: 1;
    color: ${color.muted};
    font-size: inherit;
    font-weight: ${font.weight.regular};
  }
  &:hover, &[data-open] {
    border-color: ${color.stepBranch};
  }
  /* Only the pill whose form is open is filled; having conditions does not fill it. */
  &[data-open] {
    background: color-mix(in srgb, ${color.stepBranch} 12%, ${color.surface});
  }
  &:focus-visible {
    border-radius: ${radius.round};
  }
`;

const Unseen = styled.span`
  ${visuallyHidden}
`;

const ERROR_PATH: ConditionGroup = { name: ERROR_PATH_NAME };

/** A condition group, on the line that leads into it: a click opens its conditions. */
export const PillNode = memo(function PillNode({ data }: NodeProps<FlowNode>) {
  const { key, branchKey = '', groupIndex = 0 } = data;
  const { store, actions } = useFlowContext();
  const element = useRef<HTMLButtonElement>(null);
  useFocusTarget(key, element);
  const group = useFlow((state): ConditionGroup | undefined => {
    const step = state.stepByKey.get(branchKey);
    if (step && hasErrorPath(step)) return ERROR_PATH;
    return step?.type === 'Branch' ? step.conditionGroups[groupIndex] : undefined;
  });
  const isLast = useFlow((state) => {
    const step = state.stepByKey.get(branchKey);
    return step?.type === 'Branch' && groupIndex === step.conditionGroups.length - 1;
  });
  const branchName = useFlow((state) => state.stepByKey.get(branchKey)?.stepId ?? '');
  const isOpen = useFlow((state) => state.openKey === branchKey && state.openGroup === groupIndex);
  if (!group) return null;
  const isErrorPath = group === ERROR_PATH;
  const words = isErrorPath ? 'when the step fails' : conditionWords(group, isLast);
  const open = () => actions.open(branchKey, isErrorPath ? null : groupIndex);
  return (
    <Pill
      ref={element}
      type="button"
      tabIndex={-1}
      className="nopan"
      aria-label={isErrorPath ? `${ERROR_PATH_NAME}: error path of ${branchName}` : undefined}
      title={`${group.name}: ${words}`}
      data-pill={group.name}
      data-open={isOpen || undefined}
      onClick={() => {
        actions.focus(key);
        open();
      }}
      onFocus={() => actions.focus(key)}
      onContextMenu={(event) => {
        event.preventDefault();
        store.set({ menu: { key, x: event.clientX, y: event.clientY } });
      }}
    >
      {group.isHiddenFromCustomer ? <EyeOff size={size.iconSmall} aria-hidden /> : null}
      {isErrorPath ? (
        <span>{group.name}</span>
      ) : (
        <>
          <Unseen>Condition </Unseen>
          <span>{group.name || 'No name'}</span>
          <Unseen> of {branchName}: </Unseen>
          <small>{words}</small>
        </>
      )}
    </Pill>
  );
});
