import { TabLinks } from '@portage/ui';
import { useLocation } from 'react-router';

const PAGES = [
  { href: '/run-history', label: 'Runs' },
  { href: '/run-history/approvals', label: 'Approvals' },
  { href: '/run-history/alerts', label: 'Alerts' },
];

/** Run History and the pages below it. */
export function RunHistoryTabs() {
  return <TabLinks label="Run History" items={PAGES} current={useLocation().pathname} />;
}
