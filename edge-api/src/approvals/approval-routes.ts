import type { Approval, ApprovalDecisionResult } from '@portage/contracts';
import { parseRunId } from '@portage/contracts';
import { approvalCalls } from '@portage/contracts/calls';
import { formatErrorCauses, log } from '@portage/contracts/log';
import { findUser, listWaitingApprovals, seesHiddenSteps } from '@portage/database';
import { auditChange, recordAudit } from '../audit/record-audit.ts';
import { isHiddenToday, withoutHiddenToday } from '../hidden-steps/hidden-today.ts';
import { notFound } from '../http/api-problem.ts';
import { toCallerKey } from '../http/caller-address.ts';
import type { RequestContext, UserContext } from '../http/context.ts';
import { implement } from '../http/implement.ts';
import { limitAttempts } from '../rate-limits/limit-attempts.ts';
import { rateLimitRules } from '../rate-limits/rules.ts';
import { locateOwnRun } from '../workflow-instances/locate-run.ts';
import { runShard } from '../workflow-instances/run-shards.ts';
import { type ApprovalLink, createApprovalLink, linkNotFound, openApprovalToken } from './approval-link.ts';

type Decision = 'Approved' | 'Rejected';

export const approvalRoutes = implement(approvalCalls, {
  'GET /api/approvals': async (_input, context) => {
    const { runs: waitingRuns, totalCount: waitingCount } = await listWaitingApprovals(context.db, context.user.id);
    const summaries = waitingRuns.flatMap(({ waiting, ...run }) => (waiting ? [{ ...run, failedStep: null, waiting }] : []));
    const runs = await withoutHiddenToday(summaries, context);
    const totalCount = waitingCount - runs.filter(({ waiting }) => waiting === undefined).length;
    const approvals = runs.flatMap(({ id, workflowId, name, waiting, lastUpdatedAt, continueAt, isTest }) =>
      waiting?.kind === 'Approval'
        ? [
            {
              runId: id,
              approvalId: waiting.approvalId,
              workflowId,
              workflowName: name,
              step: waiting.step,
              subject: waiting.subject,
              askedAt: lastUpdatedAt.toISOString(),
              expiresAt: continueAt?.toISOString() ?? null,
              isTest,
            },
          ]
        : [],
    );
    return { approvals, totalCount };
  },
  'GET /api/approvals/{runId}/{approvalId}': async ({ params }, context) => {
    return { approval: shown(await findOwn(params, context)) };
  },
  'POST /api/approvals/{runId}/{approvalId}/answer': async ({ params, body }, context) => {
    await findOwn(params, context);
    const shard = runShard(context.env, locateOwnRun(params.runId, context));
    const answer = buildDecision(body, await describeDecider(context));
    const result = await shard.answerApproval(params.runId, params.approvalId, answer);
    if (result.outcome === 'unknown') throw approvalNotFound();
    await auditOwn(context, result);
    return { isTaken: result.outcome === 'taken', approval: shown(result.approval) };
  },
  'POST /api/approvals/{runId}/{approvalId}/links': async ({ params, body }, context) => {
    const { runId, approvalId } = params;
    const approval = await findOwn(params, context);
    const person = `${oneLine(body.person)} (link from ${await describeDecider(context)})`;
    const link = await createApprovalLink(context.env, context.publicOrigin, { runId, approvalId, person });
    await auditChange(context, 'run.approval-link-made', { runId, workflowId: approval.workflowId, approvalId, person });
    return { link };
  },
  'POST /api/approvals/by-link/look': async ({ body }, context) => {
    await limitAttempts(context, [{ rule: rateLimitRules.approvalLinkByPlace, parts: [toCallerKey(context.ipAddress)] }]);
    const link = await openApprovalToken(context.env, body.token);
    const approval = await getShard(context, link).getApproval(link.runId, link.approvalId);
    if (!approval) throw linkNotFound();
    return { approval: shownToHolder(approval, link) };
  },
  'POST /api/approvals/by-link/answer': async ({ body }, context) => {
    await limitAttempts(context, [{ rule: rateLimitRules.approvalLinkByPlace, parts: [toCallerKey(context.ipAddress)] }]);
    const link = await openApprovalToken(context.env, body.token);
    const result = await getShard(context, link).answerApproval(link.runId, link.approvalId, buildDecision(body, link.person));
    if (result.outcome === 'unknown') throw linkNotFound();
    await auditLink(context, result);
    return { isTaken: result.outcome === 'taken', approval: shownToHolder(result.approval, link) };
  },
});

