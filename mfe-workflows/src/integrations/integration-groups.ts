import { flowName, formatSystems } from '@portage/area-kit';
import type { SyncFlow } from '../api-types.ts';

export interface IntegrationGroup {
  workflowId: string;
  workflowName: string;
  integrationType: string | null;
  flows: readonly SyncFlow[];
}

/** In the order in which the workflows first appear. */
export function groupByWorkflow(flows: readonly SyncFlow[]): IntegrationGroup[] {
  const groups = new Map<string, SyncFlow[]>();
  for (const flow of flows) groups.set(flow.workflowId, [...(groups.get(flow.workflowId) ?? []), flow]);
  return [...groups].map(([workflowId, ofWorkflow]) => ({
    workflowId,
    workflowName: ofWorkflow[0]?.workflowName ?? '',
    integrationType: ofWorkflow.find(({ integrationType }) => integrationType !== null)?.integrationType ?? null,
    flows: ofWorkflow,
  }));
}

/** Groups whose names, systems or records contain all typed words. */
export function searchGroups(groups: readonly IntegrationGroup[], search: string): IntegrationGroup[] {
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  return groups.filter(({ workflowName, flows }) => {
    const text = [workflowName, ...flows.flatMap((flow) => [flowName(flow), formatSystems(flow)])].join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

/** Whether an address means this type: `netsuite-and-salesforce` matches `NetSuiteAndSalesforce`. */
export function isSameApp(app: string, integrationType: string | null): boolean {
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return integrationType !== null && plain(app) === plain(integrationType);
}
