import { useApi } from '@portage/area-kit';
import { Banner, Link, Stack, space } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { useValueSources } from '../../values/index.ts';
import { WorkflowChoice } from '../../workflow-choice/workflow-choice.tsx';

interface CalledWorkflowFieldProps {
  value: string | null;
  onChange: (workflowId: string | null) => void;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** Chooses a workflow by name, and says what would prevent calling it. */
export function CalledWorkflowField({ value, onChange, isReadOnly, errorMessage }: CalledWorkflowFieldProps) {
  const { workflowId } = useValueSources();
  const called = useCalledWorkflow(workflowId, value);
  return (
    <>
      <WorkflowChoice
        label="Workflow"
        placeholder="Choose a workflow"
        value={value}
        chosenName={called.data?.workflow?.name ?? null}
        onChange={onChange}
        isRequired
        isDisabled={isReadOnly}
        errorMessage={errorMessage}
      />
      {value !== null && called.data ? <CalledWorkflowState workflowId={value} {...called.data} /> : null}
    </>
  );
}

/** High enough to be hit next to the field above. */
const OpenLink = styled(Link)`
  display: inline-block;
  line-height: ${space(6)};
`;

interface CalledWorkflowStateProps {
  workflowId: string;
  workflow: { name: string; isActive: boolean } | null;
  isCircle: boolean;
}

function CalledWorkflowState({ workflowId, workflow, isCircle }: CalledWorkflowStateProps) {
  if (!workflow) return <Banner tone="danger">The workflow was deleted, or belongs to another account. Choose another one.</Banner>;
  return (
    <Stack $gap={2}>
      <div>
        <OpenLink href={`/workflows/${workflowId}/edit`}>Open {workflow.name}</OpenLink>
      </div>
      {workflow.isActive ? null : <Banner tone="warning">“{workflow.name}” is inactive and can’t be called. Activate it first.</Banner>}
      {isCircle ? (
        <Banner tone="warning">
          “{workflow.name}” calls this workflow back. Runs that call one another fail at the fifth level, unless a condition ends the circle
          earlier.
        </Banner>
      ) : null}
    </Stack>
  );
}

function useCalledWorkflow(callerId: string | undefined, calledId: string | null) {
  const api = useApi();
  return useQuery({
    queryKey: ['workflows', callerId, 'called', calledId],
    enabled: callerId !== undefined && calledId !== null,
    queryFn: ({ signal }) =>
      api('GET /api/workflows/{id}/called/{calledId}', { params: { id: callerId ?? '', calledId: calledId ?? '' } }, { signal }),
  });
}
