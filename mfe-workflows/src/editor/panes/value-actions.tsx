import { Button } from '@portage/ui';
import { GitBranch, Repeat } from 'lucide-react';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { addFollowUp, type FollowUp, listFollowUps } from './follow-up.ts';
import type { Picked } from './pane-data.tsx';
import type { PaneStep } from './step-panes.tsx';

const looks = {
  branch: { label: 'Branch on this decision', Icon: GitBranch },
  loop: { label: 'Loop over this list', Icon: Repeat },
} satisfies Record<FollowUp, unknown>;

/** Adds a step after the open one that uses the picked value. */
export function ValueActions({ step, picked }: { step: PaneStep; picked: Picked }) {
  const store = useEditorStore();
  const isReadOnly = useEditor((state) => state.isReadOnly);
  if (isReadOnly || picked.root !== 'Steps' || step.type === 'EndStep') return null;
  return listFollowUps(picked.value).map((followUp) => {
    const { label, Icon } = looks[followUp];
    return (
      <Button
        key={followUp}
        size="dense"
        icon={<Icon aria-hidden />}
        onPress={() => {
          const { keys, value } = picked;
          const makeId = () => crypto.randomUUID();
          const added = addFollowUp(store.getState().steps, followUp, { stepId: step.stepId, keys, value, makeId });
          store.change(added.steps);
          store.open(added.clientId, null, { isNew: true });
        }}
      >
        {label}
      </Button>
    );
  });
}
