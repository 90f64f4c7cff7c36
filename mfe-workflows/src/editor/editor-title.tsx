import { lazyPage, useHost } from '@portage/area-kit';
import { Badge, Breadcrumbs, IconButton, Inline, size, space } from '@portage/ui';
import { Pencil } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { SaveLine } from './save/save-line.tsx';
import { useOpenDraft, useOpenWorkflow, useSaving } from './save/saving-context.tsx';
import { WorkflowInfoDialog } from './workflow-info-dialog.tsx';

const WorkflowAlertsDialog = lazyPage(() => import('../alerts/workflow-alerts-dialog.tsx').then((file) => file.WorkflowAlertsDialog));

/** From this width on, everything next to the name fits on one line. */
export const oneLineWidth = '1200px';

const Line = styled(Inline)`
  gap: ${space(1)} ${space(3)};
  min-width: 0;
  > nav {
    flex: 0 1 auto;
    min-width: ${space(20)};
    max-width: 50%;
  }
  /* A long name gives way before anything moves to a line of its own. */
  @media (min-width: ${oneLineWidth}) {
    flex-wrap: nowrap;
  }
  nav ol {
    flex-wrap: nowrap;
  }
  nav li:last-child {
    min-width: 0;
  }
  nav li:last-child > * {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  @media (max-width: ${size.narrow}) {
    > nav {
      max-width: 80%;
    }
  }
`;

/** "Workflows / {name}" with the edit icon (spec EDIT-02..04), and the save status. @param children shown on the far side */
export function EditorTitle({ canBeChanged, children }: { canBeChanged: boolean; children: ReactNode }) {
  const { notify } = useHost();
  const workflow = useOpenWorkflow();
  const { saveInfo } = useSaving();
  const [isEditing, setIsEditing] = useDialogInAddress('settings');
  const [hasAlerts, setHasAlerts] = useDialogInAddress('alerts');
  return (
    <Line>
      <Breadcrumbs items={[{ label: 'Workflows', href: '/workflows' }, { label: workflow.name }]} />
      <IconButton
        label="Edit name, description and logging"
        size="dense"
        icon={<Pencil aria-hidden />}
        onPress={() => setIsEditing(true)}
      />
      <VersionBadge />
      <SaveLine canBeChanged={canBeChanged} />
      {children}
      {isEditing ? (
        <WorkflowInfoDialog
          isOpen
          workflow={workflow}
          onClose={() => setIsEditing(false)}
          onUpdate={async (info) => {
            try {
              await saveInfo(info);
              setIsEditing(false);
              notify.success('Updated');
            } catch (error) {
              notify.error(error);
            }
          }}
        />
      ) : null}
      {hasAlerts ? (
        <Suspense fallback={null}>
          <WorkflowAlertsDialog workflow={workflow} onClose={() => setHasAlerts(false)} />
        </Suspense>
      ) : null}
    </Line>
  );
}

/** Also opened by the address. @param name the parameter, as in `?settings` */
function useDialogInAddress(name: 'settings' | 'alerts'): [isOpen: boolean, setIsOpen: (isOpen: boolean) => void] {
  const [search, setSearch] = useSearchParams();
  const [isOpen, setIsOpen] = useState(false);
  const isInAddress = search.has(name);
  function change(next: boolean): void {
    setIsOpen(next);
    if (!isInAddress) return;
    setSearch(
      (before) => {
        before.delete(name);
        return before;
      },
      { replace: true },
    );
  }
  return [isOpen || isInAddress, change];
}

function VersionBadge() {
  const { isActive, publishedNumber } = useOpenWorkflow();
  const draft = useOpenDraft();
  if (draft) return <Badge tone="warning">Draft</Badge>;
  return isActive ? <Badge tone="success">{publishedWords(publishedNumber)}</Badge> : null;
}

function publishedWords(number: number | null): string {
  return number === null ? 'Published' : `Published, version ${number}`;
}
