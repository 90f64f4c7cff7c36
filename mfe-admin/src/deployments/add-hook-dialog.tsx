import { useHost } from '@portage/area-kit';
import { type HookKind, hookKinds } from '@portage/contracts';
import { Banner, Button, CopyButton, Dialog, FormLayout, Select, Stack, TextField, useForm } from '@portage/ui';
import { useId, useState } from 'react';
import { type NewHook, useHookChanges } from './hook-queries.ts';

const HINTS: Readonly<Record<HookKind, string>> = {
  Webhook: 'Each message is a POST, signed by Standard Webhooks.',
  Slack: 'The address of an incoming webhook of your Slack app.',
  Teams: 'The address of a workflow with the trigger “When a Teams webhook request is received”.',
};

export function AddHookDialog({ onClose }: { onClose: () => void }) {
  const { notify } = useHost();
  const { add } = useHookChanges();
  const formId = useId();
  const [secret, setSecret] = useState<string | null>(null);
  const form = useForm<NewHook>({
    initial: { name: '', kind: 'Webhook', url: '' },
    rules: { name: { required: true, displayName: 'Name' }, url: { required: true, displayName: 'Address' } },
  });
  const submit = form.handleSubmit(async (values) => {
    try {
      const signing = await add(values);
      if (signing === null) onClose();
      else setSecret(signing);
    } catch (error) {
      notify.error(error);
    }
  });

  if (secret !== null) {
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title="Secret of the hook"
        actions={
          <Button variant="primary" onPress={onClose}>
            Done
          </Button>
        }
      >
        <Stack>
          <Banner tone="warning" title="This secret is shown only once">
            The receiver checks with it that a message comes from Portage. If it’s lost, delete the hook and add it again.
          </Banner>
          <TextField label="Secret" value={secret} onChange={() => undefined} isReadOnly isCode />
          <div>
            <CopyButton text={secret} label="Copy secret" />
          </div>
        </Stack>
      </Dialog>
    );
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add hook"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={form.isSubmitting}>
            Add hook
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <FormLayout as="div">
          <TextField label="Name" maxLength={60} {...form.bind('name')} />
          <Select label="Kind" options={hookKinds.map((kind) => ({ value: kind, label: kind }))} {...form.bind('kind')} />
          <TextField label="Address" type="url" autoComplete="off" hint={HINTS[form.values.kind]} {...form.bind('url')} />
        </FormLayout>
      </form>
    </Dialog>
  );
}
