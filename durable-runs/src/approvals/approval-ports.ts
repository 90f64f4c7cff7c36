import type { ApprovalQuestion, OwnerId } from '@portage/contracts';
import type { AddApprovalMailsResult, NewApprovalMails } from '@portage/database';
import type { StepNotes } from '../core/step-notes.ts';

export interface ApprovalPorts {
  /** Once stored, the approval can be decided. */
  ask(runKey: number, question: ApprovalQuestion, step: string): void;
  /** Puts e-mails into the outbox. Repeating the call for the same request adds nothing. */
  addMails(ownerUserId: OwnerId, mails: NewApprovalMails): Promise<AddApprovalMailsResult>;
}

export type ApprovalRequest = Omit<ApprovalQuestion, 'approvalId' | 'askedAt' | 'expiresAt'> & { expiryMs: number };

export type AskedApproval = { ok: true; question: ApprovalQuestion } | { ok: false; message: string };

export interface AskingRun {
  runKey: number;
  runId: string;
  ownerUserId: OwnerId;
  workflowName: string;
  step: string;
  notes: StepNotes;
  /** Removes the run's secrets, because people read the text. */
  redact(text: string): string;
}

const PREFIX = 'approval/';

/** Identifies the decision that a waiting step waits for. */
export function refOfApproval(approvalId: string): string {
  return PREFIX + approvalId;
}

/** The id of the approval that a ref names; null if it names something else. */
export function approvalOfRef(ref: string): string | null {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : null;
}
