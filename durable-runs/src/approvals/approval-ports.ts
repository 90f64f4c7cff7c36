import type { ApprovalQuestion } from '@portage/contracts';
import type { AddApprovalMailsResult, NewApprovalMails } from '@portage/database';
import type { StepNotes } from '../steps/step-notes.ts';

/** The world as a step that asks people uses it. */
export interface ApprovalPorts {
  /** On disk: the question can be answered from then on. */
  ask(runKey: number, question: ApprovalQuestion, step: string): void;
  /** Puts e-mails into the outbox; the same request's a second time adds nothing. */
  addMails(ownerUserId: string, mails: NewApprovalMails): Promise<AddApprovalMailsResult>;
}

export type ApprovalRequest = Omit<ApprovalQuestion, 'approvalId' | 'askedAt' | 'expiresAt'> & { expiryMs: number };

export type AskedApproval = { ok: true; question: ApprovalQuestion } | { ok: false; message: string };

/** The run that asks. */
export interface AskingRun {
  runKey: number;
  runId: string;
  ownerUserId: string;
  workflowName: string;
  step: string;
  notes: StepNotes;
  /** Without the run's secrets: people read it. */
  redact(text: string): string;
}

const PREFIX = 'approval/';

/** By which a waiting step knows the answer to its question. */
export function refOfApproval(approvalId: string): string {
  return PREFIX + approvalId;
}

/** The question with this name; null: the name means something else. */
export function approvalOfRef(ref: string): string | null {
  return ref.startsWith(PREFIX) ? ref.slice(PREFIX.length) : null;
}
