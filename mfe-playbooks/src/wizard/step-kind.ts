/** What a step is for; its `type` says it in the specification's words (PB-18, PB-19). */
export type StepKind = 'start' | 'connector' | 'setup' | 'flow' | 'integrations' | 'preview' | 'end' | 'store';

const KINDS: ReadonlyMap<string, StepKind> = new Map([
  ['StartPage', 'start'],
  ['ConnectorSetup', 'connector'],
  ['IntegrationFlowSetup', 'flow'],
  ['IntegrationsSetup', 'integrations'],
  ['Preview', 'preview'],
  ['EndPage', 'end'],
  ['CustomStepsStore', 'store'],
]);

/** The setup step of each pair has a type of its own: `MindbodyToShopifySetup`. */
export function kindOf({ type }: { type: string }): StepKind {
  return KINDS.get(type) ?? 'setup';
}
