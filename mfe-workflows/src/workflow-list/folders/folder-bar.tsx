import { useHost } from '@portage/area-kit';
import { NO_FOLDER } from '@portage/contracts';
import { Button, color, font, Hidden, Link, MenuButton, Muted, radius, size, space } from '@portage/ui';
import { Folder, FolderPlus, Pencil, Trash2 } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import styled from 'styled-components';
import { useFolders } from './folder-queries.ts';
import { FolderRoom } from './folder-room.ts';
import type { FolderActions } from './use-folder-actions.tsx';
import { draggedWorkflowId, isWorkflowDrag } from './workflow-drag.ts';

const List = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1.5)};
  min-width: 0;
  max-height: ${space(32)};
  margin: 0;
  padding: ${space(0.5)};
  overflow-y: auto;
  list-style: none;
`;
const Chip = styled(Link)`
  display: inline-flex;
  align-items: center;
  gap: ${space(1.5)};
  min-height: ${size.controlDense};
  max-width: ${size.field};
  padding: 0 ${space(2.5)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.surface};
  color: ${color.text};
  font-size: ${font.size.small};
  text-decoration: none;
  > span:first-of-type {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > svg {
    flex: none;
  }
  &:hover {
    background: ${color.hover};
  }
  &[aria-current='true'] {
    border-color: ${color.brand};
    background: ${color.brandSoft};
    color: ${color.brand};
    font-weight: ${font.weight.medium};
  }
  &[data-is-over='true'] {
    outline: ${size.focusRing} dashed ${color.brand};
  }
`;

/** Tells people who don't see the page what the number next to a folder counts. */
export interface FolderBarProps {
  /** Empty: all workflows; `none`: workflows without a folder. */
  selected: string;
  /** The path of a folder's list, with the current filters. */
  pathOf: (folderId: string) => string;
  actions: FolderActions;
  onDrop: (workflowId: string, folder: { id: string; name: string } | null) => Promise<void>;
}

/** The person's folders as links; workflows can be dropped on them. */
export function FolderBar({ selected, pathOf, actions, onDrop }: FolderBarProps) {
  const folders = useFolders();
  if (!folders.data) return <FolderRoom />;
  const { folders: listed, totalCount, unfiledCount } = folders.data;
  const current = listed.find(({ id }) => id === selected);
  const add = (
    <Button size="dense" variant="ghost" icon={<FolderPlus aria-hidden />} onPress={actions.make}>
      Add folder
    </Button>
  );
  if (listed.length === 0) return <FolderRoom>{add}</FolderRoom>;
  return (
    <FolderRoom>
      <List>
        <FolderChip href={pathOf('')} name="All workflows" count={totalCount} isCurrent={selected === ''} />
        {listed.map((folder) => (
          <FolderChip
            key={folder.id}
            href={pathOf(folder.id)}
            name={folder.name}
            count={folder.workflowCount}
            isCurrent={folder.id === selected}
            hasIcon
            onDrop={(workflowId) => onDrop(workflowId, folder)}
          />
        ))}
        <FolderChip
          href={pathOf(NO_FOLDER)}
          name="No folder"
          count={unfiledCount}
          isCurrent={selected === NO_FOLDER}
          onDrop={(workflowId) => onDrop(workflowId, null)}
        />
      </List>
      {current ? (
        <MenuButton
          label="Folder"
          size="dense"
          entries={[
            { id: 'rename', label: 'Rename', icon: <Pencil aria-hidden />, onAction: () => actions.rename(current) },
            { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true, onAction: () => actions.askToDelete(current) },
          ]}
        />
      ) : null}
      {add}
    </FolderRoom>
  );
}

interface FolderChipProps {
  href: string;
  name: string;
  count: number;
  isCurrent: boolean;
  hasIcon?: boolean;
  onDrop?: (workflowId: string) => Promise<void>;
}

function FolderChip({ href, name, count, isCurrent, hasIcon = false, onDrop }: FolderChipProps) {
  const { notify } = useHost();
  const [isOver, setIsOver] = useState(false);
  const target = onDrop
    ? {
        onDragOver: (event: DragEvent) => {
          if (!isWorkflowDrag(event)) return;
          event.preventDefault();
          setIsOver(true);
        },
        onDragLeave: () => setIsOver(false),
        onDrop: async (event: DragEvent) => {
          if (!isWorkflowDrag(event)) return;
          event.preventDefault();
          setIsOver(false);
          await onDrop(draggedWorkflowId(event)).catch(notify.error);
        },
      }
    : {};
  return (
    <li>
      <Chip href={href} title={name} aria-current={isCurrent ? 'true' : undefined} data-is-over={isOver} draggable={false} {...target}>
        {hasIcon ? <Folder size={size.iconSmall} aria-hidden /> : null}
        <span>{name}</span>
        <Muted $isNumber>
          {count} <Hidden>{count === 1 ? 'workflow' : 'workflows'}</Hidden>
        </Muted>
      </Chip>
    </li>
  );
}
