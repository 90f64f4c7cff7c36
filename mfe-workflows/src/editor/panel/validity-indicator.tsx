import { Badge, Button, color, font, Span, size, space } from '@portage/ui';
import type { WorkflowProblem } from '@portage/workflow';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';
import { openAndValidate } from './form-memory.ts';
import type { FormProblem } from './form-problems.ts';
import { useFormProblems } from './use-form-memory.ts';

const Press = styled(Button)`
  color: ${color.warning};
`;

/** Only the check mark is green (spec EDIT-52): good news doesn't ask for attention. */
const Quiet = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  svg {
    flex: none;
    width: ${size.iconSmall};
    height: ${size.iconSmall};
    color: ${color.success};
  }
`;

/** The first problem that keeps the workflow from running. Invalid typed input comes before problems of the steps. */
export interface FirstProblem {
  clientId: string | null;
  stepId: string | null;
  groupIndex: number | null;
  message: string;
}

/** The text of the validity indicator; null if the workflow can run. */
export function useFirstProblem(): FirstProblem | null {
  const [ofForm] = useFormProblems();
  const problem = useEditor((state) => state.problems[0]);
  const steps = useEditor((state) => state.steps);
  if (ofForm && !isConnectorMissing(problem, ofForm)) return { ...ofForm, groupIndex: parseGroupIndex(ofForm.field) };
  if (!problem) return null;
  const step = steps.find((one) => one.stepId === problem.stepId);
  return { clientId: step?.clientId ?? null, stepId: problem.stepId, groupIndex: parseGroupIndex(problem.field), message: problem.message };
}

/** Without a connector there is nothing to choose from in the fields that only the form knows, so their problems don't count. */
function isConnectorMissing(problem: WorkflowProblem | undefined, { stepId }: FormProblem): boolean {
  return problem?.field === 'connectorId' && problem.stepId === stepId;
}

export function parseGroupIndex(field: string | undefined): number | null {
  const index = /^conditionGroups\[(\d+)\]\./.exec(field ?? '')?.[1];
  return index === undefined ? null : Number(index);
}

/** Spec EDIT-52, EDIT-53: a click opens the step or its condition group, and shows all its problems. */
export function ValidityIndicator() {
  const problem = useFirstProblem();
  const store = useEditorStore();
  if (!problem) {
    return (
      <Quiet>
        <CircleCheck aria-hidden />
        Workflow is valid and can be started
      </Quiet>
    );
  }
  const { clientId, stepId, groupIndex, message } = problem;
  const text = stepId === null ? message : `${stepId}: ${message}`;
  const badge = (
    <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
      <Span $isClipped $isBlock $maxWidth={`min(${size.field}, 60vw)`} title={text}>
        {text}
      </Span>
    </Badge>
  );
  if (clientId === null) return badge;
  return (
    <Press size="dense" variant="ghost" onPress={() => openAndValidate(store, clientId, groupIndex)}>
      {badge}
    </Press>
  );
}
