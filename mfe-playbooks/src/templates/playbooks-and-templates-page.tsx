import { Page, Tabs, TemplateGallery, usePageTitle } from '@portage/ui';

/** /playbooks-and-templates (spec PB-02, TPL-20); its other tabs come with playbooks. */
export function PlaybooksAndTemplatesPage() {
  usePageTitle('Playbooks & Templates');
  return (
    <Page>
      <Tabs label="Playbooks and templates" items={[{ id: 'templates', label: 'Templates', content: <TemplateGallery /> }]} />
    </Page>
  );
}
