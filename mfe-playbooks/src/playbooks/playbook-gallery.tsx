import { TemplateGrid } from '@portage/area-kit';
import {
  Button,
  Card,
  EmptyState,
  FailedRead,
  FoundNothing,
  Link,
  Pagination,
  SearchField,
  Stack,
  Toolbar,
  useListFilters,
  useLoaded,
} from '@portage/ui';
import { BookOpen } from 'lucide-react';
import styled from 'styled-components';
import { PlaybookCard } from './playbook-card.tsx';
import { TEMPLATES_ON_PAGE, usePlaybookTemplates, useTemplatePlaybooks } from './playbook-queries.ts';

const Room = styled.div`
  container-type: inline-size;
`;
const FILTERS = ['name'] as const;

/** Playbook templates as cards, twenty per page (spec PB-06..08). */
export function PlaybookGallery({ isIntegrationApplications = false }: { isIntegrationApplications?: boolean }) {
  const { filter, draft, type, search, clear, isFiltered, page, goToPage } = useListFilters(FILTERS);
  const templates = usePlaybookTemplates(isIntegrationApplications, filter.name, page);
  const started = (templates.data?.templates ?? []).filter(({ playbookId }) => playbookId !== null).map(({ id }) => id);
  const playbooks = useTemplatePlaybooks(started);
  const { shown, indicator } = useLoaded(templates.data, 'Looking for playbooks');
  const what = isIntegrationApplications ? 'integration applications' : 'playbooks';
  return (
    <Stack>
      <Toolbar label={`Search ${what}`} onSubmit={() => search()}>
        <SearchField label="Name" isLabelHidden placeholder="Name" value={draft.name} onChange={(name) => type('name', name)} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <FoundNothing isShown={isFiltered && shown?.totalCount === 0 && !templates.isPlaceholderData} />
      {templates.error ? (
        <FailedRead title={`The ${what} could not be loaded`} query={templates} />
      ) : !shown ? (
        indicator
      ) : shown.templates.length === 0 ? (
        <Card>
          {shown.totalCount > 0 ? (
            <EmptyState title="This page is empty" action={<Button onPress={() => goToPage(1)}>Go to the first page</Button>}>
              This page no longer exists.
            </EmptyState>
          ) : isFiltered ? (
            <EmptyState title={`No ${what} match`} action={<Button onPress={clear}>Show all {what}</Button>}>
              Try another part of the name.
            </EmptyState>
          ) : (
            <EmptyState icon={<BookOpen aria-hidden />} title={`No ${what} yet`}>
              They connect two systems in a few steps. An administrator adds them, and those that are active appear here for everyone.{' '}
              <Link href="/help/playbooks">How playbooks work</Link>
            </EmptyState>
          )}
        </Card>
      ) : (
        <Room>
          <TemplateGrid
            aria-label={isIntegrationApplications ? 'Integration applications' : 'Playbooks'}
            aria-busy={templates.isPlaceholderData}
          >
            {shown.templates.map((template) => (
              <li key={template.id}>
                <PlaybookCard template={template} playbook={playbooks.data?.find(({ id }) => id === template.playbookId)} />
              </li>
            ))}
          </TemplateGrid>
        </Room>
      )}
      <Pagination
        label={`Pages of ${what}`}
        page={page}
        pageSize={TEMPLATES_ON_PAGE}
        totalCount={shown?.totalCount ?? 0}
        onPageChange={goToPage}
      />
    </Stack>
  );
}