// biome-ignore lint/suspicious/noControlCharactersInRegex: all but tab and line break
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

function buildDecision({ decision, comment = '' }: { decision: Decision; comment?: string | undefined }, by: string) {
  return { decision, by, comment: comment.replaceAll(CONTROL, '').trim().toWellFormed() };
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed();
}

/** @throws ApiProblem 404, also if the step is hidden from the caller */
async function findOwn({ runId, approvalId }: { runId: string; approvalId: string }, context: UserContext): Promise<Approval> {
  const shard = runShard(context.env, locateOwnRun(runId, context));
  const approval = await shard.getApproval(runId, approvalId);
  const run = approval && !seesHiddenSteps(context.user) ? await shard.getRun(runId, { seesHidden: true }) : null;
  if (!approval || (run && (await isHiddenToday(run, approval.step, context)))) throw approvalNotFound();
  return approval;
}

/** The owner, or the admin who acts for them: the run names whoever pressed the button. */
async function describeDecider({ db, user }: UserContext): Promise<string> {
  if (user.impersonatorUserId === null) return user.email;
  const admin = await findUser(db, user.impersonatorUserId);
  return `${admin?.email ?? 'an admin'} for ${user.email}`;
}

function getShard({ env }: RequestContext, { runId }: ApprovalLink) {
  return runShard(env, { shardName: parseRunId(runId)?.shardName ?? '' });
}

function approvalNotFound() {
  return notFound('This request for approval');
}

function pickCommonFields({ workflowName, isTest, question, decided }: Approval) {
  const { subject, message, approveLabel, rejectLabel, askedAt, expiresAt } = question;
  return { workflowName, subject, message, approveLabel, rejectLabel, askedAt, expiresAt, isTest, decided };
}

function shown(approval: Approval) {
  const { runId, workflowId, step, question } = approval;
  return { ...pickCommonFields(approval), runId, approvalId: question.approvalId, workflowId, step, recipients: question.recipients };
}

/** The holder of a link sees no ids, and only the address of whoever decided. */
function shownToHolder(approval: Approval, { person }: ApprovalLink) {
  return { ...pickCommonFields(approval), recipient: person };
}

function buildAuditDetails({ runId, workflowId, step, question, decided }: Approval, way: 'link' | 'product') {
  return { runId, workflowId, step, approvalId: question.approvalId, subject: question.subject, way, ...decided };
}

async function auditOwn(context: UserContext, result: Exclude<ApprovalDecisionResult, { outcome: 'unknown' }>): Promise<void> {
  if (result.outcome === 'taken') await auditChange(context, 'run.approval-answered', buildAuditDetails(result.approval, 'product'));
}

/** The decision counts even if the audit log can't be written. */
async function auditLink(context: RequestContext, result: Exclude<ApprovalDecisionResult, { outcome: 'unknown' }>): Promise<void> {
  if (result.outcome !== 'taken') return;
  const { ownerUserId } = result.approval;
  const details = buildAuditDetails(result.approval, 'link');
  try {
    await recordAudit(context, {
      action: 'run.approval-answered',
      actorUserId: null,
      impersonatorUserId: null,
      subjectUserId: ownerUserId,
      details,
    });
  } catch (error) {
    log('error', 'The audit log was not written', {
      action: 'run.approval-answered',
      details: JSON.stringify(details),
      cause: formatErrorCauses(error),
    });
  }
}
