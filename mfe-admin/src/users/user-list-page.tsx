import { useHost, useListPage } from '@portage/area-kit';
import { getErrorMessage, UNKNOWN_ERROR_MESSAGE } from '@portage/contracts';
import {
  actionColumn,
  Badge,
  Button,
  DateTime,
  EmailText,
  EmptyState,
  ListCard,
  Page,
  SearchField,
  Stack,
  type TableColumn,
  Toolbar,
  useConfirm,
  usePageTitle,
} from '@portage/ui';
import { UserRoundCheck } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DefaultQuotasDialog } from './default-quotas-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { impersonateInNewTab } from './impersonate.ts';
import { SubscriptionDialog } from './subscription-dialog.tsx';
import type { User } from './user-form.ts';
import { planLabel } from './words-of-plan.ts';

const FILTERS = ['userEmail'] as const;
/** A date takes two lines, so that all eight columns fit on a laptop. */
const DATE_WIDTH = '128px';

/** /admin/users and /users (spec USER-01, USER-02). */
export function UserListPage() {
  usePageTitle('Users');
  const { api, notify, queryClient } = useHost();
  const list = useListPage({
    key: ['users', 'list'],
    filters: FILTERS,
    read: (filter, paging, options) => api('GET /api/users', { query: { ...filter, ...paging } }, options),
    rows: ({ users }) => users,
  });
  const [edited, setEdited] = useState<User | null>(null);
  const [subscribed, setSubscribed] = useState<User | null>(null);
  const [isEditingDefaults, setIsEditingDefaults] = useState(false);
  const [confirm, question] = useConfirm();

  function askToDelete(user: User): void {
    confirm({
      message: (
        <Stack $gap={2}>
          <p>
            Delete the user <b>{user.email}</b>?
          </p>
          <p>
            Workflows and schedules stop at once and are deleted with their stored data. Runs in progress are cancelled. Connectors are
            removed with their secrets. Ended runs, gift cards and the audit log stay, for admins only. This cannot be undone.
          </p>
        </Stack>
      ),
      onConfirm: async () => {
        const { warnings } = await told(api('DELETE /api/users/{id}', { params: { id: user.id } }), 'User was not deleted');
        notify.success('User deleted.');
        for (const { userMessage } of warnings) notify.warning(userMessage);
        await queryClient.invalidateQueries({ queryKey: ['users'] });
      },
    });
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what a press does is looked up when it happens.
  const columns = useMemo(
    () =>
      columnsFor({
        onImpersonate: (user) => told(impersonateInNewTab(api, user.id), 'Impersonating not possible'),
        onEdit: setEdited,
        onSubscription: setSubscribed,
        onDelete: askToDelete,
      }),
    [],
  );
  return (
    <Page>
      <Toolbar
        label="Search users"
        onSubmit={() => list.search()}
        actions={<Button onPress={() => setIsEditingDefaults(true)}>Quotas of new accounts</Button>}
      >
        <SearchField label="User Email" {...list.bind('userEmail')} />
      </Toolbar>
      <ListCard
        label="Users"
        columns={columns}
        list={list}
        emptyState={<EmptyState title="No users yet">People appear here once they have signed up.</EmptyState>}
      />
      {isEditingDefaults ? <DefaultQuotasDialog onClose={() => setIsEditingDefaults(false)} /> : null}
      {edited ? <EditUserDialog key={edited.id} user={edited} onClose={() => setEdited(null)} /> : null}
      {subscribed ? <SubscriptionDialog key={subscribed.id} user={subscribed} onClose={() => setSubscribed(null)} /> : null}
      {question}
    </Page>
  );
}

/** Gives a failure without a message the specification's text (spec USER-04, USER-06). */
async function told<Value>(work: Promise<Value>, fallback: string): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    throw getErrorMessage(error) === UNKNOWN_ERROR_MESSAGE ? new Error(fallback, { cause: error }) : error;
  }
}

function EmailAndPlan({ user }: { user: User }) {
  const plan = planLabel(user.plan);
  return (
    <>
      <EmailText email={user.email} />
      {plan ? (
        <div>
          <Badge tone={user.plan?.isValid ? 'success' : 'warning'}>{plan}</Badge>
        </div>
      ) : null}
    </>
  );
}

interface Actions {
  onImpersonate: (user: User) => unknown;
  onEdit: (user: User) => void;
  onSubscription: (user: User) => void;
  onDelete: (user: User) => void;
}

function columnsFor({ onImpersonate, onEdit, onSubscription, onDelete }: Actions): TableColumn<User>[] {
  return [
    { id: 'firstName', header: 'First Name', isYielding: true, width: '110px', render: (user) => user.firstName },
    { id: 'lastName', header: 'Last Name', isYielding: true, width: '110px', render: (user) => user.lastName },
    { id: 'email', header: 'Email', isYielding: true, render: (user) => <EmailAndPlan user={user} /> },
    { id: 'jobTitle', header: 'Job Title', isYielding: true, width: '116px', render: (user) => user.jobTitle },
    { id: 'companyName', header: 'Company', isYielding: true, width: '116px', render: (user) => user.companyName },
    { id: 'createdAt', header: 'Created At', isYielding: true, width: DATE_WIDTH, render: (user) => <DateTime value={user.createdAt} /> },
    {
      id: 'lastLoginAt',
      header: 'Last Login At',
      isYielding: true,
      width: DATE_WIDTH,
      render: (user) => <DateTime value={user.lastLoginAt} />,
    },
    actionColumn({
      split: (user) => ({ label: 'Impersonate', shortIcon: <UserRoundCheck />, onPress: () => onImpersonate(user) }),
      menu: (user) => [
        { id: 'delete', label: 'Delete', isDanger: true, onAction: () => onDelete(user) },
        { id: 'edit', label: 'Edit', onAction: () => onEdit(user) },
        { id: 'subscription', label: 'Subscription', onAction: () => onSubscription(user) },
      ],
    }),
  ];
}
