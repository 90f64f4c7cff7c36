import { StoredInputNotice, useStoredInput } from '@portage/area-kit';
import { Banner, Button, CodeEditor, Dialog, Inline, Link, Stack, space, TextField, useConfirm, useForm } from '@portage/ui';
import { type ChangeEvent, useId, useState } from 'react';
import styled from 'styled-components';
import { readFlaws } from './flaws.ts';

const Flaws = styled.ul`
  margin: 0;
  padding-left: ${space(5)};
  overflow-wrap: anywhere;
`;
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const RULES = {
  id: {
    displayName: 'Id',
    required: true,
    validate: (id: string) => (ID.test(id.trim()) ? undefined : 'An id has lowercase letters, digits and dashes'),
  },
  yaml: { displayName: 'playbook.yaml', required: true },
};

interface Values {
  id: string;
  yaml: string;
}

export interface PlaybookTemplateFormProps {
  title: string;
  submitLabel: string;
  hint?: string;
  initial: Values;
  isIdFixed?: boolean;
  onClose: () => void;
  save: (values: Values) => Promise<void>;
}

/** The text of a template. A flawed text is refused with all its flaws, and stays in the field. */
export function PlaybookTemplateForm({ title, submitLabel, hint, initial, isIdFixed = false, onClose, save }: PlaybookTemplateFormProps) {
  const formId = useId();
  const [flaws, setFlaws] = useState<readonly string[]>([]);
  const [confirm, question] = useConfirm();
  const form = useForm<Values>({ initial, rules: RULES });
  const kept = useStoredInput(form, { name: `playbook template ${initial.id}`, isInDialog: true });

  const submit = form.handleSubmit(async (values) => {
    setFlaws([]);
    try {
      await save(values);
      onClose();
    } catch (error) {
      setFlaws(readFlaws(error));
    }
  });

  async function readFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file) form.set('yaml', await file.text());
    // The same file can be read again after it changed.
    target.value = '';
  }

  function close(): void {
    if (!form.isDirty) onClose();
    else confirm({ message: 'Close without saving? Your changes will be lost.', confirmLabel: 'Close', onConfirm: onClose });
  }

  return (
    <Dialog
      isOpen
      onClose={close}
      title={title}
      width="860px"
      actions={
        <>
          <Button onPress={close}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={form.isSubmitting}>
            {submitLabel}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          <StoredInputNotice kept={kept} />
          {flaws.length > 0 ? (
            <Banner tone="danger" title={flaws.length === 1 ? 'The text was not saved' : `The text has ${flaws.length} flaws`}>
              <Flaws>
                {flaws.map((flaw) => (
                  <li key={flaw}>{flaw}</li>
                ))}
              </Flaws>
            </Banner>
          ) : null}
          {hint ? <Banner>{hint}</Banner> : null}
          <TextField
            label="Id"
            hint={isIdFixed ? undefined : 'Lowercase letters, digits and dashes: orders-to-invoices'}
            maxLength={100}
            isDisabled={isIdFixed}
            {...form.bind('id')}
          />
          <CodeEditor label="playbook.yaml" rows={18} {...form.bind('yaml')} />
          <Inline as="label" $color="muted" $size="small">
            Or read a file:
            <input type="file" accept=".yaml,.yml" aria-label="Read playbook.yaml from a file" onChange={readFile} />
          </Inline>
          <Inline $color="muted" $size="small" as="p">
            <Link href="/help/playbooks">How to write a playbook template</Link>
          </Inline>
        </Stack>
      </form>
      {question}
    </Dialog>
  );
}
