import { type ReactNode, useState } from 'react';
import type { RunInstance } from '../../api-types.ts';
import { ChooseRunDialog } from './choose-run-dialog.tsx';
import { RunComparison } from './run-comparison.tsx';

interface Comparison {
  /** Asks for the other run. */
  choose: () => void;
  /** Replaces the run's steps while two runs are compared; otherwise null. */
  table: ReactNode;
  /** Render it once. */
  dialog: ReactNode;
}

/** Compares a run with another one of its workflow. @param otherId null while nothing is compared */
export function useComparison(
  run: RunInstance | undefined,
  otherId: string | null,
  onChange: (otherId: string | null) => void,
): Comparison {
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = () => setIsChoosing(true);
  function compareWith(runId: string) {
    setIsChoosing(false);
    onChange(runId);
  }
  return {
    choose,
    table:
      run && otherId !== null ? <RunComparison run={run} otherId={otherId} onChooseOther={choose} onClose={() => onChange(null)} /> : null,
    dialog: run && isChoosing ? <ChooseRunDialog run={run} onClose={() => setIsChoosing(false)} onChoose={compareWith} /> : null,
  };
}
