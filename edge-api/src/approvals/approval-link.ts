import { parseRunId } from '@portage/contracts';
import type { Env } from '../env.ts';
import { notFound } from '../http/api-problem.ts';
import { secretBoxOf } from '../secrets/secret-box-of.ts';

/** The content of a link: one question to one person. */
export interface ApprovalLink {
  runId: string;
  approvalId: string;
  /** The address that it was mailed to, or whom its maker named. */
  person: string;
}

/** Sealed for this purpose, the text opens as nothing else, and nothing else opens as it. */
const PLACE = 'approval-link';

/**
 * The address of the page with the two buttons. The token stands behind the `#`: browsers send that part to no server, neither with the
 * request nor as a Referer, and no log of addresses has it.
 */
export async function approvalLinkOf(env: Env, origin: string, { runId, approvalId, person }: ApprovalLink): Promise<string> {
  const token = await secretBoxOf(env).seal(PLACE, JSON.stringify([runId, approvalId, person]));
  return `${origin}/approval#${token}`;
}

/** @throws ApiProblem 404 for every text that this Portage has not made for this purpose */
export async function openApprovalToken(env: Env, token: string): Promise<ApprovalLink> {
  let opened: unknown;
  try {
    opened = JSON.parse(await secretBoxOf(env).open(PLACE, token.trim()));
  } catch {
    throw linkNotFound();
  }
  const [runId, approvalId, person] = Array.isArray(opened) ? (opened as unknown[]) : [];
  if (typeof runId !== 'string' || typeof approvalId !== 'string' || typeof person !== 'string' || !parseRunId(runId)) throw linkNotFound();
  return { runId, approvalId, person };
}

export function linkNotFound() {
  return notFound('What this link asks');
}
