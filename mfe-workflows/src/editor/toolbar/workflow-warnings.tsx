import { Badge, Button, color, DropdownMenu } from '@portage/ui';
import { TriangleAlert } from 'lucide-react';
import styled from 'styled-components';
import { openAndValidate } from '../panel/form-memory.ts';
import { parseGroupIndex } from '../panel/validity-indicator.tsx';
import { useEditor, useEditorStore } from '../state/editor-context.tsx';

const MOST_SHOWN = 20;

const Press = styled(Button)`
  color: ${color.warning};
`;

/** Lists what can run but probably not as intended; choosing an entry opens its step. Renders nothing without warnings. */
export function WorkflowWarnings() {
  const store = useEditorStore();
  const warnings = useEditor((state) => state.warnings);
  const steps = useEditor((state) => state.steps);
  if (warnings.length === 0) return null;

  function show(stepId: string | null, field: string | undefined): void {
    const clientId = steps.find((step) => step.stepId === stepId)?.clientId;
    if (clientId !== undefined) openAndValidate(store, clientId, parseGroupIndex(field));
  }

  return (
    <DropdownMenu
      label="Warnings"
      trigger={
        <Press size="dense" variant="ghost">
          <Badge tone="warning" icon={<TriangleAlert aria-hidden />}>
            {warnings.length === 1 ? '1 warning' : `${warnings.length} warnings`}
          </Badge>
        </Press>
      }
      entries={warnings.slice(0, MOST_SHOWN).map(({ stepId, field, message }, at) => ({
        id: `${at}`,
        label: `${stepId}: ${message}`,
        onAction: () => show(stepId, field),
      }))}
    />
  );
}
