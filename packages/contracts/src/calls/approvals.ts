import { workflowLimits } from '@portage/workflow';
import { z } from 'zod';
import { approvalOutcomes } from '../engine/approval.ts';
import { defineCalls } from '../http/define-calls.ts';

const decidedSchema = z.object({
  decision: z.enum(approvalOutcomes),
  by: z.string().nullable(),
  comment: z.string(),
  at: z.string(),
});

/** What was asked; all of it is plain text. */
const questionFields = {
  workflowName: z.string(),
  subject: z.string(),
  message: z.string(),
  approveLabel: z.string(),
  rejectLabel: z.string(),
  askedAt: z.string(),
  expiresAt: z.string(),
  isTest: z.boolean(),
  /** Null: it waits for a decision. */
  decided: decidedSchema.nullable(),
};

/** What the holder of a link sees. */
const linkedApprovalSchema = z.object({
  ...questionFields,
  /** The person to whom the link was sent. */
  recipient: z.string(),
});

const approvalSchema = z.object({
  ...questionFields,
  runId: z.string(),
  approvalId: z.string(),
  workflowId: z.string(),
  step: z.string(),
  recipients: z.array(z.string()),
});

const waitingSchema = z.object({
  runId: z.string(),
  approvalId: z.string(),
  workflowId: z.string(),
  workflowName: z.string(),
  step: z.string(),
  subject: z.string(),
  askedAt: z.string(),
  expiresAt: z.string().nullable(),
  isTest: z.boolean(),
});

const decisionFields = {
  decision: z.enum(['Approved', 'Rejected']),
  comment: z.string().max(workflowLimits.approvalCommentLength, 'A comment has at most 2,000 characters.').optional(),
};
const tokenField = z.string().min(1).max(2_000);

/** `isTaken`: false if it was already decided; `approval` has the decision. */
const buildDecisionSchema = <Schema extends z.ZodType>(approval: Schema) => z.object({ isTaken: z.boolean(), approval });

export const approvalCalls = defineCalls({
  'GET /api/approvals': {
    summary: 'The pending approval requests of the caller’s runs, earliest expiry first; 200 at most.',
    access: 'user',
    effect: 'read',
    response: z.object({ approvals: z.array(waitingSchema), totalCount: z.number() }),
  },
  'GET /api/approvals/{runId}/{approvalId}': {
    summary: 'One approval request of one of the caller’s runs.',
    access: 'user',
    effect: 'read',
    response: z.object({ approval: approvalSchema }),
  },
  'POST /api/approvals/{runId}/{approvalId}/answer': {
    summary: 'Approves or rejects. The first decision counts; a later call gets that decision.',
    access: 'user',
    effect: 'write',
    body: z.strictObject(decisionFields),
    response: buildDecisionSchema(approvalSchema),
  },
  'POST /api/approvals/{runId}/{approvalId}/links': {
    summary:
      'Creates a link with which a person decides without an account. The decision is recorded as that person’s, together with who created the link.',
    access: 'user',
    effect: 'write',
    body: z.strictObject({ person: z.string().trim().min(1, 'Say who gets the link').max(workflowLimits.approvalPersonLength) }),
    response: z.object({ link: z.string() }),
  },
  'POST /api/approvals/by-link/look': {
    summary: 'The question for the holder of a link from an e-mail. Opening the link decides nothing.',
    access: 'public',
    effect: 'read',
    body: z.strictObject({ token: tokenField }),
    response: z.object({ approval: linkedApprovalSchema }),
  },
  'POST /api/approvals/by-link/answer': {
    summary: 'Approves or rejects as the person the link was sent to. The first decision counts; a later call gets that decision.',
    access: 'public',
    effect: 'write',
    body: z.strictObject({ token: tokenField, ...decisionFields }),
    response: buildDecisionSchema(linkedApprovalSchema),
  },
});
