import { color, font, Inline, radius, StepIcon, size, space, stepLookOf } from '@portage/ui';
import { type OutlineNode, outlineSteps, type WorkflowStep } from '@portage/workflow';
import styled from 'styled-components';

const Chain = styled.ol`
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
const Nested = styled.div`
  margin: ${space(1)} 0 ${space(1)} ${space(4)};
  padding-left: ${space(3)};
  border-left: ${size.focusRing} solid ${color.line};
`;
const GroupName = styled.div`
  padding: ${space(1)} 0;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
`;
const Step = styled.button`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;
const Name = styled.span`
  min-width: 0;
  overflow: hidden;
  font-weight: ${font.weight.medium};
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Muted = styled.span`
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;

export interface WorkflowOutlineProps {
  steps: readonly WorkflowStep[];
  /** A step was chosen, to be shown in the text beside. */
  onChoose: (stepId: string) => void;
}

/** The workflow as people read it: from the trigger down, groups and loop bodies indented. */
export function WorkflowOutline({ steps, onChoose }: WorkflowOutlineProps) {
  const { chain, unreached } = outlineSteps(steps);
  return (
    <>
      <ChainOf nodes={chain} onChoose={onChoose} />
      {unreached.length > 0 ? (
        <>
          <GroupName>Not reached from the trigger</GroupName>
          <ChainOf nodes={unreached.map((step) => ({ step }))} onChoose={onChoose} />
        </>
      ) : null}
    </>
  );
}

function ChainOf({ nodes, onChoose }: { nodes: readonly OutlineNode[]; onChoose: (stepId: string) => void }) {
  return (
    <Chain>
      {nodes.map((node) => (
        <li key={node.step.stepId}>
          <Step type="button" onClick={() => onChoose(node.step.stepId)}>
            <StepIcon type={node.step.type} />
            <Name>{node.step.stepId}</Name>
            <Muted>{wordsOf(node.step)}</Muted>
          </Step>
          {node.body ? (
            <Nested>
              <GroupName>for each item</GroupName>
              <ChainOf nodes={node.body} onChoose={onChoose} />
            </Nested>
          ) : null}
          {node.groups?.map((group) => (
            <Nested key={group.index}>
              <GroupName>
                <Inline>{group.name}</Inline>
              </GroupName>
              <ChainOf nodes={group.chain} onChoose={onChoose} />
            </Nested>
          ))}
        </li>
      ))}
    </Chain>
  );
}

function wordsOf(step: WorkflowStep): string {
  return step.type === 'Trigger' ? `${step.triggerType} trigger` : stepLookOf(step.type).word;
}
