import type { FirstSteps } from '@portage/contracts/calls';

type Fact = Exclude<keyof FirstSteps, 'isClosed' | 'sampleTemplateId'>;

interface FirstStep {
  fact: Fact;
  label: string;
  href: string;
}

/** Where each first step is done. @param workflowId the one to run and activate; undefined if there is none, or while it loads */
export function firstStepLinks(workflowId: string | undefined): FirstStep[] {
  const workflow = workflowId === undefined ? '/workflows/add' : `/workflows/${encodeURIComponent(workflowId)}/edit`;
  return [
    { fact: 'hasWorkflow', label: 'Add a workflow', href: '/workflows/add' },
    { fact: 'hasRun', label: 'Run it, and look at the run', href: workflow },
    { fact: 'hasActivated', label: 'Switch a workflow on', href: workflow },
    { fact: 'hasConnector', label: 'Connect a system', href: '/connectors/add' },
    { fact: 'hasAlertSettings', label: 'Choose how you hear about failures', href: '/run-history/alerts' },
  ];
}
