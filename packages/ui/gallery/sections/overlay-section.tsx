import { useState } from 'react';
import { Breadcrumbs, Button, Dialog, Drawer, ErrorPage, Inline, Stack, Tabs, TextField, Toolbar, useConfirm } from '../../src/index.ts';
import { notify } from '../toasts.ts';

export function OverlaySection() {
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const [name, setName] = useState('');
  const [confirm, question] = useConfirm();
  return (
    <Stack>
      <Breadcrumbs items={[{ label: 'Gift Cards', href: '/gift-cards' }, { label: '6012 8834' }]} />
      <Toolbar
        label="Filters"
        actions={
          <>
            <Button>Import</Button>
            <Button variant="primary">Add</Button>
          </>
        }
      >
        <TextField label="Name" value={name} onChange={setName} />
        <Button type="submit">Search</Button>
      </Toolbar>
      <Inline>
        <Button onPress={() => setIsDialogOpen(true)}>Open dialog</Button>
        <Button onPress={() => setIsDrawerOpen(true)}>Open drawer</Button>
        <Button onPress={() => confirm({ message: 'Delete “Nightly report”?', onConfirm: () => notify.success('Workflow deleted.') })}>
          Ask
        </Button>
      </Inline>
      <Tabs
        label="Views"
        items={[
          { id: 'design', label: 'Design', content: 'The flow.' },
          { id: 'versions', label: 'Versions', content: 'What it was.' },
          { id: 'runs', label: 'Last Run', content: 'What it did.' },
        ]}
      />
      <ErrorPage detail="TypeError: cannot read 'steps' of undefined" />
      <Dialog
        isOpen={isDialogOpen}
        onClose={() => setIsDialogOpen(false)}
        title="Add Workflow"
        actions={
          <>
            <Button onPress={() => setIsDialogOpen(false)}>Cancel</Button>
            <Button variant="primary" onPress={() => setIsDialogOpen(false)}>
              Add Workflow
            </Button>
          </>
        }
      >
        <TextField label="Workflow Name" isRequired value={name} onChange={setName} autoFocus />
      </Dialog>
      <Drawer isOpen={isDrawerOpen} onClose={() => setIsDrawerOpen(false)} title="Step details">
        <p>Details beside the page they belong to.</p>
      </Drawer>
      {question}
    </Stack>
  );
}
