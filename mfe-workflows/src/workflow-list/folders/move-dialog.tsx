import { useHost } from '@portage/area-kit';
import { NO_FOLDER } from '@portage/contracts';
import { Button, Dialog, RadioGroup } from '@portage/ui';
import { useState } from 'react';
import { useFolders } from './folder-queries.ts';

export interface MovedWorkflow {
  id: string;
  name: string;
  folderId: string | null;
}

export interface MoveDialogProps {
  /** The question, such as "Folder of “Orders”". */
  label: string;
  /** The folder chosen at first; null: none. */
  folderId: string | null;
  onClose: () => void;
  onMove: (folder: { id: string; name: string } | null) => Promise<void>;
}

export function MoveDialog({ label, folderId, onClose, onMove }: MoveDialogProps) {
  const { notify } = useHost();
  const folders = useFolders();
  const listed = folders.data?.folders ?? [];
  const [chosen, setChosen] = useState(folderId ?? NO_FOLDER);
  const [isMoving, setIsMoving] = useState(false);

  async function move() {
    setIsMoving(true);
    try {
      await onMove(listed.find(({ id }) => id === chosen) ?? null);
      onClose();
    } catch (error) {
      notify.error(error);
    } finally {
      setIsMoving(false);
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Move to Folder"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" isPending={isMoving} onPress={move}>
            Move
          </Button>
        </>
      }
    >
      <RadioGroup
        label={label}
        value={chosen}
        onChange={setChosen}
        options={[{ value: NO_FOLDER, label: 'No folder' }, ...listed.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </Dialog>
  );
}
