import type { ApprovalQuestion } from '@portage/contracts';
import { approvalMailLimits } from '@portage/database';
import type { ApprovalPorts, ApprovalRequest, AskedApproval, AskingRun } from './approval-ports.ts';

const NOTE = 'approval';

interface ApprovalNote {
  approvalId: string;
  askedAtMs: number;
}

/** Asks people once. The request's id is stored before any e-mail is created, so a repeated step asks the same question. */
export async function askForApproval(
  ports: ApprovalPorts,
  run: AskingRun,
  { expiryMs, subject, message, ...request }: ApprovalRequest,
  nowMs: number,
): Promise<AskedApproval> {
  const { notes, redact } = run;
  let note = notes.get(NOTE) as ApprovalNote | undefined;
  if (!note) {
    note = { approvalId: crypto.randomUUID(), askedAtMs: nowMs };
    notes.put([[NOTE, note]]);
  }
  const question: ApprovalQuestion = {
    ...request,
    approvalId: note.approvalId,
    subject: redact(subject),
    message: redact(message),
    askedAt: new Date(note.askedAtMs).toISOString(),
    expiresAt: new Date(note.askedAtMs + expiryMs).toISOString(),
  };
  const { recipients, ...content } = question;
  if (recipients.length > 0) {
    const { runId, ownerUserId, workflowName } = run;
    const result = await ports.addMails(ownerUserId, {
      approvalId: note.approvalId,
      runId,
      emails: recipients,
      content: { ...content, workflowName },
      at: new Date(note.askedAtMs),
    });
    if (result !== 'added') return { ok: false, message: LIMITS[result] };
  }
  ports.ask(run.runKey, question, run.step);
  return { ok: true, question };
}

const LIMITS = {
  ownerLimit: `The request was not sent: your workflows have sent ${approvalMailLimits.ownerADay} approval e-mails within a day, which is the limit.`,
  addressLimit: `The request was not sent: one of the addresses got ${approvalMailLimits.addressADay} such e-mails within a day, which is the limit.`,
} as const;
