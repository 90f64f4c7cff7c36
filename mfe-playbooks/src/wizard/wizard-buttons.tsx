import { useHost } from '@portage/area-kit';
import { getStepKind } from '@portage/playbooks/wizard';
import { Button, Inline, useConfirm } from '@portage/ui';
import { Trash2 } from 'lucide-react';
import styled from 'styled-components';
import type { Playbook, WizardStep } from '../playbooks/api-types.ts';
import { getListPath } from '../playbooks/playbook-queries.ts';
import type { WizardMoves } from './use-wizard-moves.ts';
import type { WizardButtons as Buttons } from './wizard-place.ts';

/** The button that continues is on the right, even when the buttons need two rows. */
const Onward = styled(Inline)`
  margin-inline-start: auto;
`;

interface WizardButtonsProps {
  playbook: Playbook;
  step: WizardStep;
  buttons: Buttons;
  moves: WizardMoves;
}

/** Spec PB-26..30. Unsaved answers stay in the browser, so leaving asks nothing. */
export function WizardButtons({ playbook, step, buttons, moves }: WizardButtonsProps) {
  const { navigate } = useHost();
  const [confirm, question] = useConfirm();
  const { isMoving } = moves;
  const isFurtherFlow = getStepKind(step) === 'flow' && playbook.wizard.steps.filter((one) => getStepKind(one) === 'flow').length > 1;
  return (
    <Inline $justify="space-between" $gap={3}>
      <Inline>
        {buttons.hasBackToList ? (
          <Button isDisabled={isMoving} onPress={() => navigate(getListPath(playbook.template))}>
            Back to List
          </Button>
        ) : null}
        {isFurtherFlow ? (
          <Button
            icon={<Trash2 aria-hidden />}
            isDisabled={isMoving}
            onPress={() =>
              confirm({ message: `Remove “${step.name}” from this playbook?`, confirmLabel: 'Remove', onConfirm: moves.removeStep })
            }
          >
            Remove
          </Button>
        ) : null}
      </Inline>
      <Onward>
        {buttons.hasPrevious ? (
          <Button isDisabled={isMoving} onPress={moves.previous}>
            Previous
          </Button>
        ) : null}
        <MainButton playbook={playbook} main={buttons.main} moves={moves} />
      </Onward>
      {question}
    </Inline>
  );
}

function MainButton({ playbook, main, moves }: { playbook: Playbook; main: Buttons['main']; moves: WizardMoves }) {
  const { navigate } = useHost();
  switch (main) {
    case 'Continue':
    case 'Next':
      return (
        <Button variant="primary" isPending={moves.isMoving} onPress={moves.next}>
          {main}
        </Button>
      );
    case 'Create Playbook':
      return (
        <Button variant="primary" isPending={moves.isMoving} onPress={moves.create}>
          {playbook.isConverted ? 'Update Playbook' : main}
        </Button>
      );
    case 'Finish':
      return (
        <Button variant="primary" onPress={() => navigate('/workflows')}>
          Finish
        </Button>
      );
    default:
      return main satisfies never;
  }
}
