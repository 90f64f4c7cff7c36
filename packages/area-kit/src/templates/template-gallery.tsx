import {
  Button,
  Card,
  EmptyState,
  FailedRead,
  FoundNothing,
  Pagination,
  SearchField,
  Stack,
  Toolbar,
  toPageIndex,
  useListFilters,
  useLoaded,
} from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useApi } from '../host/host.ts';
import { ConnectorTypeFilter } from './connector-type-filter.tsx';
import { TemplateCard, TemplateGrid } from './template-card.tsx';

/** Templates per page of the gallery (spec TPL-15). */
const TEMPLATES_ON_PAGE = 20;
/** `filter` is the specification's name for it (TPL-16, TPL-17). */
const FILTERS = ['filter', 'connectorTypeId'] as const;
const Room = styled.div`
  container-type: inline-size;
`;

/** The templates as cards, with their filters and pages (spec TPL-14..20). @param actions next to the filters */
export function TemplateGallery({ actions }: { actions?: ReactNode }) {
  const filters = useListFilters(FILTERS);
  const { draft, filter, page } = filters;
  const templates = useTemplates(filter, page);
  const { shown, indicator } = useLoaded(templates.data, 'Looking for templates');
  return (
    <Stack>
      <Toolbar label="Filter templates" onSubmit={() => filters.search()} actions={actions}>
        <ConnectorTypeFilter value={draft.connectorTypeId} onChange={(id) => filters.search({ connectorTypeId: id })} />
        <SearchField label="Template Name" value={draft.filter} onChange={(name) => filters.type('filter', name)} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <FoundNothing isShown={filters.isFiltered && shown?.totalCount === 0 && !templates.isPlaceholderData} />
      {templates.error ? (
        <FailedRead title="The templates could not be loaded" query={templates} />
      ) : !shown ? (
        indicator
      ) : shown.templates.length === 0 ? (
        <Card>
          {shown.totalCount > 0 ? (
            <EmptyState title="This page is empty" action={<Button onPress={() => filters.goToPage(1)}>Go to the first page</Button>}>
              This page no longer exists.
            </EmptyState>
          ) : filters.isFiltered ? (
            <EmptyState title="No template matches" action={<Button onPress={filters.clear}>Show all templates</Button>}>
              Try another part of the name, or show templates for all connectors.
            </EmptyState>
          ) : (
            <EmptyState icon={<LayoutTemplate aria-hidden />} title="No templates yet">
              Admins save workflows as templates; those that are active appear here for everyone.
            </EmptyState>
          )}
        </Card>
      ) : (
        <Room>
          <TemplateGrid aria-label="Templates" aria-busy={templates.isPlaceholderData}>
            {shown.templates.map((template) => (
              <li key={template.id}>
                <TemplateCard template={template} />
              </li>
            ))}
          </TemplateGrid>
        </Room>
      )}
      <Pagination
        label="Pages of templates"
        page={page}
        pageSize={TEMPLATES_ON_PAGE}
        totalCount={shown?.totalCount ?? 0}
        onPageChange={filters.goToPage}
      />
    </Stack>
  );
}

function useTemplates({ filter, connectorTypeId }: { filter: string; connectorTypeId: string }, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['workflow-templates', 'gallery', filter, connectorTypeId, page],
    queryFn: ({ signal }) =>
      api(
        'GET /api/workflow-templates',
        { query: { query: filter, connectorTypeId, pageIndex: toPageIndex(page), pageSize: TEMPLATES_ON_PAGE } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}
