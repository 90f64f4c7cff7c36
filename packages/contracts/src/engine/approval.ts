/** What a step asks a person. Plain text, all of it. */
export interface ApprovalQuestion {
  approvalId: string;
  subject: string;
  message: string;
  approveLabel: string;
  rejectLabel: string;
  /** Who was asked by e-mail. */
  recipients: string[];
  askedAt: string;
  expiresAt: string;
}

/** How a request for approval came out; Cancelled: its run ended before. */
export const approvalOutcomes = ['Approved', 'Rejected', 'Expired', 'Cancelled'] as const;
export type ApprovalOutcome = (typeof approvalOutcomes)[number];

export interface ApprovalAnswer {
  decision: Extract<ApprovalOutcome, 'Approved' | 'Rejected'>;
  /** An e-mail address. */
  by: string;
  comment: string;
}

export interface ApprovalDecided {
  decision: ApprovalOutcome;
  /** Null: it was not answered. */
  by: string | null;
  comment: string;
  at: string;
}

/** A request for approval as its run knows it. */
export interface Approval {
  runId: string;
  workflowId: string;
  workflowName: string;
  ownerUserId: string;
  step: string;
  isTest: boolean;
  question: ApprovalQuestion;
  /** Null: it waits for an answer. */
  decided: ApprovalDecided | null;
}

export type AnswerApprovalResult =
  | { outcome: 'taken'; approval: Approval }
  /** It had been decided before, or its time was over. */
  | { outcome: 'decided'; approval: Approval }
  | { outcome: 'unknown' };
