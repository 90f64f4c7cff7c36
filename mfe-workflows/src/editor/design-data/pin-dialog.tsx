import { useHost } from '@portage/area-kit';
import { Banner, Button, Dialog, FailedRead, Hint, Stack, useEditable, useLoaded } from '@portage/ui';
import type { StepValues } from '@portage/workflow';
import { Pin, PinOff } from 'lucide-react';
import { type ReactNode, useCallback, useState } from 'react';
import { type DesignData, useDesignData } from '../state/design-data-context.ts';
import { useEditor } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { JsonField } from '../values/index.ts';
import { OpenPinContext } from './pin-dialog-context.ts';
import { pinnedText, readPinned } from './pinned-text.ts';
import { useStepOfRun } from './use-step-of-run.ts';

export function PinDialogProvider({ children }: { children: ReactNode }) {
  const [clientId, setClientId] = useState<string | null>(null);
  const design = useDesignData();
  const step = useEditor((state) => state.steps.find((one) => one.clientId === clientId));
  const close = useCallback(() => setClientId(null), []);
  return (
    <OpenPinContext value={setClientId}>
      {children}
      {design && step ? <PinDialog key={step.clientId} step={step} design={design} onClose={close} /> : null}
    </OpenPinContext>
  );
}

/** The output that replaces a step's own in tests: written by hand, or copied from the shown run. */
function PinDialog({ step, design, onClose }: { step: EditorStep; design: DesignData; onClose: () => void }) {
  const { notify } = useHost();
  const pinned = design.pins.get(step.clientId);
  const fromRun = useStepOfRun(step, pinned === undefined);
  const [text, setText] = useEditable(fromRun.isReading ? undefined : pinnedText(pinned ?? fromRun.values));
  const { shown, indicator } = useLoaded(text, 'Reading the step’s output');
  const read = shown === undefined ? null : readPinned(shown);
  async function save(values: StepValues | null) {
    await design.pin(step.clientId, values);
    notify.success(values === null ? 'Output unpinned' : 'Output pinned: tests use it instead of executing the step.');
    onClose();
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Pinned output of “${step.stepId}”`}
      isWide
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          {pinned ? (
            <Button icon={<PinOff aria-hidden />} onPress={() => save(null)}>
              Unpin
            </Button>
          ) : null}
          <Button
            variant="primary"
            icon={<Pin aria-hidden />}
            isDisabled={!read?.ok}
            onPress={() => (read?.ok ? save(read.values) : undefined)}
          >
            {pinned ? 'Save' : 'Pin'}
          </Button>
        </>
      }
    >
      <Stack>
        <Hint>Test runs use this output instead of executing the step. Real runs ignore it. With Error, the step counts as failed.</Hint>
        {fromRun.failed ? (
          <FailedRead
            title="The output could not be read"
            query={{
              error: fromRun.failed.error,
              refetch: async () => {
                setText(undefined);
                await fromRun.failed?.refetch();
              },
            }}
          />
        ) : null}
        {read ? (
          <JsonField label="Output" value={shown ?? ''} onChange={setText} rows={12} errorMessage={read.ok ? undefined : read.message} />
        ) : (
          indicator
        )}
        {pinned === undefined && fromRun.record ? (
          <Banner tone="info">This is the output of the step in the run whose data you use. Secrets are left out.</Banner>
        ) : null}
      </Stack>
    </Dialog>
  );
}
