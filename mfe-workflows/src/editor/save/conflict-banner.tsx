import { isApiError } from '@portage/contracts';
import { Banner, Button, Dialog, Inline, Stack, useLoaded } from '@portage/ui';
import { diffVersions, type VersionChange } from '@portage/workflow';
import { useState } from 'react';
import { useEditorStore } from '../state/editor-context.tsx';
import { ChangeTable } from '../version-history/change-table.tsx';
import { useSaving, useSavingState } from './saving-context.tsx';

/** The second of two saves on one version is refused; here the person chooses which version stays. */
export function ConflictBanner() {
  const { phase, error } = useSavingState();
  const saving = useSaving();
  const store = useEditorStore();
  const [changes, setChanges] = useState<VersionChange[] | null>(null);
  const [isComparing, setIsComparing] = useState(false);
  const { shown, indicator } = useLoaded(isComparing && changes === null ? undefined : (changes ?? []), 'Comparing');
  if (phase !== 'conflict') return null;
  const isActive = isApiError(error) && error.code === 'workflow-active';

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
        {isActive ? 'Deactivate and overwrite' : 'Overwrite'}
      </Button>
    </>
  );

  return (
    <>
      <Banner
        tone="warning"
        title={isActive ? 'This workflow was activated elsewhere' : 'This workflow was saved elsewhere in the meantime'}
        action={
          <Inline>
            <Button onPress={compare}>See the difference</Button>
            {buttons}
          </Inline>
        }
      >
        Your changes are still here; they are not saved until you choose. Reload takes the saved workflow, and Undo brings yours back;
        Overwrite replaces it with yours, and the version history keeps both.
      </Banner>
      <Dialog isOpen={isComparing} onClose={() => setIsComparing(false)} title="What differs" isWide actions={buttons}>
        {shown === undefined ? (
          indicator
        ) : (
          <Stack>
            <p>Value is what you have here, Old Value what is saved.</p>
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
