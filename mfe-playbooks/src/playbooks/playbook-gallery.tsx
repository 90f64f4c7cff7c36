import { useApi, useListPage } from '@portage/area-kit';
import { Button, CardList, EmptyState, Link, SearchField, Stack, Toolbar } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import { PlaybookCard } from './playbook-card.tsx';
import { playbookKeys } from './playbook-queries.ts';

const FILTERS = ['name'] as const;

/** Playbook templates as cards, twenty per page (spec PB-06..08). */
export function PlaybookGallery({ isIntegrationApplications = false }: { isIntegrationApplications?: boolean }) {
  const api = useApi();
  const list = useListPage({
    key: [...playbookKeys.templates, 'gallery', isIntegrationApplications],
    filters: FILTERS,
    pageSize: 20,
    read: (filter, paging, options) =>
      api('GET /api/playbook-templates', { query: { isIntegrationApplications, ...filter, ...paging } }, options),
    rows: ({ templates }) => templates,
    staleTime: 0,
  });
  const playbooks = useStartedPlaybooks((list.query.data?.rows ?? []).filter(({ playbookId }) => playbookId !== null).map(({ id }) => id));
  const label = isIntegrationApplications ? 'Integration applications' : 'Playbooks';
  const what = label.toLowerCase();
  return (
    <Stack>
      <Toolbar label={`Search ${what}`} onSubmit={() => list.search()}>
        <SearchField label="Name" isLabelHidden placeholder="Name" {...list.bind('name')} />
      </Toolbar>
      <CardList
        label={label}
        list={list}
        renderCard={(template) => (
          <PlaybookCard template={template} playbook={playbooks.data?.find(({ id }) => id === template.playbookId)} />
        )}
        noMatch={
          <EmptyState title={`No ${what} match`} action={<Button onPress={list.clear}>Show all {what}</Button>}>
            Try another part of the name.
          </EmptyState>
        }
        emptyState={
          <EmptyState icon={<BookOpen aria-hidden />} title={`No ${what} yet`}>
            They connect two systems in a few steps. An administrator adds them, and those that are active appear here for everyone.{' '}
            <Link href="/help/playbooks">How playbooks work</Link>
          </EmptyState>
        }
      />
    </Stack>
  );
}

/** API-130. */
function useStartedPlaybooks(playbookTemplateIds: string[]) {
  const api = useApi();
  return useQuery({
    queryKey: [...playbookKeys.all, 'of-templates', playbookTemplateIds],
    queryFn: ({ signal }) => api('GET /api/playbooks', { query: { playbookTemplateIds } }, { signal }),
    select: ({ playbooks }) => playbooks,
    enabled: playbookTemplateIds.length > 0,
    staleTime: 0,
  });
}
