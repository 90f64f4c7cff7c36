import { color, font, radius, StepIcon, size, space, stepLookOf } from '@portage/ui';
import { type OutlineNode, outlineSteps, type WorkflowStep } from '@portage/workflow';
import styled from 'styled-components';

const Frame = styled.div`
  padding: ${space(2)};
`;
const Chain = styled.ol`
  margin: 0;
  padding: 0;
  list-style: none;
`;
/** Everything inside one loop or one group of a branch, under the icon of its step. */
const Nested = styled.div`
  margin-left: ${space(5.5)};
  padding-left: ${space(2)};
  border-left: ${size.hairline} solid ${color.line};
`;
const GroupName = styled.div`
  padding: ${space(1)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
`;
const Step = styled.button`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
  width: 100%;
  min-height: ${size.touch};
  padding: ${space(1)} ${space(2)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
`;
const Words = styled.span`
  display: block;
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
const Name = styled(Words)`
  font-weight: ${font.weight.medium};
`;
const Muted = styled(Words)`
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
    <Frame>
      <ChainOf nodes={chain} onChoose={onChoose} />
      {unreached.length > 0 ? (
        <>
          <GroupName>Not reached from the trigger</GroupName>
          <ChainOf nodes={unreached.map((step) => ({ step }))} onChoose={onChoose} />
        </>
      ) : null}
    </Frame>
  );
}

function ChainOf({ nodes, onChoose }: { nodes: readonly OutlineNode[]; onChoose: (stepId: string) => void }) {
  return (
    <Chain>
      {nodes.map((node) => (
        <li key={node.step.stepId}>
          <Step type="button" onClick={() => onChoose(node.step.stepId)}>
            <StepIcon type={node.step.type} />
            <span>
              <Name title={node.step.stepId}>{node.step.stepId}</Name>
              {node.step.description ? <Muted title={node.step.description}>{node.step.description}</Muted> : null}
            </span>
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
                {group.name}
                {group.chain.length === 0 ? ' – nothing to do, goes on' : null}
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
