import type { CallResponse } from '@portage/contracts';
import type { Calls } from '@portage/contracts/calls';
import {
  Button,
  DateTime,
  EmptyState,
  ListCard,
  Page,
  pageIndexOf,
  SearchField,
  type TableColumn,
  Toolbar,
  useApi,
  useListFilters,
  usePageTitle,
} from '@portage/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';

type User = CallResponse<Calls, 'GET /api/users'>['users'][number];

/** Spec USER-01. */
const USER_PAGE_SIZE = 10;
const FILTERS = ['userEmail'] as const;

/** /admin/users and /users (spec USER-01, USER-02). */
export function UserListPage() {
  usePageTitle('Users');
  const filters = useListFilters(FILTERS);
  const users = useUsers(filters.filter.userEmail, filters.page);
  return (
    <Page>
      <Toolbar label="Search users" onSubmit={() => filters.search()}>
        <SearchField label="User Email" value={filters.draft.userEmail} onChange={(userEmail) => filters.edit('userEmail', userEmail)} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <ListCard
        label="Users"
        columns={columns}
        rowKey={(user) => user.id}
        query={users}
        page={filters.page}
        pageSize={USER_PAGE_SIZE}
        onPageChange={filters.goToPage}
        isFiltered={filters.isFiltered}
        onClearFilter={filters.clear}
        emptyState={<EmptyState title="No users yet">People appear here once they have signed up.</EmptyState>}
      />
    </Page>
  );
}

function useUsers(userEmail: string, page: number) {
  const api = useApi();
  return useQuery({
    queryKey: ['users', 'list', userEmail, page],
    queryFn: ({ signal }) =>
      api('GET /api/users', { query: { userEmail, pageIndex: pageIndexOf(page), pageSize: USER_PAGE_SIZE } }, { signal }),
    select: ({ users, totalCount }) => ({ rows: users, totalCount }),
    placeholderData: keepPreviousData,
  });
}

const columns: TableColumn<User>[] = [
  { id: 'firstName', header: 'First Name', render: (user) => user.firstName },
  { id: 'lastName', header: 'Last Name', render: (user) => user.lastName },
  { id: 'email', header: 'Email', render: (user) => user.email },
  { id: 'jobTitle', header: 'Job Title', render: (user) => user.jobTitle },
  { id: 'companyName', header: 'Company', render: (user) => user.companyName },
  { id: 'createdAt', header: 'Created At', render: (user) => <DateTime value={user.createdAt} /> },
  { id: 'lastLoginAt', header: 'Last Login At', render: (user) => <DateTime value={user.lastLoginAt} fallback="-" /> },
];
