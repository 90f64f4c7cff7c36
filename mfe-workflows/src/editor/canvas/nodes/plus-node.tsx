import { color, font, motion, radius, size, space } from '@portage/ui';
import type { NodeProps } from '@xyflow/react';
import { Plus } from 'lucide-react';
import { memo, useRef } from 'react';
import styled from 'styled-components';
import { useDragging } from '../dragging-context.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import type { FlowNode } from '../flow-nodes.ts';
import { useFocusTarget } from './use-focus-target.ts';

const Button = styled.button`
  position: absolute;
  top: 50%;
  left: 50%;
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: ${space(1)};
  width: 20px;
  height: 20px;
  padding: 0;
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  white-space: nowrap;
  cursor: pointer;
  pointer-events: all;
  transform: translate(-50%, -50%);
  transition: background-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: ${color.brand};
    background: ${color.brand};
    color: ${color.onBrand};
  }
  /* The clickable area is larger than the visible one. */
  &::after {
    content: '';
    position: absolute;
    inset: -10px;
  }
  &[data-only] {
    width: auto;
    height: 28px;
    padding: 0 ${space(3)};
    border-style: dashed;
    border-radius: ${radius.control};
  }
  &[data-drop] {
    width: 132px;
    height: 30px;
    border: ${size.focusRing} dashed ${color.brand};
    border-radius: ${radius.control};
    background: ${color.brandSoft};
    color: ${color.brand};
  }
  &[data-drop='target'] {
    border-style: solid;
    background: ${color.brand};
    color: ${color.onBrand};
  }
  &[data-off] {
    visibility: hidden;
  }
`;

/** The plus on a line: adds a new step here, or receives a carried one. */
export const PlusNode = memo(function PlusNode({ data }: NodeProps<FlowNode>) {
  const { key, isOnly = false } = data;
  const { store, actions } = useFlowContext();
  const dragging = useDragging();
  const element = useRef<HTMLButtonElement>(null);
  useFocusTarget(key, element);
  const drop = useFlow(({ carry }) => {
    if (!carry) return null;
    if (!carry.allowed.has(key)) return 'off';
    return carry.target === key ? 'target' : 'open';
  });
  const carried = useFlow(({ carry }) => (carry && carry.target === key ? getDropLabel(carry) : null));
  const place = useFlow((state) => describePosition(state, key));
  const isDrop = drop === 'target' || drop === 'open';
  return (
    <Button
      ref={element}
      type="button"
      tabIndex={-1}
      className="nopan"
      aria-label={isDrop ? `Put it ${place}` : `Add a step ${place}`}
      data-plus={key}
      data-only={isOnly || undefined}
      data-drop={isDrop ? drop : undefined}
      data-off={drop === 'off' || undefined}
      onFocus={() => (store.getState().carry ? undefined : actions.focus(key))}
      onClick={() => {
        const plus = store.getState().layout.pluses.find((one) => one.key === key);
        if (isDrop) dragging.drop(key);
        else if (plus) store.set({ adding: plus.place });
      }}
    >
      {isDrop ? (carried ?? 'Here') : <Plus size={isOnly ? size.iconSmall : '12px'} aria-hidden />}
      {isOnly && !drop ? 'Add a step' : null}
    </Button>
  );
});

type State = Parameters<Parameters<typeof useFlow>[0]>[0];

function getDropLabel({ what }: NonNullable<State['carry']>): string {
  if (what.kind === 'new') return 'Add here';
  return what.isCopy ? 'Copy here' : 'Move here';
}

/** Where the plus is: "after tell", "at the start of Yes", "at the start of each". */
function describePosition(state: State, key: string): string {
  const place = state.layout.pluses.find((one) => one.key === key)?.place;
  if (!place) return '';
  if (place.kind === 'after') return `after ${place.stepId}`;
  if (place.kind === 'body') return `at the start of ${place.stepId}`;
  const branch = state.steps.find((step) => step.stepId === place.stepId);
  const group = branch?.type === 'Branch' ? branch.conditionGroups[place.groupIndex] : undefined;
  return `at the start of ${group?.name ?? ''} of ${place.stepId}`;
}
