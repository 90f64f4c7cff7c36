import { Button, CardList, EmptyState, SearchField, Stack, Toolbar } from '@portage/ui';
import { LayoutTemplate } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '../host/host.ts';
import { useListPage } from '../list/use-list-page.ts';
import { ConnectorTypeFilter } from './connector-type-filter.tsx';
import { TemplateCard } from './template-card.tsx';

/** `filter` is the specification's name for it (TPL-16, TPL-17). */
const FILTERS = ['filter', 'connectorTypeId'] as const;

/** The templates as cards, twenty per page, with their filters (spec TPL-14..20). @param actions next to the filters */
export function TemplateGallery({ actions }: { actions?: ReactNode }) {
  const api = useApi();
  const list = useListPage({
    key: ['workflow-templates', 'gallery'],
    filters: FILTERS,
    pageSize: 20,
    read: ({ filter: query, connectorTypeId }, paging, options) =>
      api('GET /api/workflow-templates', { query: { query, connectorTypeId, ...paging } }, options),
    rows: ({ templates }) => templates,
  });
  return (
    <Stack>
      <Toolbar label="Filter templates" onSubmit={() => list.search()} actions={actions}>
        <ConnectorTypeFilter value={list.draft.connectorTypeId} onChange={(id) => list.search({ connectorTypeId: id })} />
        <SearchField label="Template Name" {...list.bind('filter')} />
      </Toolbar>
      <CardList
        label="Templates"
        list={list}
        renderCard={(template) => <TemplateCard template={template} />}
        noMatch={
          <EmptyState title="No template matches" action={<Button onPress={list.clear}>Show all templates</Button>}>
            Try another part of the name, or show templates for all connectors.
          </EmptyState>
        }
        emptyState={
          <EmptyState icon={<LayoutTemplate aria-hidden />} title="No templates yet">
            Admins save workflows as templates; those that are active appear here for everyone.
          </EmptyState>
        }
      />
    </Stack>
  );
}
