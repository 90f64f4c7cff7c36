import { workflowLimits } from '../model/values.ts';
import { checkFailureOptions } from './check-failure-options.ts';
import { requireText } from './check-fields.ts';
import { toDurationMs } from './delay-step.ts';
import { fillIn } from './fill-in.ts';
import { mapMembers } from './map-texts.ts';
import type { StepDefinition } from './step-definition.ts';
import type { WaitForApprovalStep } from './wait-for-approval-schema.ts';

export const approvalDefaults = {
  approveLabel: 'Approve',
  rejectLabel: 'Reject',
  expiresAfterValue: 7,
  expiresAfterType: 'Days',
} as const;

/** The outcome of a request for approval: `Response.decision` of the step. */
export const approvalDecisions = ['Approved', 'Rejected', 'Expired'] as const;
export type ApprovalDecision = (typeof approvalDecisions)[number];

export const waitForApproval = {
  label: 'Wait for Approval',
  waitsOutside: true,
  create: () => ({ type: 'WaitForApproval', subject: '', message: '', recipients: '', ...approvalDefaults }),
  withDefaults: (step) => fillIn(step, approvalDefaults),
  check(step, report) {
    requireText(step.subject, 'subject', 'Question', report);
    checkFailureOptions(step, report);
    const { approveLabel, rejectLabel } = getApprovalLabels(step);
    if (approveLabel.toLowerCase() === rejectLabel.toLowerCase()) report('rejectLabel', 'The two buttons need different labels');
    const expiryMs = approvalExpiryMs(step);
    if (!(expiryMs >= 1_000)) report('expiresAfterValue', 'The time for a decision must be at least 1 second');
    else if (!(expiryMs <= workflowLimits.approvalMaxMs)) report('expiresAfterValue', 'The time for a decision must be at most 90 days');
  },
  mapTexts: (step, visit) => mapMembers(step, ['subject', 'message', 'recipients'], 'expression', '', visit),
  offers: () => ['Response'],
} satisfies StepDefinition<WaitForApprovalStep>;

/** How long a run waits for a decision. Absent members count as their defaults. */
export function approvalExpiryMs({
  expiresAfterValue = approvalDefaults.expiresAfterValue,
  expiresAfterType = approvalDefaults.expiresAfterType,
}: Pick<WaitForApprovalStep, 'expiresAfterValue' | 'expiresAfterType'>): number {
  return toDurationMs(expiresAfterValue, expiresAfterType);
}

/** The labels of the two buttons. */
export function getApprovalLabels({ approveLabel, rejectLabel }: Pick<WaitForApprovalStep, 'approveLabel' | 'rejectLabel'>) {
  return {
    approveLabel: approveLabel?.trim() || approvalDefaults.approveLabel,
    rejectLabel: rejectLabel?.trim() || approvalDefaults.rejectLabel,
  };
}
