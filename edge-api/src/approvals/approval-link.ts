import { parseRunId } from '@portage/contracts';
import type { Env } from '../env.ts';
import { notFound } from '../http/api-problem.ts';
import { getSecretBox } from '../secrets/secret-box-of.ts';

/** A link's content: one approval for one person. */
export interface ApprovalLink {
  runId: string;
  approvalId: string;
  /** The address it was mailed to, or the name its maker gave. */
  person: string;
}

/** The token is sealed for this purpose only: it opens nothing else, and nothing else opens as it. */
const PLACE = 'approval-link';

/**
 * The address of the page with the two buttons. The token follows the `#`: browsers never send that part to a server, neither with the
 * request nor as a Referer, and no log of addresses has it.
 */
export async function createApprovalLink(env: Env, origin: string, { runId, approvalId, person }: ApprovalLink): Promise<string> {
  const token = await getSecretBox(env).seal(PLACE, JSON.stringify([runId, approvalId, person]));
  return `${origin}/approval#${token}`;
}

/** @throws ApiProblem 404 for any text that this Portage didn't make for this purpose */
export async function openApprovalToken(env: Env, token: string): Promise<ApprovalLink> {
  let opened: unknown;
  try {
    opened = JSON.parse(await getSecretBox(env).open(PLACE, token.trim()));
  } catch {
    throw linkNotFound();
  }
  const [runId, approvalId, person] = Array.isArray(opened) ? (opened as unknown[]) : [];
  if (typeof runId !== 'string' || typeof approvalId !== 'string' || typeof person !== 'string' || !parseRunId(runId)) throw linkNotFound();
  return { runId, approvalId, person };
}

export function linkNotFound() {
  return notFound('This request for approval');
}
