import { Banner } from '@portage/ui';
import { WorkflowChoice } from '../workflow-choice/workflow-choice.tsx';

interface OnFailureFieldProps {
  workflowId: string;
  saved: { workflowId: string; name: string; isActive: boolean } | null;
  value: string | null;
  onChange: (workflowId: string | null) => void;
}

export function OnFailureField({ workflowId, saved, value, onChange }: OnFailureFieldProps) {
  return (
    <>
      <WorkflowChoice
        label="On failure, start"
        placeholder="No workflow"
        value={value}
        chosenName={saved && saved.workflowId === value ? saved.name : null}
        leftOut={workflowId}
        onChange={onChange}
        hint="Each failed run starts this workflow once, with details of the failure as its payload. Test runs do not start it."
      />
      {saved && saved.workflowId === value && !saved.isActive ? (
        <Banner tone="warning">“{saved.name}” is inactive, so it won’t start.</Banner>
      ) : null}
    </>
  );
}
