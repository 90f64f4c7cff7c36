import { useApi, useSessionUser } from '@portage/area-kit';
import { useConfirm } from '@portage/ui';
import { type ReactNode, useCallback, useState, useSyncExternalStore } from 'react';
import { getTestEffect } from '../../step-types/step-words.ts';
import { useOpenDraft, useOpenWorkflow, useSaving } from '../save/saving-context.tsx';
import { useDesignData } from '../state/design-data-context.ts';
import { useEditorStore } from '../state/editor-context.tsx';
import type { EditorStep } from '../state/editor-state.ts';
import { getStepTests, type StepTest } from '../state/step-tests.ts';
import { useConnectorQuery } from '../step-forms/connector-choice/connector-source.tsx';
import { useDataRun, useRefreshSamples } from '../values/samples/use-samples.ts';
import { readGiven } from './given-values.ts';
import { buildInputKey, keepInput, readStoredInput } from './kept-input.ts';

export interface StepTesting {
  /** False for steps that only a run can execute. */
  canTest: boolean;
  isStarting: boolean;
  /** Asks first if the step writes and hasn't been tested in this visit. */
  start(): void;
  /** Undefined if the step wasn't tested in this visit. */
  last: StepTest | undefined;
  /** The values that the person wrote for the test, as JSON; null: those that are known are used. */
  written: string | null;
  write(text: string | null): void;
  /** Render once. */
  question: ReactNode;
}

/** Tests the open step as it is in its form, without leaving it. */
export function useStepTest(step: EditorStep): StepTesting {
  const api = useApi();
  const { id } = useOpenWorkflow();
  const userId = useSessionUser()?.id ?? '';
  const isOfDraft = useOpenDraft() !== null;
  const { flushAround } = useSaving();
  const tests = getStepTests(useEditorStore());
  const { tests: byStep, agreed } = useSyncExternalStore(tests.subscribe, tests.get, tests.get);
  const effect = useTestEffect(step);
  const [confirm, question] = useConfirm();
  const [isStarting, setIsStarting] = useState(false);
  const design = useDesignData();
  const dataRun = useDataRun();
  const refreshSamples = useRefreshSamples(id);
  const { clientId, stepId } = step;
  const inputKey = buildInputKey(userId, id, clientId);
  const [written, setWritten] = useState<string | null>(() => readStoredInput(localStorage, inputKey, Date.now()));

  const write = useCallback(
    (text: string | null) => {
      setWritten(text);
      keepInput(localStorage, inputKey, text, Date.now());
    },
    [inputKey],
  );

  async function run(): Promise<void> {
    const given = written === null ? null : readGiven(written);
    if (given && !given.ok) {
      tests.put(clientId, { kind: 'refused', problem: new Error(given.message) });
      return;
    }
    setIsStarting(true);
    // The test reads the other steps, such as the trigger's sample, from the server.
    if (!(await flushAround(clientId))) {
      setIsStarting(false);
      return;
    }
    try {
      const body = {
        step,
        awaitsResult: true as const,
        ...(given ? { stepValues: given.values } : {}),
        ...(isOfDraft ? { ofDraft: true as const } : {}),
        ...dataRun,
      };
      const { workflowInstanceId, result } = await api('POST /api/workflows/{id}/test-step', { params: { id }, body });
      tests.put(clientId, { kind: 'alone', runId: workflowInstanceId, result });
      if (result) void refreshSamples();
      else design?.watch(workflowInstanceId);
    } catch (problem) {
      tests.put(clientId, { kind: 'refused', problem });
    }
    setIsStarting(false);
  }

  return {
    canTest: step.type !== 'Trigger' && step.type !== 'WaitForApproval',
    isStarting,
    start() {
      if (isStarting) return;
      if (effect === null || agreed.has(clientId)) {
        void run();
        return;
      }
      confirm({
        title: `Test “${stepId}”?`,
        message: `${effect} Further tests of this step won’t ask again until you leave the editor.`,
        confirmLabel: 'Test step',
        cancelLabel: 'Cancel',
        isDanger: false,
        onConfirm: () => {
          tests.agree(clientId);
          void run();
        },
      });
    },
    last: byStep.get(clientId),
    written,
    write,
    question,
  };
}

function useTestEffect(step: EditorStep): string | null {
  const connectorId = step.type === 'ConnectorOperation' && step.operationId ? (step.connectorId ?? null) : null;
  const operations = useConnectorQuery(connectorId === null ? null : ['operations', connectorId], (source) =>
    source.listOperations(connectorId ?? ''),
  );
  const operation = step.type === 'ConnectorOperation' ? operations.data?.find(({ id }) => id === step.operationId) : undefined;
  return getTestEffect(step, operation);
}
