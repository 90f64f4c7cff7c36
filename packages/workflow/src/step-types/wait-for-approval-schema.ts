import { z } from 'zod';
import { delayTypes, workflowLimits } from '../model/values.ts';
import { commonStepFields, expressionSchema, flagSchema, nextStepSchema } from './step-fields.ts';

const label = z.string().max(workflowLimits.approvalLabelLength).nullable().exactOptional();

/** An addition to the specification: the run waits until a person approves or rejects, or until the time is over. */
export const waitForApprovalStepSchema = z.strictObject({
  ...commonStepFields,
  type: z.literal('WaitForApproval'),
  /** The question: heading of the page, subject of the e-mail. */
  subject: expressionSchema,
  message: expressionSchema.nullable().exactOptional(),
  approveLabel: label,
  rejectLabel: label,
  /** One or more e-mail addresses; blank: only the owner decides, in Portage. */
  recipients: expressionSchema.nullable().exactOptional(),
  expiresAfterValue: z.number().exactOptional(),
  expiresAfterType: z.enum(delayTypes).exactOptional(),
  continueOnFailure: flagSchema,
  useErrorPath: flagSchema,
  errorFirstStepId: nextStepSchema,
});
export type WaitForApprovalStep = z.output<typeof waitForApprovalStepSchema>;
