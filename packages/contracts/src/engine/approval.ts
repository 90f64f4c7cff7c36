import type { OwnerId } from '../users/owner-id.ts';
/** What a step asks a person. All of it is plain text. */
export interface ApprovalQuestion {
  approvalId: string;
  subject: string;
  message: string;
  approveLabel: string;
  rejectLabel: string;
  /** The people asked by e-mail. */
  recipients: string[];
  askedAt: string;
  expiresAt: string;
}

/** How a request for approval ended; Cancelled: its run ended first. */
export const approvalOutcomes = ['Approved', 'Rejected', 'Expired', 'Cancelled'] as const;
export type ApprovalOutcome = (typeof approvalOutcomes)[number];

export interface ApprovalDecisionInput {
  decision: Extract<ApprovalOutcome, 'Approved' | 'Rejected'>;
  /** An e-mail address. */
  by: string;
  comment: string;
}

export interface ApprovalDecided {
  decision: ApprovalOutcome;
  /** Null: nobody decided it. */
  by: string | null;
  comment: string;
  at: string;
}

/** A request for approval as its run stores it. */
export interface Approval {
  runId: string;
  workflowId: string;
  workflowName: string;
  ownerUserId: OwnerId;
  step: string;
  isTest: boolean;
  question: ApprovalQuestion;
  /** Null: it waits for a decision. */
  decided: ApprovalDecided | null;
}

export type ApprovalDecisionResult =
  | { outcome: 'taken'; approval: Approval }
  /** It was already decided, or had expired. */
  | { outcome: 'decided'; approval: Approval }
  | { outcome: 'unknown' };
