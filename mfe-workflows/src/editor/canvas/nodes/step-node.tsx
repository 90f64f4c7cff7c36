import { StatusIcon } from '@portage/area-kit';
import { formatDuration, formatNumber, size } from '@portage/ui';
import type { WorkflowStep } from '@portage/workflow';
import type { NodeProps } from '@xyflow/react';
import { EllipsisVertical, EyeOff, TriangleAlert } from 'lucide-react';
import { type CSSProperties, memo, useRef } from 'react';
import { getStepLook } from '../../../step-types/step-look.ts';
import { aboutStep } from '../../../step-types/step-words.ts';
import { CardData } from '../../design-data/card-data.tsx';
import type { LaidOutFlow } from '../../layout/laid-out-flow.ts';
import { switchedOffIn } from '../../switched-off/switched-off-names.ts';
import type { Carry } from '../canvas-types.ts';
import { useDragging } from '../dragging-context.ts';
import { useFlow, useFlowContext } from '../flow-context.tsx';
import type { FlowNode } from '../flow-nodes.ts';
import { FoldButton } from '../folding/fold-button.tsx';
import { foldWords } from '../folding/folding.ts';
import { CardBox, CardButton, CardIcon, CardMark, CardMenuButton, CardRun, CardText } from './card-style.ts';
import { useFocusTarget } from './use-focus-target.ts';

/** Whether a step's summary names something of which the step stores only the id. */
function hasNamedTarget({ type }: WorkflowStep): boolean {
  return type === 'CallWorkflow' || type === 'ConnectorOperation' || type === 'Trigger';
}

