/** Syncs the newborns of the owner's account to its animals. */
export function integrationBody({ connectorTypeId, connectorId }: { connectorTypeId: string; connectorId: string }) {
  const side = { connectorTypeId, connectorId };
  const mappings = [{ fromParameterExpression: '$Item.name', toParameterPath: 'body.name' }];
  return { operations: { Source: { ...side, entityType: 'Newborns' }, Target: { ...side, entityType: 'Animals', mappings } } };
}

export const workflowBody = { name: 'Mine', steps: [{ stepId: 'start', type: 'Trigger', triggerType: 'Webhook', nextStepId: null }] };
