import { TemplateGallery, useSessionUser } from '@portage/area-kit';
import { Page, type TabItem, Tabs, usePageTitle } from '@portage/ui';
import { useSearchParams } from 'react-router';
import { PlaybookGallery } from '../playbooks/playbook-gallery.tsx';

/** Links to filtered templates are older than the tabs. */
const TEMPLATE_FILTERS = ['filter', 'connectorTypeId'];

/** /playbooks-and-templates (spec PB-02..05, TPL-20). Only the content of the active tab is rendered. */
export function PlaybooksAndTemplatesPage() {
  usePageTitle('Playbooks & Templates');
  const [search, setSearch] = useSearchParams();
  const hasApplications = useSessionUser()?.showIntegrationApplications ?? false;
  const items: TabItem[] = [
    { id: 'playbooks', label: 'Playbooks', content: <PlaybookGallery /> },
    ...(hasApplications
      ? [{ id: 'applications', label: 'Integration Applications', content: <PlaybookGallery isIntegrationApplications /> }]
      : []),
    { id: 'templates', label: 'Templates', content: <TemplateGallery /> },
  ];
  const wanted = search.get('tab') ?? (TEMPLATE_FILTERS.some((name) => search.has(name)) ? 'templates' : null);
  const selected = items.find(({ id }) => id === wanted)?.id ?? 'playbooks';
  return (
    <Page>
      <Tabs
        label="Playbooks and templates"
        items={items}
        selected={selected}
        onSelect={(tab) => (tab === selected ? undefined : setSearch(tab === 'playbooks' ? {} : { tab }))}
      />
    </Page>
  );
}
