import { FolderBar } from './folder-bar.tsx';
import { MoveDialog, type MovedWorkflow } from './move-dialog.tsx';
import { useFolderActions } from './use-folder-actions.tsx';

export interface FoldersProps {
  /** Empty: all workflows; `none`: workflows without a folder. */
  selected: string;
  /** The list of a folder, with the present filters. */
  pathOf: (folderId: string) => string;
  /** The workflows that can be dropped. */
  listed: readonly MovedWorkflow[];
  /** The workflow to move, chosen in a row's menu. */
  moving: MovedWorkflow | null;
  onMoveEnd: () => void;
}

/** The folders above the list of workflows, and all actions on them. */
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
      {moving ? <MoveDialog workflow={moving} onClose={onMoveEnd} onMove={folderActions.move} /> : null}
    </>
  );
}
