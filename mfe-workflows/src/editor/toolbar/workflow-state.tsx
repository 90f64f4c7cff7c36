import { Inline, Switch, space } from '@portage/ui';
import styled from 'styled-components';
import { DraftActions, EditDraft } from '../drafts/draft-actions.tsx';
import { oneLineWidth } from '../editor-title.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving, useSavingState } from '../save/saving-context.tsx';
import { useFirstProblem, ValidityIndicator } from './validity-indicator.tsx';
import { WorkflowWarnings } from './workflow-warnings.tsx';

const State = styled(Inline)`
  gap: ${space(1)} ${space(4)};
  margin-left: auto;
  @media (min-width: ${oneLineWidth}) {
    flex: none;
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
      {/* It opens a step, so pressing it must not close the panel that it fills. */}
      <span data-keeps-panel>
        <ValidityIndicator />
      </span>
      <span data-keeps-panel>
        <WorkflowWarnings />
      </span>
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
