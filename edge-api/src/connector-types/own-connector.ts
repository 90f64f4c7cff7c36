import { type ConnectorRecord, findConnector } from '@portage/database';
import { type ApiProblem, notFound } from '../http/api-problem.ts';
import type { UserContext } from '../http/context.ts';

/** @throws ApiProblem 404 */
export async function ownConnector({ db, user }: UserContext, id: string): Promise<ConnectorRecord> {
  const record = await findConnector(db, user.id, id);
  if (!record) throw connectorNotFound();
  return record;
}

export function connectorNotFound(): ApiProblem {
  return notFound('This connector');
}
