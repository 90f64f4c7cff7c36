import { useHost, useListPage } from '@portage/area-kit';
import { Button, EmptyState, ListCard, SearchField, Stack, Toolbar, useConfirm } from '@portage/ui';
import { BookOpen, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { type PlaybookTemplate, playbookTemplateColumns } from './playbook-template-columns.tsx';
import { PlaybookTemplateDialog } from './playbook-template-dialog.tsx';
import type { TemplateActions } from './template-action-column.tsx';

const KEY = ['playbook-templates'];
const FILTERS = ['name'] as const;

/** Playbook templates of all kinds: add, edit, activate, deactivate and delete them (spec PB-12, API-127..129). */
export function PlaybookTemplateList() {
  const { api, queryClient, notify } = useHost();
  const list = useListPage({
    key: [...KEY, 'admin'],
    filters: FILTERS,
    sorts: ['name', 'isActive'],
    pageSize: 20,
    read: (filter, paging, options) => api('GET /api/playbook-templates', { query: { ...filter, ...paging } }, options),
    rows: ({ templates }) => templates,
    staleTime: 0,
  });
  const [opened, setOpened] = useState<PlaybookTemplate | 'new' | null>(null);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: KEY });

  const actions: TemplateActions<PlaybookTemplate> = {
    edit: setOpened,
    toggle: async ({ id, name, isActive }) => {
      const set = async (wanted: boolean) => {
        await api('PATCH /api/playbook-templates/{id}', { params: { id }, body: { isActive: wanted } });
        await reload();
      };
      await set(!isActive);
      notify.success(isActive ? `“${name}” is now inactive.` : `“${name}” is active.`, {
        label: 'Undo',
        about: 'The change was undone.',
        onAction: () => set(isActive),
      });
    },
    askToDelete: ({ id, name }) =>
      confirm({
        message: `Delete the playbook template “${name}”? Playbooks made from it keep running.`,
        onConfirm: async () => {
          await api('DELETE /api/playbook-templates/{id}', { params: { id } });
          notify.success('Playbook template deleted.');
          await reload();
        },
      }),
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a press does is looked up when it happens.
  const columns = useMemo(() => playbookTemplateColumns(actions), []);

  return (
    <Stack>
      <Toolbar
        label="Search playbook templates"
        onSubmit={() => list.search()}
        actions={
          <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setOpened('new')}>
            Add playbook template
          </Button>
        }
      >
        <SearchField label="Template Name" {...list.bind('name')} />
      </Toolbar>
      <ListCard
        label="Playbook templates"
        columns={columns}
        list={list}
        emptyState={
          <EmptyState icon={<BookOpen aria-hidden />} title="No playbook templates yet">
            A playbook template connects two systems step by step. Add one from its playbook.yaml.
          </EmptyState>
        }
      />
      {question}
      {opened ? (
        <PlaybookTemplateDialog
          template={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(null)}
          onSaved={async (name) => {
            notify.success(opened === 'new' ? `“${name}” was added.` : `“${name}” was saved.`);
            await reload();
          }}
        />
      ) : null}
    </Stack>
  );
}
