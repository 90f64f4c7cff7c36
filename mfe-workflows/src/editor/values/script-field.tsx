import { useSampleScope, useValueActions, useValues } from '@portage/mapping-editor/value-field';
import type { AvailableReferences } from '@portage/workflow';
import type { ScriptProblem, ScriptReferenceProblem } from '@portage/workflow/scripts';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { CodeField } from './code/code-field.tsx';
import type { ScriptFieldProps } from './code-field-types.ts';

const STEP_NAMES = /\bSteps\s*(?:\?\.\s*)?\[\s*["'`]([^"'`\]]+)["'`]\s*\]/g;
/** Checking takes a moment, and an unfinished line is always invalid. */
const CHECK_DELAY_MS = 400;

/** The script of a step (spec STEP-66): Monaco with completion for the steps before it, and the first mistake with its line. */
export function ScriptField({ stepId, ...field }: ScriptFieldProps) {
  const { availableOf, stepNames, hasHiddenSteps } = useValues();
  const actions = useValueActions();
  const shown = useDeferredValue(field.value);
  const scope = useSampleScope(stepId);
  const available = availableOf(stepId);
  const { problem, warnings } = useScriptReading(field.value, stepNames, available);
  const help = useMemo(() => ({ available, scope }), [available, scope]);
  const names = useMemo(() => JSON.stringify([...new Set([...shown.matchAll(STEP_NAMES)].map((match) => match[1] ?? ''))]), [shown]);
  useEffect(() => {
    actions?.wantSteps(JSON.parse(names) as string[]);
    actions?.wantStoredData();
  }, [actions, names]);
  return (
    <CodeField
      {...field}
      language="javascript"
      stepId={stepId}
      problem={problem}
      warnings={hasHiddenSteps ? nothingWrong.warnings : warnings}
      help={help}
    />
  );
}

interface ScriptReading {
  problem: ScriptProblem | null;
  /** References to steps that don't exist. */
  warnings: readonly ScriptReferenceProblem[];
}

const nothingWrong: ScriptReading = { problem: null, warnings: [] };

/** Reads the script's problems. The parser loads with the first script. */
function useScriptReading(script: string, stepNames: ReadonlySet<string>, available: AvailableReferences): ScriptReading {
  const [reading, setReading] = useState(nothingWrong);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      void import('@portage/workflow/scripts')
        .then(({ scriptProblem, scriptReferenceProblems }) => {
          const problem = scriptProblem(script);
          const warnings = problem ? [] : scriptReferenceProblems(script, stepNames, available);
          if (isWanted) setReading(problem || warnings.length > 0 ? { problem, warnings } : nothingWrong);
        })
        // Without the parser, the run itself reports what is wrong.
        .catch(() => undefined);
    }, CHECK_DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [script, stepNames, available]);
  return reading;
}
