import { isWithin } from '@portage/registry';
import { normalPath } from '../routing/routes.ts';

/** The guide's page for each part of Portage, by prefix of the address; a longer prefix comes before its own prefix. */
const PLACES: readonly [RegExp | string, string][] = [
  [/^\/workflows\/[^/]+\/edit$/, 'steps'],
  [/^\/workflows\/add-from-template/, 'sharing#start-from-a-template'],
  ['/workflows', 'first-workflow'],
  ['/workflow/import', 'sharing#import-a-shared-workflow'],
  ['/run-history/alerts', 'alerts'],
  ['/run-history/approvals', 'steps#wait-for-approval'],
  ['/run-history', 'runs'],
  ['/connectors/addApi', 'own-apis'],
  ['/connectors/apis', 'own-apis'],
  ['/connectors', 'connectors'],
  ['/integrations', 'sync'],
  ['/playbooks-and-templates', 'playbooks'],
  ['/playbookslist', 'playbooks'],
  ['/playbooklist', 'playbooks'],
  ['/playbook-wizards', 'playbooks#start-one'],
  ['/playbooks', 'playbooks#follow-it'],
  ['/stats', 'runs#see-whether-all-is-well'],
  ['/dashboard', 'sync#follow-it'],
  ['/ecommerce-dashboard', 'sync#follow-it'],
  ['/billing', 'billing'],
  ['/account/alerts', 'alerts'],
  ['/account/api-keys', 'api-keys'],
  ['/account/quota', 'limits#quotas'],
  ['/account/password', 'account#password'],
  ['/account/sessions', 'account#sessions'],
  ['/account', 'account'],
  ['/users', 'limits#quotas'],
  ['/admin/users', 'limits#quotas'],
  ['/admin/run-history', 'runs'],
  ['/admin/connectorTypes', 'connectors#connect-your-own-system'],
  ['/admin/templates', 'sharing#start-from-a-template'],
  ['/admin/workflow-templates', 'sharing#start-from-a-template'],
  ['/admin/playbook-templates', 'playbooks#for-administrators'],
  ['/admin/workflows', 'first-workflow'],
  ['/admin/maintenance', 'troubleshooting'],
];

/** Where a page's question mark links to: the matching page of the guide, or the contents. */
export function helpPathAt(pathname: string): string {
  const path = normalPath(pathname);
  const place = PLACES.find(([start]) => (typeof start === 'string' ? isWithin(path, start) : start.test(path)));
  return place ? `/help/${place[1]}` : '/help';
}
