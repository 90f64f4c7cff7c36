import type { RunStatus } from '@portage/contracts';

/** What the dialogs and lists need to know of a run. */
export interface RunOfList {
  id: string;
  name: string;
  workflowId: string;
  status: RunStatus;
  createdAt: string;
  startedAt: string | null;
  failedSteps?: number | undefined;
}
