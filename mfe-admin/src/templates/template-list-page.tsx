import { ConnectorTypeFilter, TemplateDialog, useHost, useListPage, useSessionUser } from '@portage/area-kit';
import { EmptyState, ListCard, Page, Stack, Tabs, TextField, Toolbar, useConfirm, usePageTitle } from '@portage/ui';
import { LayoutTemplate } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PlaybookTemplateList } from '../playbook-templates/playbook-template-list.tsx';
import type { TemplateActions } from '../playbook-templates/template-action-column.tsx';
import { type Template, templateColumns } from './template-columns.tsx';

const FILTERS = ['connectorTypeId', 'query'] as const;

/** /admin/templates and /admin/workflow-templates (spec TPL-02..11). At the second, everyone may read active templates (TPL-07). */
export function TemplateListPage() {
  const isAdmin = useSessionUser()?.isAdmin ?? false;
  const [search, setSearch] = useSearchParams();
  const selected = isAdmin && search.get('tab') === 'playbooks' ? 'playbooks' : 'workflows';
  usePageTitle(selected === 'playbooks' ? 'Playbook Templates' : 'Workflow Templates');
  if (!isAdmin) {
    return (
      <Page>
        <WorkflowTemplates isAdmin={false} />
      </Page>
    );
  }
  return (
    <Page>
      <Tabs
        label="Templates"
        selected={selected}
        onSelect={(tab) => (tab === selected ? undefined : setSearch(tab === 'workflows' ? {} : { tab }))}
        items={[
          { id: 'workflows', label: 'Workflow Templates', content: <WorkflowTemplates isAdmin /> },
          { id: 'playbooks', label: 'Playbook Templates', content: <PlaybookTemplateList /> },
        ]}
      />
    </Page>
  );
}

function WorkflowTemplates({ isAdmin }: { isAdmin: boolean }) {
  const { api, queryClient, notify } = useHost();
  const list = useListPage({
    key: ['workflow-templates', 'list', isAdmin],
    filters: FILTERS,
    sorts: ['name', 'isActive'],
    read: (filter, paging, options) =>
      api('GET /api/workflow-templates', { query: { ...filter, ...paging, includeInactive: isAdmin || undefined } }, options),
    rows: ({ templates }) => templates,
  });
  const [edited, setEdited] = useState<Template | null>(null);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: ['workflow-templates'] });

  const actions: TemplateActions<Template> = {
    edit: setEdited,
    toggle: async ({ id, name, isActive }) => {
      const params = { id };
      const set = async (wanted: boolean) => {
        if (wanted) await api('POST /api/workflow-templates/{id}/activate', { params });
        else await api('POST /api/workflow-templates/{id}/deactivate', { params });
        await reload();
      };
      await set(!isActive);
      notify.success('WorkflowTemplate updated.', {
        label: 'Undo',
        about: `“${name}” is ${isActive ? 'not active' : 'active'}`,
        onAction: () => set(isActive),
      });
    },
    askToDelete: ({ id, name }) =>
      confirm({
        message: `Delete the template “${name}”? Workflows made from it stay.`,
        onConfirm: async () => {
          await api('DELETE /api/workflow-templates/{id}', { params: { id } });
          notify.success('WorkflowTemplate deleted.', {
            label: 'Undo',
            about: `“${name}”`,
            onAction: async () => {
              await api('POST /api/workflow-templates/{id}/restore', { params: { id } });
              notify.success(`The template “${name}” is back.`);
              await reload();
            },
          });
          await reload();
        },
      }),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a press does is looked up when it happens.
  const columns = useMemo(() => templateColumns(isAdmin ? actions : null), [isAdmin]);

  return (
    <Stack>
      <Toolbar label="Search templates" onSubmit={() => list.search()}>
        <ConnectorTypeFilter value={list.draft.connectorTypeId} onChange={(id) => list.search({ connectorTypeId: id })} />
        <TextField label="Template Name" {...list.bind('query')} maxLength={200} />
      </Toolbar>
      <ListCard
        label="Workflow templates"
        columns={columns}
        list={list}
        emptyState={
          <EmptyState icon={<LayoutTemplate aria-hidden />} title="No templates yet">
            A template is a workflow that everyone can start from. Open one of yours and choose Save as Template, or Copy to Template in the
            list of all workflows.
          </EmptyState>
        }
      />
      {question}
      {edited ? (
        <TemplateDialog
          subject={{ templateId: edited.id, name: edited.name, description: edited.description }}
          onClose={() => setEdited(null)}
        />
      ) : null}
    </Stack>
  );
}
