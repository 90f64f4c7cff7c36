import { Inline, Switch, size, space } from '@portage/ui';
import styled from 'styled-components';
import { DraftActions, EditDraft } from '../drafts/draft-actions.tsx';
import { oneLineWidth } from '../editor-title.tsx';
import { useFirstProblem, ValidityIndicator } from '../panel/validity-indicator.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { WorkflowWarnings } from './workflow-warnings.tsx';

const State = styled(Inline)`
  gap: ${space(1)} ${space(4)};
  margin-left: auto;
  @media (min-width: ${oneLineWidth}) {
    flex: none;
  }
  @media (max-width: ${size.narrow}) {
    flex: 1 0 100%;
    justify-content: space-between;
  }
`;
const Opener = styled.span`
  display: inline-flex;
  &:empty {
    display: none;
  }
`;

/** Whether the workflow is valid, and whether it is active (spec EDIT-47, EDIT-48, EDIT-52, EDIT-53). */
export function WorkflowState({ onActivated }: { onActivated: (isActive: boolean) => void }) {
  const { isActive } = useOpenWorkflow();
  const { setActive } = useSaving();
  const { phase } = useSavingState();
  const problem = useFirstProblem();
  const isDraft = useOpenDraft() !== null;
  return (
    <State>
      {/* These open a step, so pressing them must not close its panel. */}
      <Opener data-keeps-panel>
        <ValidityIndicator />
      </Opener>
      <Opener data-keeps-panel>
        <WorkflowWarnings />
      </Opener>
      {isDraft ? <DraftActions /> : <EditDraft />}
      {isDraft ? null : (
        <Switch
          value={isActive}
          isDisabled={phase === 'conflict' || (!isActive && problem !== null)}
          onChange={(next) => void setActive(next).then((isDone) => onActivated(isDone && next))}
        >
          Active
        </Switch>
      )}
    </State>
  );
}
