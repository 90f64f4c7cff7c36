import { Banner, Button, CodeEditor, color, Dialog, font, Link, Stack, space, TextField, useApi, useForm } from '@portage/ui';
import { type ChangeEvent, useId, useState } from 'react';
import styled from 'styled-components';
import { flawsOf } from './flaws.ts';

const Flaws = styled.ul`
  margin: 0;
  padding-left: ${space(5)};
  overflow-wrap: anywhere;
`;
const FileLine = styled.label`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.small};
`;
const ID = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const RULES = {
  id: {
    displayName: 'Id',
    required: true,
    validate: (id: string) => (ID.test(id.trim()) ? undefined : 'An id has small letters, digits and dashes'),
  },
  yaml: { displayName: 'playbook.yaml', required: true },
};

interface Values {
  id: string;
  yaml: string;
}

export interface AddPlaybookTemplateProps {
  onClose: () => void;
  onAdded: (name: string) => unknown;
}

/** Adds a template from the text of a `playbook.yaml`; a text with flaws is refused with all of them, and stays. */
export function AddPlaybookTemplate({ onClose, onAdded }: AddPlaybookTemplateProps) {
  const api = useApi();
  const formId = useId();
  const [flaws, setFlaws] = useState<readonly string[]>([]);
  const form = useForm<Values>({ initial: { id: '', yaml: '' }, rules: RULES });

  const submit = form.handleSubmit(async ({ id, yaml }) => {
    setFlaws([]);
    try {
      const { template } = await api('POST /api/playbook-templates', { body: { id: id.trim(), yaml } });
      await onAdded(template.name);
      onClose();
    } catch (error) {
      setFlaws(flawsOf(error));
    }
  });

  async function readFile({ target }: ChangeEvent<HTMLInputElement>): Promise<void> {
    const [file] = target.files ?? [];
    if (file) form.set('yaml', await file.text());
    // The same file can be read again after a change.
    target.value = '';
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Add playbook template"
      width="860px"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isPending={form.isSubmitting}>
            Add
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate>
        <Stack>
          {flaws.length > 0 ? (
            <Banner tone="danger" title={flaws.length === 1 ? 'The text has a flaw' : `The text has ${flaws.length} flaws`}>
              <Flaws>
                {flaws.map((flaw) => (
                  <li key={flaw}>{flaw}</li>
                ))}
              </Flaws>
            </Banner>
          ) : null}
          <TextField label="Id" hint="Small letters, digits and dashes: orders-to-invoices" maxLength={100} {...form.bind('id')} />
          <CodeEditor label="playbook.yaml" rows={18} {...form.bind('yaml')} />
          <FileLine>
            Or read a file:
            <input type="file" accept=".yaml,.yml" aria-label="Read playbook.yaml from a file" onChange={readFile} />
          </FileLine>
          <FileLine as="p">
            <Link href="/help/playbooks">How a playbook template is written</Link>
          </FileLine>
        </Stack>
      </form>
    </Dialog>
  );
}
