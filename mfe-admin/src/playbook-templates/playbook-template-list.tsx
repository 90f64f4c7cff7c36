import { Button, EmptyState, Inline, ListCard, pageIndexOf, Stack, useApi, useConfirm, useHost, useListAddress } from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import styled from 'styled-components';
import { AddPlaybookTemplate } from './add-playbook-template.tsx';
import { type PlaybookTemplate, type PlaybookTemplateActions, playbookTemplateColumns } from './playbook-template-columns.tsx';

const PAGE_SIZE = 20;
const FILTERS = [] as const;
const KEY = ['playbook-templates'] as const;
const Bar = styled(Inline)`
  justify-content: flex-end;
`;

/** Playbook templates of all kinds: switch them on and off, delete them, add one (spec PB-12, API-127..129). */
export function PlaybookTemplateList() {
  const { api, queryClient, notify } = useHost();
  const { page, goToPage } = useListAddress(FILTERS);
  const templates = usePlaybookTemplates(page);
  const [isAdding, setIsAdding] = useState(false);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: KEY });

  const actions: PlaybookTemplateActions = {
    toggle: async ({ id, name, isActive }) => {
      await api('PATCH /api/playbook-templates/{id}', { params: { id }, body: { isActive: !isActive } });
      notify.success(isActive ? `“${name}” is not active any more.` : `“${name}” is active.`);
      await reload();
    },
    askToDelete: ({ id, name }) =>
      confirm({
        message: `Delete the playbook template “${name}”? Playbooks made from it stay and go on.`,
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
      <Bar>
        <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setIsAdding(true)}>
          Add playbook template
        </Button>
      </Bar>
      <ListCard<PlaybookTemplate>
        label="Playbook templates"
        columns={columns}
        rowKey={({ id }) => id}
        query={templates}
        page={page}
        pageSize={PAGE_SIZE}
        onPageChange={goToPage}
        isFiltered={false}
        onClearFilter={() => goToPage(1)}
        emptyState={
          <EmptyState icon={<BookOpen aria-hidden />} title="No playbook templates yet">
            A playbook template connects two systems step by step. Add one from its playbook.yaml.
          </EmptyState>
        }
      />
      {question}
      {isAdding ? (
        <AddPlaybookTemplate
          onClose={() => setIsAdding(false)}
          onAdded={async (name) => {
            notify.success(`“${name}” was added.`);
            await reload();
          }}
        />
      ) : null}
    </Stack>
  );
}

function usePlaybookTemplates(page: number) {
  const api = useApi();
  return useQuery({
    queryKey: [...KEY, 'admin', page],
    queryFn: ({ signal }) =>
      api('GET /api/playbook-templates', { query: { pageIndex: pageIndexOf(page), pageSize: PAGE_SIZE } }, { signal }),
    select: ({ templates, totalCount }) => ({ rows: templates, totalCount }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
}
