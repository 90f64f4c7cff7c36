import type { TemplateDefinition } from '../template/template-definition.ts';

/** What a step is for; its `type` uses the specification's words (PB-18, PB-19). */
export type StepKind = 'start' | 'connector' | 'setup' | 'flow' | 'integrations' | 'preview' | 'end' | 'store';

const KINDS: Readonly<Record<string, StepKind>> = {
  StartPage: 'start',
  ConnectorSetup: 'connector',
  IntegrationFlowSetup: 'flow',
  IntegrationsSetup: 'integrations',
  Preview: 'preview',
  EndPage: 'end',
  CustomStepsStore: 'store',
};

export function getStepKind({ type }: { type: string }): StepKind {
  return KINDS[type] ?? 'setup';
}

/** The type of a pair's setup step: `MindbodyToShopifySetup`. */
export function getSetupType({ customPlaybookType }: Pick<TemplateDefinition, 'customPlaybookType'>): string {
  return `${customPlaybookType ?? 'Playbook'}Setup`;
}
