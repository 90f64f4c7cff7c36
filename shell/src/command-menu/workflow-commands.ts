import { type PortageHost, useHost } from '@portage/area-kit/base';
import { Bell, History, Pencil, Play, Power, PowerOff, Settings } from 'lucide-react';
import { useMemo } from 'react';
import type { Command, CommandWorkflow } from './command.ts';
import type { WorkflowVerb } from './match-commands.ts';

export type WorkflowCommandOf = (verb: WorkflowVerb | 'open', workflow: CommandWorkflow) => Command | null;

/** The actions on a workflow. Its state can't be changed while its editor is open: the switch there knows what is unsaved. */
export function useWorkflowCommands(pathname: string): WorkflowCommandOf {
  const host = useHost();
  return useMemo(() => workflowCommands(host, pathname), [host, pathname]);
}

function workflowCommands({ api, notify, queryClient, navigate }: PortageHost, pathname: string): WorkflowCommandOf {
  const words = {
    run: 'Run',
    activate: 'Activate',
    deactivate: 'Deactivate',
    'runs of': 'Runs of',
    'settings of': 'Settings of',
    'alerts of': 'Alerts of',
    open: 'Open',
  };
  const icons = {
    run: Play,
    activate: Power,
    deactivate: PowerOff,
    'runs of': History,
    'settings of': Settings,
    'alerts of': Bell,
    open: Pencil,
  };

  async function run({ id, isActive }: CommandWorkflow): Promise<void> {
    const input = { params: { id } };
    const { workflowInstanceId } = isActive
      ? await api('POST /api/workflows/{id}/run', input)
      : await api('POST /api/workflows/{id}/test-run', input);
    navigate(`/run-history/${workflowInstanceId}/view`);
  }

  async function setActive({ id, name }: CommandWorkflow, isActive: boolean): Promise<void> {
    const input = { params: { id } };
    const { isSuccess, warnings = [] } = isActive
      ? await api('POST /api/workflows/{id}/activate', input)
      : await api('POST /api/workflows/{id}/deactivate', input);
    if (!isSuccess) return;
    for (const { message } of warnings) notify.warning(message);
    notify.success(isActive ? `“${name}” is active.` : `“${name}” is now inactive.`);
    await queryClient.invalidateQueries();
  }

  return (verb, workflow) => {
    const { id, name, isActive } = workflow;
    const isOpenInEditor = pathname.startsWith(`/workflows/${id}/`);
    if ((verb === 'activate' || verb === 'deactivate') && (isOpenInEditor || isActive === (verb === 'activate'))) return null;
    const does: Record<typeof verb, Command['does']> = {
      open: { href: `/workflows/${id}/edit` },
      // The editor opens with the dialog of these settings.
      'settings of': { href: `/workflows/${id}/edit?settings` },
      'alerts of': { href: `/workflows/${id}/edit?alerts` },
      'runs of': { href: `/run-history?workflowId=${encodeURIComponent(id)}` },
      run: { run: () => run(workflow) },
      activate: { run: () => setActive(workflow, true) },
      deactivate: { run: () => setActive(workflow, false) },
    };
    return {
      id: `${verb} ${id}`,
      group: 'Actions',
      label: `${words[verb]} ${name}`,
      detail: verb === 'run' && !isActive ? 'Test run' : undefined,
      icon: icons[verb],
      does: does[verb],
    };
  };
}
