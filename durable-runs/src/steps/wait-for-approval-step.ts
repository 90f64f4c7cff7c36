import type { ApprovalDecided } from '@portage/contracts';
import { cutText } from '@portage/primitives/cut-text';
import {
  approvalExpiryMs,
  evaluateExpression,
  evaluateTemplate,
  getApprovalLabels,
  type WaitForApprovalStep,
  workflowLimits,
} from '@portage/workflow';
import { refOfApproval } from '../approvals/approval-ports.ts';
import { readRecipients } from '../approvals/recipients.ts';
import { failed, type StepDetail, type StepHandler } from '../step-context/step-handler.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not get into a subject
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** The run waits until a person decides, or until the time is up. */
export const waitForApprovalStep: StepHandler<WaitForApprovalStep> = {
  actsOutside: () => true,
  async run(step, context) {
    const { scope } = context;
    const subject = cut(evaluateTemplate(step.subject, scope).replaceAll(CONTROL, ' ').trim(), workflowLimits.approvalSubjectLength);
    if (subject === '') return failed('The question is blank.');
    const message = cut(evaluateTemplate(step.message ?? '', scope).trim(), workflowLimits.approvalMessageLength);
    const read = readRecipients(step.recipients ? evaluateExpression(step.recipients, scope) : null);
    if (!read.ok) return failed(read.message);
    const expiryMs = approvalExpiryMs(step);
    if (!(expiryMs >= 1_000 && expiryMs <= workflowLimits.approvalMaxMs))
      return failed('The time for a decision must be from 1 second to 90 days.');
    const asked = await context.askForApproval({ subject, message, ...getApprovalLabels(step), recipients: read.recipients, expiryMs });
    if (!asked.ok) return failed(asked.message);
    const { approvalId, expiresAt } = asked.question;
    const about: StepDetail = { approval: asked.question };
    return { outcome: { kind: 'await', ref: refOfApproval(approvalId), untilMs: Date.parse(expiresAt), about } };
  },
  resume(_step, answer, about) {
    const detail = about as StepDetail;
    const decided = (answer as ApprovalDecided | null) ?? { decision: 'Expired', by: null, comment: '', at: detail.approval?.expiresAt };
    return { outcome: { kind: 'succeeded' }, values: { Response: decided }, detail };
  },
  describe: (_step, values, { approval }) => ({
    ...(values.Response === undefined ? {} : { response: { body: values.Response } }),
    ...(approval ? { approval } : {}),
  }),
};

function cut(text: string, most: number): string {
  const shortened = text.length > most ? `${cutText(text, most - 1)}…` : text;
  return shortened.toWellFormed();
}
