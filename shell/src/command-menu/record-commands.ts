import { formatDate } from '@portage/ui/base';
import { History, Plug, Workflow } from 'lucide-react';
import type { Command } from './command.ts';
import type { FoundRecords } from './use-found-records.ts';

const statusWords = {
  Scheduled: 'Scheduled',
  InProgress: 'In Progress',
  Delayed: 'Delayed',
  Succeeded: 'Succeeded',
  Failed: 'Failed',
  Cancelled: 'Cancelled',
} as const;

/** Found records, as lines that open them. Another person's workflow opens in the admin's list. */
export function recordCommands({ workflows, runs, connectors }: FoundRecords): Command[] {
  return [
    ...workflows.map(({ id, name, isActive, ownerUserEmail }): Command => {
      const list = new URLSearchParams({ name, userEmail: ownerUserEmail ?? '' });
      return {
        id: `workflow ${id}`,
        group: 'Workflows',
        label: name,
        detail: ownerUserEmail ?? (isActive ? 'Active' : undefined),
        icon: Workflow,
        does: { href: ownerUserEmail === null ? `/workflows/${id}/edit` : `/admin/workflows?${list}` },
        workflow: ownerUserEmail === null ? { id, name, isActive } : undefined,
      };
    }),
    ...runs.map(({ id, workflowName, status, createdAt, tag, ownerUserEmail }): Command => {
      const facts = [statusWords[status], formatDate(new Date(createdAt)), ...(ownerUserEmail === null ? [] : [ownerUserEmail])];
      return {
        id: `run ${id}`,
        group: 'Runs',
        label: tag ? `${tag.name} ${tag.value}: ${workflowName}` : workflowName,
        detail: facts.join(' · '),
        icon: History,
        does: { href: `/run-history/${id}/view` },
      };
    }),
    ...connectors.map(
      ({ id, name, typeName }): Command => ({
        id: `connector ${id}`,
        group: 'Connectors',
        label: name,
        detail: typeName || undefined,
        icon: Plug,
        does: { href: `/connectors/${id}/edit` },
      }),
    ),
  ];
}
