import { FolderBar } from './folder-bar.tsx';
import { MoveDialog, type MovedWorkflow } from './move-dialog.tsx';
import { useFolderActions } from './use-folder-actions.tsx';

export interface FoldersProps {
  /** Empty: all workflows; `none`: workflows without a folder. */
  selected: string;
  /** The path of a folder's list, with the current filters. */
  pathOf: (folderId: string) => string;
  /** The workflows that can be dragged. */
  listed: readonly MovedWorkflow[];
  /** The workflow to move that was chosen in a row's menu; null if none was. */
  moving: MovedWorkflow | null;
  onMoveEnd: () => void;
}

export function Folders({ selected, pathOf, listed, moving, onMoveEnd }: FoldersProps) {
  const { folderActions, folderDialogs } = useFolderActions();
  return (
    <>
      <FolderBar
        selected={selected}
        pathOf={pathOf}
        actions={folderActions}
        onDrop={async (workflowId, folder) => {
          const workflow = listed.find(({ id }) => id === workflowId);
          if (workflow) await folderActions.move(workflow, folder);
        }}
      />
      {folderDialogs}
      {moving ? (
        <MoveDialog
          label={`Folder of “${moving.name}”`}
          folderId={moving.folderId}
          onClose={onMoveEnd}
          onMove={(folder) => folderActions.move(moving, folder)}
        />
      ) : null}
    </>
  );
}
