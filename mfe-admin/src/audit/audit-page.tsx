import { useHost, useListPage, wordsOfAction } from '@portage/area-kit';
import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  Button,
  Checkbox,
  DASH,
  DateRangePicker,
  DateTime,
  EmailText,
  EmptyState,
  formatNumber,
  ListCard,
  Muted,
  Page,
  SearchField,
  Select,
  Span,
  size,
  type TableColumn,
  Toolbar,
  usePageTitle,
} from '@portage/ui';
import styled from 'styled-components';
import { wordsOfDetails } from './words-of-details.ts';

/** Downloads a text as a file. The byte order mark tells spreadsheets that it is UTF-8. */
function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob(['\uFEFF', text], { type: `${type};charset=utf-8` }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

type Entry = CallResponse<Calls, 'GET /api/audit'>['auditEntries'][number];

const FILTERS = ['userEmail', 'action', 'impersonated', 'from', 'to'] as const;
type Filter = Record<(typeof FILTERS)[number], string>;

/** Prefixes of action kinds. */
const kinds = [
  { value: '', label: 'All' },
  { value: 'session', label: 'Sessions' },
  { value: 'impersonation', label: 'Other calls while impersonating' },
  { value: 'user', label: 'Users' },
  { value: 'password', label: 'Passwords' },
  { value: 'workflow', label: 'Workflows' },
  { value: 'workflow-template', label: 'Templates' },
  { value: 'playbook', label: 'Playbooks' },
  { value: 'playbook-template', label: 'Playbook templates' },
  { value: 'integration', label: 'Integrations' },
  { value: 'sync-flow', label: 'Syncs' },
  { value: 'connector', label: 'Connectors' },
  { value: 'connector-type', label: 'Connector types' },
  { value: 'app', label: 'Installed applications' },
  { value: 'webhook', label: 'Webhooks' },
  { value: 'deployment', label: 'Deployments' },
  { value: 'maintenance', label: 'Maintenance' },
];

/** /admin/audit: who did what, when, and on whose behalf. */
export function AuditPage() {
  usePageTitle('Audit Log');
  const { api, notify } = useHost();
  const list = useListPage({
    key: ['audit'],
    filters: FILTERS,
    pageSize: 20,
    read: (filter, paging, options) => api('GET /api/audit', { query: { ...buildQuery(filter), ...paging } }, options),
    rows: ({ auditEntries }) => auditEntries,
  });
  const { draft, search } = list;

  async function exportCsv(): Promise<void> {
    const { csv, rowCount, totalCount } = await api('GET /api/audit/export', { query: buildQuery(list.filter) });
    saveFile('audit-log.csv', 'text/csv', csv);
    if (rowCount < totalCount) {
      notify.warning(`The file has the newest ${formatNumber(rowCount)} of ${formatNumber(totalCount)} lines.`);
    }
  }

  return (
    <Page>
      <Toolbar
        label="Search the audit log"
        onSubmit={() => search()}
        filterCount={list.filterCount}
        actions={<Button onPress={exportCsv}>Export as CSV</Button>}
      >
        <SearchField label="User Email" {...list.bind('userEmail')} />
        <Select label="Action" options={kinds} value={draft.action} onChange={(action) => search({ action })} />
        <DateRangePicker
          label="From and to"
          value={{ start: draft.from || null, end: draft.to || null }}
          onChange={({ start, end }) => search({ from: start ?? '', to: end ?? '' })}
        />
        <Checkbox value={draft.impersonated === 'true'} onChange={(only) => search({ impersonated: only ? 'true' : '' })}>
          Impersonated only
        </Checkbox>
      </Toolbar>
      <ListCard
        label="Audit log"
        columns={columns}
        list={list}
        emptyState={<EmptyState title="Nothing yet">What people do appears here, newest first.</EmptyState>}
      />
    </Page>
  );
}

function buildQuery({ impersonated, ...filter }: Filter) {
  return { ...filter, impersonatedOnly: impersonated === 'true' || undefined };
}

function Person({ person }: { person: Entry['actor'] }) {
  if (person?.email) return <EmailText email={person.email} />;
  return person?.id ?? DASH;
}

/** Most entries have no impersonator, so it gets no column. */
function Actor({ actor, impersonator }: Pick<Entry, 'actor' | 'impersonator'>) {
  return (
    <>
      <Person person={actor} />
      {impersonator ? (
        <Muted as="small" $isBlock $size="small">
          impersonated by <Person person={impersonator} />
        </Muted>
      ) : null}
    </>
  );
}

/** An IPv6 address may need two lines. */
function IpAddress({ address }: { address: string | null }) {
  if (address === null) return DASH;
  return address.includes(':') ? address : <Span $whiteSpace="nowrap">{address}</Span>;
}

const SHOWN_DETAILS_CHARS = 160;

/** In a narrow column ids wrap: a table shows three lines, a card all of them. */
const ThreeLines = styled.span`
  display: -webkit-box;
  overflow: hidden;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
  @container (max-width: ${size.cards}) {
    display: inline;
  }
`;

/** Names and ids that the entry concerns. Long text is cut; the title and the file have all of it. */
function Details({ details }: { details: Entry['details'] }) {
  const text = wordsOfDetails(details);
  const shown = text.length <= SHOWN_DETAILS_CHARS ? text : `${text.slice(0, SHOWN_DETAILS_CHARS)}…`;
  return shown ? <ThreeLines title={text}>{shown}</ThreeLines> : null;
}

const columns: TableColumn<Entry>[] = [
  { id: 'at', header: 'When', isYielding: true, width: '120px', render: (entry) => <DateTime value={entry.at} /> },
  {
    id: 'action',
    header: 'Action',
    width: '128px',
    render: (entry) => <span title={entry.action}>{wordsOfAction(entry.action)}</span>,
  },
  { id: 'actor', header: 'User', isYielding: true, render: (entry) => <Actor {...entry} /> },
  { id: 'subject', header: 'About', isYielding: true, render: (entry) => <Person person={entry.subject} /> },
  { id: 'ip', header: 'IP address', isYielding: true, width: '116px', render: (entry) => <IpAddress address={entry.ipAddress} /> },
  { id: 'details', header: 'Details', isYielding: true, width: '32%', render: (entry) => <Details details={entry.details} /> },
];
