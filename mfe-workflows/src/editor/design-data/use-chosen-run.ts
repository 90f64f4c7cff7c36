import { useSessionUser } from '@portage/area-kit';
import { useCallback, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { DATA_PARAMETER } from '../../runs/design-path.ts';
import { useRepair } from '../repair/use-repair.ts';
import { keepRun, readStoredRun } from './kept-run.ts';

/** The run being repaired, until another is chosen; otherwise the one of the address or of the last visit. Null: the last run. */
export function useChosenRun(workflowId: string): { chosenRunId: string | null; choose: (runId: string | null) => void } {
  const userId = useSessionUser()?.id ?? '';
  const [search, setSearch] = useSearchParams();
  const asked = search.get(DATA_PARAMETER);
  const { runId: repairedRunId } = useRepair();
  const [chosenRunId, setChosenRunId] = useState(() => asked ?? readStoredRun(localStorage, userId, workflowId, Date.now()));
  const [repairWithOtherData, setRepairWithOtherData] = useState<string | null>(null);
  const choose = useCallback(
    (runId: string | null) => {
      setChosenRunId(runId);
      setRepairWithOtherData(repairedRunId);
      keepRun(localStorage, userId, workflowId, runId, Date.now());
    },
    [repairedRunId, userId, workflowId],
  );
  useEffect(() => {
    if (asked === null) return;
    choose(asked);
    setSearch(
      (before) => {
        before.delete(DATA_PARAMETER);
        return before;
      },
      { replace: true },
    );
  }, [asked, choose, setSearch]);
  const isOfRepair = repairedRunId !== null && repairedRunId !== repairWithOtherData;
  return { chosenRunId: isOfRepair ? repairedRunId : chosenRunId, choose };
}
