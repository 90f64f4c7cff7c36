import { useApi } from '@portage/area-kit';
import { Button, Dialog, FailedRead, useLoaded } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import type { PlaybookTemplate } from './playbook-template-columns.tsx';
import { PlaybookTemplateForm } from './playbook-template-form.tsx';

export interface PlaybookTemplateDialogProps {
  /** If omitted, a new template is added. */
  template?: PlaybookTemplate | undefined;
  onClose: () => void;
  /** @param name the name in the saved text */
  onSaved: (name: string) => unknown;
}

/** Adds a template from the text of a `playbook.yaml`, or edits a template as text. */
export function PlaybookTemplateDialog({ template, onClose, onSaved }: PlaybookTemplateDialogProps) {
  if (!template) return <AddTemplate onClose={onClose} onSaved={onSaved} />;
  return <EditTemplate template={template} onClose={onClose} onSaved={onSaved} />;
}

function AddTemplate({ onClose, onSaved }: Omit<PlaybookTemplateDialogProps, 'template'>) {
  const api = useApi();
  return (
    <PlaybookTemplateForm
      title="Add playbook template"
      submitLabel="Add"
      initial={{ id: '', yaml: '' }}
      onClose={onClose}
      save={async ({ id, yaml }) => {
        const { template } = await api('POST /api/playbook-templates', { body: { id: id.trim(), yaml } });
        await onSaved(template.name);
      }}
    />
  );
}

function EditTemplate({ template: { id, isSystem }, onClose, onSaved }: PlaybookTemplateDialogProps & { template: PlaybookTemplate }) {
  const api = useApi();
  const text = useQuery({
    queryKey: ['playbook-templates', 'yaml', id],
    queryFn: ({ signal }) => api('GET /api/playbook-templates/{id}/yaml', { params: { id } }, { signal }),
    // Typed text stays, whatever happens to the template meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const { shown, indicator } = useLoaded(text.data, 'Loading the template');
  const title = 'Edit playbook template';
  if (!shown) {
    return (
      <Dialog isOpen onClose={onClose} title={title} actions={<Button onPress={onClose}>Cancel</Button>}>
        {text.error ? <FailedRead title="The template could not be loaded" query={text} /> : indicator}
      </Dialog>
    );
  }
  const { yaml: before, version } = shown;
  return (
    <PlaybookTemplateForm
      title={title}
      submitLabel="Save"
      hint={
        isSystem
          ? 'This template comes with Portage. Once you change it, newer versions of Portage leave it as you wrote it.'
          : 'Playbooks keep their version. Their owners see what your version would change, and decide.'
      }
      initial={{ id, yaml: before }}
      isIdFixed
      onClose={onClose}
      save={async ({ yaml }) => {
        const answer = await api('PUT /api/playbook-templates/{id}', { params: { id }, body: { yaml, version } });
        await onSaved(answer.template.name);
      }}
    />
  );
}
