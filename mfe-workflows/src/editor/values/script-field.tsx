import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { CodeField } from './code/code-field.tsx';
import type { ScriptProblem } from './script/script-problem.ts';
import { useSampleScope } from './use-sample-scope.ts';
import type { ScriptFieldProps } from './value-types.ts';
import { useValueActions, useValues } from './values-context.ts';

const STEP_NAMES = /\bSteps\s*(?:\?\.\s*)?\[\s*["'`]([^"'`\]]+)["'`]\s*\]/g;
/** Looking at a script takes a moment, and half a line is always wrong. */
const CHECK_DELAY_MS = 400;

/** The script of a step (spec STEP-66): Monaco with the steps before it to choose from, and the first mistake with its line. */
export function ScriptField({ stepId, ...field }: ScriptFieldProps) {
  const { availableOf } = useValues();
  const actions = useValueActions();
  const shown = useDeferredValue(field.value);
  const scope = useSampleScope(stepId);
  const available = availableOf(stepId);
  const problem = useScriptProblem(field.value);
  const help = useMemo(() => ({ available, scope }), [available, scope]);
  const names = useMemo(() => JSON.stringify([...new Set([...shown.matchAll(STEP_NAMES)].map((match) => match[1] ?? ''))]), [shown]);
  useEffect(() => {
    actions?.wantSteps(JSON.parse(names) as string[]);
    actions?.wantStoredData();
  }, [actions, names]);
  return <CodeField {...field} language="javascript" stepId={stepId} problem={problem} help={help} />;
}

/** The parser is loaded together with the first script. */
function useScriptProblem(script: string): ScriptProblem | null {
  const [problem, setProblem] = useState<ScriptProblem | null>(null);
  useEffect(() => {
    let isWanted = true;
    const timer = setTimeout(() => {
      void import('./script/script-problem.ts')
        .then(({ scriptProblem }) => isWanted && setProblem(scriptProblem(script)))
        // Without the parser the run itself says what is wrong.
        .catch(() => undefined);
    }, CHECK_DELAY_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [script]);
  return problem;
}
