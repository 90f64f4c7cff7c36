import { isInProgress } from '@portage/area-kit';
import { Button } from '@portage/ui';
import { Ban, RotateCcw, RotateCw } from 'lucide-react';
import type { RunActions } from './run-actions.tsx';
import type { RunOfList } from './run-of-list.ts';

interface RunButtonsProps {
  run: RunOfList;
  actions: RunActions;
  size?: 'dense' | undefined;
}

/** The actions on a person's own run: stop it, or re-run it in the way that fits how it ended. */
export function RunButtons({ run, actions, size }: RunButtonsProps) {
  const look = size ? { size } : {};
  if (isInProgress(run.status)) {
    return (
      <Button {...look} icon={<Ban aria-hidden />} onPress={() => actions.askToCancel(run)}>
        Cancel
      </Button>
    );
  }
  if (run.status === 'Failed') {
    return (
      <Button {...look} variant="primary" icon={<RotateCcw aria-hidden />} onPress={() => actions.askToRerun(run)}>
        Re-run
      </Button>
    );
  }
  return (
    <Button {...look} icon={<RotateCw aria-hidden />} onPress={() => actions.askToRunAgain(run)}>
      Run again
    </Button>
  );
}
