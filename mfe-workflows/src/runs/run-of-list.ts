import type { RunStatus } from '@portage/contracts';

export interface RunOfList {
  id: string;
  name: string;
  workflowId: string;
  workflowVersionId: string;
  status: RunStatus;
  createdAt: string;
  startedAt: string | null;
  failedSteps?: number | undefined;
}
