import { useHost } from '@portage/area-kit';
import { isApiError } from '@portage/contracts';
import { Button, Dialog, TextField, useForm } from '@portage/ui';

export interface FolderDialogProps {
  /** Null for a new folder. */
  name: string | null;
  onClose: () => void;
  onSave: (name: string) => Promise<void>;
}

export function FolderDialog({ name: before, onClose, onSave }: FolderDialogProps) {
  const { notify } = useHost();
  const form = useForm({ initial: { name: before ?? '' }, rules: { name: { displayName: 'Folder Name', required: true } } });
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await onSave(name.trim());
      onClose();
    } catch (error) {
      if (isApiError(error) && (error.code === 'folder-name-taken' || error.code === 'validation'))
        form.setServerErrors({ name: error.message });
      else notify.error(error);
    }
  });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={before === null ? 'Add Folder' : 'Rename Folder'}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={form.isSubmitting} onPress={() => submit()}>
            {before === null ? 'Add Folder' : 'Rename'}
          </Button>
        </>
      }
    >
      <form onSubmit={submit} noValidate>
        <TextField label="Folder Name" autoFocus maxLength={80} {...form.bind('name')} />
      </form>
    </Dialog>
  );
}
