import { TemplateGallery, useHost } from '@portage/area-kit';
import { Button, Page, usePageTitle } from '@portage/ui';

/** /workflows/add-from-template (spec TPL-14..19). */
export function SelectTemplatePage() {
  usePageTitle('Add Workflow: Select Template');
  const { navigate } = useHost();
  return (
    <Page>
      <TemplateGallery actions={<Button onPress={() => navigate('/workflows')}>Cancel</Button>} />
    </Page>
  );
}
