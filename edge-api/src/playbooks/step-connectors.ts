import { findConnector } from '@portage/database';
import type { UserContext } from '../http/context.ts';

/** Whether a step names a connector that isn't the caller's. */
export async function foreignConnector(
  integrations: readonly { connectorId: string | null }[],
  { db, user }: UserContext,
): Promise<boolean> {
  const ids = [...new Set(integrations.flatMap(({ connectorId }) => (connectorId === null ? [] : [connectorId])))];
  const found = await Promise.all(ids.map((id) => findConnector(user.id, db, id)));
  return found.some((connector) => connector === null);
}
