import { useHost } from '@portage/area-kit';
import type { Variable } from '@portage/contracts/calls';
import {
  actionColumn,
  Badge,
  Button,
  briefValue,
  Card,
  EmptyState,
  FailedRead,
  LinkButton,
  Page,
  PageHeader,
  size,
  Table,
  type TableColumn,
  useConfirm,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { variableLimits } from '@portage/workflow';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2, Variable as VariableIcon } from 'lucide-react';
import { useState } from 'react';
import { VariableDialog } from './variable-dialog.tsx';
import { VARIABLES, variablesQuery } from './variable-queries.ts';

/** /workflows/variables: values that all of the person's workflows read. */
export function VariablesPage() {
  usePageTitle('Variables');
  const { api, notify, queryClient } = useHost();
  const list = useQuery(variablesQuery(api));
  const { shown, indicator } = useLoaded(list.data, 'Loading the variables');
  const [open, setOpen] = useState<Variable | 'new' | null>(null);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: VARIABLES });
  const askToDelete = ({ id, name }: Variable) =>
    confirm({
      message: `The variable “${name}” and its value will be deleted.`,
      onConfirm: async () => {
        await api('DELETE /api/variables/{id}', { params: { id } });
        notify.success('Variable deleted.');
        await reload();
      },
    });
  const add = (
    <Button variant="primary" icon={<Plus aria-hidden />} onPress={() => setOpen('new')}>
      Add Variable
    </Button>
  );
  const isFull = (shown?.variables.length ?? 0) >= variableLimits.count;
  return (
    <Page>
      <PageHeader
        title="Values that all your workflows read"
        subtitle="In expressions and scripts, write $Vars.name"
        actions={
          <>
            <LinkButton href="/workflows">Workflows</LinkButton>
            {shown && shown.variables.length > 0 && !isFull ? add : null}
          </>
        }
      />
      {list.error && !shown ? <FailedRead title="The variables could not be loaded" query={list} /> : null}
      {shown || list.error ? null : indicator}
      {shown?.variables.length === 0 ? (
        <Card>
          <EmptyState icon={<VariableIcon aria-hidden />} title="No variables yet" action={add}>
            Keep what several workflows need in one place: a base address, a VAT rate, a key.
          </EmptyState>
        </Card>
      ) : null}
      {shown && shown.variables.length > 0 ? (
        <Card isFlush>
          <Table label="Variables" columns={buildColumns(setOpen, askToDelete)} rows={shown.variables} rowKey={({ id }) => id} />
        </Card>
      ) : null}
      {open ? (
        <VariableDialog
          variable={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={(name) => {
            setOpen(null);
            notify.success(`Variable “${name}” saved.`);
            void reload();
          }}
        />
      ) : null}
      {question}
    </Page>
  );
}

function buildColumns(onEdit: (variable: Variable) => void, onDelete: (variable: Variable) => void): TableColumn<Variable>[] {
  return [
    { id: 'name', header: 'Name', render: ({ name }) => <strong>{name}</strong> },
    { id: 'type', header: 'Type', width: size.label, render: ({ type }) => type },
    {
      id: 'value',
      header: 'Value',
      isYielding: true,
      render: ({ isSecret, value }) => (isSecret ? <Badge>Secret</Badge> : briefValue(value, 120, false)),
    },
    { id: 'description', header: 'Description', isYielding: true, render: ({ description }) => description },
    actionColumn({
      width: '140px',
      rowName: ({ name }) => name,
      buttons: (variable) => (
        <Button size="dense" aria-label={`Edit ${variable.name}`} onPress={() => onEdit(variable)}>
          Edit
        </Button>
      ),
      menu: (variable) => [{ id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, onAction: () => onDelete(variable) }],
    }),
  ];
}
