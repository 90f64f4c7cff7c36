import { ConnectorTypeFilter, TemplateDialog, useApi, useHost, useSessionUser } from '@portage/area-kit';
import {
  Button,
  EmptyState,
  ListCard,
  Page,
  Stack,
  sortQuery,
  type TableSort,
  Tabs,
  TextField,
  Toolbar,
  toPageIndex,
  useConfirm,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { PlaybookTemplateList } from '../playbook-templates/playbook-template-list.tsx';
import { type Template, type TemplateActions, templateColumns } from './template-columns.tsx';

const TEMPLATE_PAGE_SIZE = 10;
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
  const filters = useListFilters(FILTERS);
  const { draft } = filters;
  const templates = useTemplates(filters.filter, filters.page, filters.sort, isAdmin);
  const [edited, setEdited] = useState<Template | null>(null);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: ['workflow-templates'] });

  const actions: TemplateActions = {
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
      <Toolbar label="Search templates" onSubmit={() => filters.search()}>
        <ConnectorTypeFilter value={draft.connectorTypeId} onChange={(id) => filters.search({ connectorTypeId: id })} />
        <TextField label="Template Name" value={draft.query} onChange={(name) => filters.type('query', name)} maxLength={200} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Workflow templates"
        columns={columns}
        rowKey={({ id }) => id}
        query={templates}
        page={filters.page}
        pageSize={TEMPLATE_PAGE_SIZE}
        onPageChange={filters.goToPage}
        sort={filters.sort}
        onSortChange={filters.sortBy}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
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

function useTemplates(
  { query, connectorTypeId }: { query: string; connectorTypeId: string },
  page: number,
  sort: TableSort | undefined,
  isAdmin: boolean,
) {
  const api = useApi();
  const sorted = sortQuery(sort, ['name', 'isActive']);
  return useQuery({
    queryKey: ['workflow-templates', 'list', query, connectorTypeId, page, sorted, isAdmin],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflow-templates',
        {
          query: {
            query,
            connectorTypeId,
            ...sorted,
            pageIndex: toPageIndex(page),
            pageSize: TEMPLATE_PAGE_SIZE,
            ...(isAdmin ? { includeInactive: true } : {}),
          },
        },
        { signal },
      ),
    select: ({ templates, totalCount }) => ({ rows: templates, totalCount }),
    placeholderData: keepPreviousData,
  });
}
