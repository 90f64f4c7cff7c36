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
  workflow: MovedWorkflow;
  onClose: () => void;
  onMove: (workflow: MovedWorkflow, folder: { id: string; name: string } | null) => Promise<void>;
}

export function MoveDialog({ workflow, onClose, onMove }: MoveDialogProps) {
  const { notify } = useHost();
  const folders = useFolders();
  const listed = folders.data?.folders ?? [];
  const [chosen, setChosen] = useState(workflow.folderId ?? NO_FOLDER);
  const [isMoving, setIsMoving] = useState(false);

  async function move() {
    setIsMoving(true);
    try {
      await onMove(workflow, listed.find(({ id }) => id === chosen) ?? null);
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
        label={`Folder of “${workflow.name}”`}
        value={chosen}
        onChange={setChosen}
        options={[{ value: NO_FOLDER, label: 'No folder' }, ...listed.map(({ id, name }) => ({ value: id, label: name }))]}
      />
    </Dialog>
  );
}
