import type { AlertKind } from '@portage/contracts';

export interface AlertSnapshot {
  id: string;
  kind: AlertKind;
  ownerUserId: string;
  ownerEmail: string;
  name: string;
  workflowId: string | null;
  connectorId: string | null;
  flowId: string | null;
  runId: string | null;
  message: string | null;
  count: number;
  /** ISO 8601. */
  firstAt: string;
  lastAt: string;
  /** Absent in messages of earlier releases. */
  endedAt?: string | null;
}
