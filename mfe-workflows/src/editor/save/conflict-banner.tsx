import { isApiError } from '@portage/contracts';
import { Banner, Button, Dialog, Inline, Stack, useLoaded } from '@portage/ui';
import { diffVersions, type VersionChange } from '@portage/workflow';
import { useState } from 'react';
import { ChangeTable } from '../changes/change-table.tsx';
import { useEditorStore } from '../state/editor-context.tsx';
import { useOpenDraft, useSaving, useSavingState } from './saving-context.tsx';

/** Shown after a save is refused because another save of the same version came first: the person chooses which version stays. */
export function ConflictBanner() {
  const { phase, error } = useSavingState();
  const isDraft = useOpenDraft() !== null;
  const saving = useSaving();
  const store = useEditorStore();
  const [changes, setChanges] = useState<VersionChange[] | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const { shown, indicator } = useLoaded(isComparing && changes === null ? undefined : (changes ?? []), 'Comparing');
  if (phase !== 'conflict') return null;
  const code = isApiError(error) ? error.code : null;
  const { overwrite, title, choice } = getConflictTexts(code, isDraft);

  async function compare() {
    setIsComparing(true);
    try {
      const theirs = await saving.readTheirs();
      setChanges(diffVersions(theirs.steps, [...store.getState().steps]));
    } catch (failure) {
      setIsComparing(false);
      throw failure;
    }
  }
  const buttons = (
    <>
      <Button onPress={() => saving.takeTheirs().then(() => setIsComparing(false))}>Reload</Button>
      <Button variant="danger" onPress={() => saving.overwriteTheirs().then(() => setIsComparing(false))}>
        {overwrite}
      </Button>
    </>
  );

  return (
    <>
      <Banner
        tone="warning"
        title={title}
        action={
          <Inline>
            <Button onPress={compare}>See the difference</Button>
            {buttons}
          </Inline>
        }
      >
        {choice}
      </Banner>
      <Dialog isOpen={isComparing} onClose={() => setIsComparing(false)} title="What differs" isWide actions={buttons}>
        {shown === undefined ? (
          indicator
        ) : (
          <Stack>
            <p>Value is what you have here; Old Value is what is saved.</p>
            <ChangeTable
              changes={shown}
              steps={store.getState().steps}
              emptyText="The steps are the same. Only the name or the logging was changed."
            />
          </Stack>
        )}
      </Dialog>
    </>
  );
}

const UNSAVED = 'Your changes are still here; they are not saved until you choose.';

function getConflictTexts(code: unknown, isDraft: boolean): { title: string; overwrite: string; choice: string } {
  if (code === 'workflow-inactive') {
    return {
      title: 'This workflow was deactivated elsewhere',
      overwrite: 'Save into the workflow',
      choice: `${UNSAVED} Reload leaves the draft as it was saved; Save into the workflow puts your steps into the workflow itself.`,
    };
  }
  const overwrite = code === 'workflow-active' ? 'Deactivate and overwrite' : 'Overwrite';
  const title =
    code === 'workflow-active'
      ? 'This workflow was activated elsewhere'
      : isDraft
        ? 'This draft was saved, published or discarded elsewhere'
        : 'This workflow was saved elsewhere';
  const saved = isDraft ? 'loads what is saved' : 'loads the saved workflow';
  return {
    title,
    overwrite,
    choice: `${UNSAVED} Reload ${saved}, and Undo brings yours back; Overwrite replaces it with yours, and the version history keeps both.`,
  };
}
