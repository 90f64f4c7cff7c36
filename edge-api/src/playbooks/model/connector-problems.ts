import { type ConnectorRecord, findConnector } from '@portage/database';
import { getStepKind, type Wizard } from '@portage/playbooks';
import type { UserContext } from '../../http/context.ts';

export interface StepProblem {
  stepId: string;
  message: string;
  /** True: another connector must be chosen. False: the current one can be connected again. */
  isConnectorGone: boolean;
}

/** Stored connectors; null: the connector is gone. */
export type StoredConnectors = ReadonlyMap<string, ConnectorRecord | null>;

/** The connectors that a wizard's steps name. */
export async function loadConnectors(wizard: Pick<Wizard, 'steps'>, { db, user }: UserContext): Promise<StoredConnectors> {
  const ids = wizard.steps.flatMap(({ connectorId }) => (connectorId ? [connectorId] : []));
  const found = await Promise.all([...new Set(ids)].map(async (id) => [id, await findConnector(db, user.id, id)] as const));
  return new Map(found);
}

/** Steps whose connector is gone, or needs a person (CONN-24). */
export function connectorProblems({ steps }: Pick<Wizard, 'steps'>, known: StoredConnectors): StepProblem[] {
  return steps.flatMap((step): StepProblem[] => {
    if (getStepKind(step) !== 'connector' || !step.connectorId) return [];
    const connector = known.get(step.connectorId);
    if (!connector) {
      const message = `The connector of “${step.name}” was deleted. Choose or create another one.`;
      return [{ stepId: step.id, message, isConnectorGone: true }];
    }
    if (connector.connectionProblem === null) return [];
    return [
      {
        stepId: step.id,
        message: `“${connector.name}” no longer works: ${connector.connectionProblem} Reconnect it, or choose another one.`,
        isConnectorGone: false,
      },
    ];
  });
}
