import { useHost } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import { workflowKeys } from '../../workflows/workflow-queries.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { folderPath, type WorkflowFolder } from './folder-queries.ts';
import type { MovedWorkflow } from './move-dialog.tsx';

export interface FolderActions {
  make: () => void;
  rename: (folder: WorkflowFolder) => void;
  askToDelete: (folder: WorkflowFolder) => void;
  move: (workflow: MovedWorkflow, folder: { id: string; name: string } | null) => Promise<void>;
}

type Opened = { kind: 'make' } | { kind: 'rename'; folder: WorkflowFolder };

/** Creates, renames and deletes folders and moves workflows; each message offers to undo it. */
export function useFolderActions(): { folderActions: FolderActions; folderDialogs: ReactNode } {
  const { api, navigate, notify, queryClient } = useHost();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [confirm, question] = useConfirm();
  const reload = () => queryClient.invalidateQueries({ queryKey: workflowKeys.all });

  const folderActions: FolderActions = {
    make: () => setOpened({ kind: 'make' }),
    rename: (folder) => setOpened({ kind: 'rename', folder }),
    askToDelete: ({ id, name }) =>
      confirm({
        message: `The folder “${name}” will be deleted. Its workflows stay, without a folder.`,
        onConfirm: async () => {
          await api('DELETE /api/workflow-folders/{id}', { params: { id } });
          notify.success('Folder deleted.', {
            label: 'Undo',
            about: `“${name}”`,
            onAction: async () => {
              await api('POST /api/workflow-folders/{id}/restore', { params: { id } });
              notify.success(`The folder “${name}” is back, with its workflows.`);
              await reload();
            },
          });
          navigate('/workflows');
          await reload();
        },
      }),
    move: async ({ id, name, folderId }, folder) => {
      if (folderId === (folder?.id ?? null)) return;
      const moveTo = async (wanted: string | null) => {
        await api('PUT /api/workflows/{id}/folder', { params: { id }, body: { folderId: wanted } });
        await reload();
      };
      await moveTo(folder?.id ?? null);
      notify.success(folder ? `Moved to “${folder.name}”.` : 'Removed from its folder.', {
        label: 'Undo',
        about: `“${name}”`,
        onAction: async () => {
          await moveTo(folderId);
          notify.success(`“${name}” was moved back.`);
        },
      });
    },
  };

  async function save(name: string): Promise<void> {
    if (opened?.kind === 'rename') {
      const { id, name: before } = opened.folder;
      const renameTo = async (wanted: string) => {
        await api('PUT /api/workflow-folders/{id}', { params: { id }, body: { name: wanted } });
        await reload();
      };
      if (name === before) return;
      await renameTo(name);
      notify.success('Folder renamed.', { label: 'Undo', about: `“${before}”, now “${name}”`, onAction: () => renameTo(before) });
      return;
    }
    const { folder } = await api('POST /api/workflow-folders', { body: { name } });
    await reload();
    navigate(folderPath(folder.id));
  }

  const folderDialogs = (
    <>
      {question}
      {opened ? (
        <FolderDialog name={opened.kind === 'rename' ? opened.folder.name : null} onClose={() => setOpened(null)} onSave={save} />
      ) : null}
    </>
  );
  return { folderActions, folderDialogs };
}
