import { Badge, Button } from '@portage/ui';
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { StepsDraft } from './steps-draft.ts';

/** Spec EDIT-52, EDIT-53. */
export function ValidityLine({ draft, onShow }: { draft: StepsDraft; onShow: (stepId: string) => void }) {
  if (draft.kind === 'broken') return <Problem text="The steps cannot be read" />;
  const [first] = draft.problems;
  if (!first) {
    return (
      <Badge tone="success" icon={<CircleCheck aria-hidden />}>
        Workflow is valid and can be started
      </Badge>
    );
  }
  const { stepId, message } = first;
  if (stepId === null) return <Problem text={message} />;
  return (
    <Button size="dense" variant="ghost" onPress={() => onShow(stepId)}>
      <Problem text={`${stepId}: ${message}`} />
    </Button>
  );
}

function Problem({ text }: { text: string }) {
  return (
    <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
      {text}
    </Badge>
  );
}