export const StepNode = memo(function StepNode({ data }: NodeProps<FlowNode>) {
  const { key, number = 0, isUnreached = false } = data;
  const { store, actions, selecting } = useFlowContext();
  const dragging = useDragging();
  const element = useRef<HTMLButtonElement>(null);
  useFocusTarget(key, element);
  const step = useFlow((state) => state.stepByKey.get(key));
  const name = step?.stepId ?? '';
  const isOpen = useFlow((state) => state.openKey === key);
  const isEditable = useFlow((state) => state.isEditable);
  const isCut = useFlow((state) => state.cut.has(key));
  const folded = useFlow((state) => foldWords(state, key));
  const isSelected = useFlow((state) => state.selection.has(key));
  const isCarried = useFlow(({ carry }) => isMoved(carry, key));
  const problem = useFlow((state) => state.problems.get(name));
  const isOff = useFlow((state) => switchedOffIn(state.steps).has(name));
  const isRun = useFlow((state) => state.mode === 'run');
  const status = useFlow((state) => (step && state.statusOf ? state.statusOf(step)?.status : undefined));
  const durationMs = useFlow((state) => (step && state.statusOf ? state.statusOf(step)?.durationMs : undefined));
  const count = useFlow((state) => (step && state.statusOf ? state.statusOf(step)?.count : undefined));
  const placeWords = useFlow((state) => describeStepPosition(state.layout, key, number, (one) => state.stepByKey.get(one)));
  const names = useFlow((state) => (step && hasNamedTarget(step) ? state.knownNames : undefined));
  if (!step) return null;

  const { word, color: stepColor, icon: Icon } = getStepLook(step.type);
  const about = isUnreached ? 'Not connected: never runs' : aboutStep(step, names);
  const label = [
    `${word} ${name}`,
    placeWords,
    ...(step.isHiddenFromCustomer ? ['hidden from customer'] : []),
    ...(folded ? [`folded: ${folded}`] : []),
    ...(isSelected ? ['selected'] : []),
    ...(isOff ? ['switched off'] : []),
    ...(problem ? [`problem: ${problem}`] : []),
    ...(status ? [status] : []),
  ].join(', ');
  return (
    <CardBox
      style={{ '--step': stepColor, pointerEvents: 'all' } as CSSProperties}
      data-card={name}
      data-open={isOpen || undefined}
      data-folded={folded ? true : undefined}
      data-selected={isSelected || undefined}
      data-hidden={step.isHiddenFromCustomer || undefined}
      data-cut={isCut || undefined}
      data-carried={isCarried || undefined}
      data-unreached={isUnreached || undefined}
      data-status={status}
      data-off={isOff || undefined}
      data-idle={(isRun && !status) || undefined}
    >
      {step.type === 'Trigger' ? null : <i data-port="input" />}
      <i data-port="output" />
      {step.type === 'Loop' && !folded ? (
        <>
          <i data-port="loopStart" />
          <i data-port="loopEnd" />
        </>
      ) : null}
      <CardIcon aria-hidden>
        <Icon size={size.iconLarge} />
      </CardIcon>
      <CardText>
        <strong>{name}</strong>
        <span>{isOff ? 'Switched off' : about}</span>
      </CardText>
      {step.isHiddenFromCustomer ? (
        <CardMark>
          <EyeOff size={size.iconSmall} aria-hidden />
        </CardMark>
      ) : null}
      {(problem || isUnreached) && !isRun ? (
        <CardMark data-problem>
          <TriangleAlert size={size.icon} aria-hidden />
        </CardMark>
      ) : null}
      <CardButton
        ref={element}
        type="button"
        tabIndex={-1}
        className={isEditable ? 'nopan' : undefined}
        aria-label={label}
        aria-expanded={isOpen}
        title={buildTitle(name, about, problem)}
        onPointerDown={(event) =>
          dragging.press(event.nativeEvent, { kind: 'step', key, stepId: name, isCopy: false }, { type: step.type, text: name })
        }
        onClick={(event) => {
          if (dragging.hasJustDragged()) return;
          if (isEditable && (event.shiftKey || event.ctrlKey || event.metaKey)) return selecting.toggle(key);
          selecting.clear();
          actions.focus(key);
          actions.open(key);
        }}
        onFocus={() => actions.focus(key)}
        onContextMenu={(event) => {
          event.preventDefault();
          if (!isSelected) selecting.clear();
          actions.focus(key);
          store.set({ menu: { key, x: event.clientX, y: event.clientY } });
        }}
      />
      <FoldButton stepKey={key} name={name} />
      {isEditable ? (
        <CardMenuButton
          data-menu
          className="nopan"
          type="button"
          tabIndex={-1}
          aria-label={`Actions of ${name}`}
          onClick={(event) => {
            const box = event.currentTarget.getBoundingClientRect();
            actions.focus(key);
            store.set({ menu: { key, x: box.left, y: box.bottom } });
          }}
        >
          <EllipsisVertical size={size.icon} aria-hidden />
        </CardMenuButton>
      ) : null}
      {isRun || isOff ? null : <CardData clientId={step.clientId} />}
      {status ? (
        <CardRun>
          <StatusIcon status={status} />
          {typeof durationMs === 'number' ? formatDuration(durationMs) : null}
          {count !== undefined && count > 1 ? ` ${formatNumber(count)}×` : null}
        </CardRun>
      ) : null}
    </CardBox>
  );
});

function isMoved(carry: Carry | null, key: string): boolean {
  if (carry?.what.kind !== 'step' || carry.what.isCopy) return false;
  return carry.what.lane ? carry.what.lane.keys.has(key) : carry.what.key === key;
}

/** Shown on hover: text that the card may cut off, and problems. */
function buildTitle(name: string, about: string, problem: string | undefined): string | undefined {
  const isCut = name.length > 24 || about.length > 60;
  const lines = [...(isCut ? [name, about] : []), ...(problem ? [problem] : [])];
  return lines.length > 0 ? lines.join('\n') : undefined;
}

/** Describes a step's position for screen readers: "step 5 of 8, branch Yes". */
function describeStepPosition(layout: LaidOutFlow, key: string, number: number, stepOf: (key: string) => WorkflowStep | undefined): string {
  const owner = layout.chainOf.get(key)?.chain.owner;
  const words = [`step ${number} of ${layout.cards.length}`];
  if (!owner) words.push('not connected');
  if (owner?.kind === 'body') words.push(`in loop ${stepOf(owner.key)?.stepId ?? ''}`);
  if (owner?.kind === 'group') {
    const branch = stepOf(owner.key);
    const group = branch?.type === 'Branch' ? branch.conditionGroups[owner.groupIndex] : undefined;
    words.push(`branch ${group?.name ?? ''}`);
  }
  return words.join(', ');
}
