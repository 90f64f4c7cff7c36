import { Badge, Button, color, font, IconButton, Inline, radius, Stack, size, space, useConfirm } from '@portage/ui';
import { addConditionGroup, type BranchStep, canDeleteConditionGroup, deleteConditionGroup, workflowLimits } from '@portage/workflow';
import { AlertTriangle, ArrowLeft, ChevronRight, Plus, Trash2 } from 'lucide-react';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { conditionWords, holdsAlways } from '../../../step-types/condition-words.ts';
import { whenDialogsClosed } from '../../focus/when-dialogs-closed.ts';
import { useEditor, useEditorStore } from '../../state/editor-context.tsx';
import { FormSection, Hint } from '../fields/form-section.tsx';
import type { StepFormProps } from '../fields/step-form.ts';
import { ConditionGroupForm } from './condition-group-form.tsx';

const Opener = styled.button`
  flex: 1;
  min-width: 0;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 ${space(2)};
  padding: ${space(2)} ${space(3)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.text};
  text-align: left;
  cursor: pointer;
  &:hover {
    background: ${color.hover};
  }
  svg {
    grid-row: 1 / 3;
    grid-column: 2;
    color: ${color.muted};
  }
`;
const GroupName = styled.span`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  font-weight: ${font.weight.medium};
  overflow-wrap: anywhere;
  > svg {
    flex: none;
    color: ${color.danger};
  }
`;
const Summary = styled.span`
  color: ${color.muted};
  font-size: ${font.size.tiny};
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
  &[data-warns] {
    color: ${color.warning};
    white-space: normal;
  }
`;

/** The groups of a branch, and the form of the open one (spec STEP-53..61). */
export function BranchForm(props: StepFormProps<BranchStep>) {
  const { step, isReadOnly, problemOf } = props;
  const store = useEditorStore();
  const openGroup = useEditor((state) => state.openGroup);
  const [confirm, question] = useConfirm();
  const back = useRef<HTMLButtonElement>(null);
  const groups = useRef<HTMLDivElement>(null);
  useFocusBetween(openGroup, (left) => (openGroup === null ? groups.current?.querySelectorAll('button[data-group]')[left] : back.current));

  function add(): void {
    const added = addConditionGroup(store.getState().steps, step.stepId);
    if (!added) return;
    store.change(added.steps);
    store.open(step.clientId, added.groupIndex);
  }

  function askToDelete(groupIndex: number): void {
    confirm({
      message: 'Are you sure to delete this condition?',
      onConfirm: () => {
        store.open(step.clientId);
        store.change(deleteConditionGroup(store.getState().steps, step.stepId, groupIndex));
      },
    });
  }

  const canDelete = !isReadOnly && canDeleteConditionGroup(step);
  if (openGroup !== null && step.conditionGroups[openGroup]) {
    return (
      <>
        <Inline>
          <Button ref={back} size="dense" variant="ghost" icon={<ArrowLeft aria-hidden />} onPress={() => store.open(step.clientId)}>
            All conditions
          </Button>
          {canDelete ? (
            <Button size="dense" variant="ghost" icon={<Trash2 aria-hidden />} onPress={() => askToDelete(openGroup)}>
              Delete condition
            </Button>
          ) : null}
        </Inline>
        <ConditionGroupForm key={openGroup} {...props} groupIndex={openGroup} />
        {question}
      </>
    );
  }
  return (
    <FormSection title="Conditions">
      <Hint>Checked from top to bottom; the first match is taken.</Hint>
      <Stack ref={groups} $gap={2}>
        {step.conditionGroups.map((group, index) => {
          const isLast = index === step.conditionGroups.length - 1;
          const text = conditionWords(group, isLast);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: groups have no other identity, and hold no state of their own.
            <Inline $gap={1} $isNowrap key={index}>
              <Opener type="button" data-group onClick={() => store.open(step.clientId, index)}>
                <GroupName>
                  {group.name.trim() || 'No name'}
                  {group.isHiddenFromCustomer ? <Badge>Hidden</Badge> : null}
                  {hasProblem(index, group.conditions?.length ?? 0, problemOf) ? (
                    <AlertTriangle size={size.iconSmall} role="img" aria-label="Has a problem" />
                  ) : null}
                </GroupName>
                <Summary title={text} data-warns={(holdsAlways(group) && !isLast) || undefined}>
                  {text}
                </Summary>
                <ChevronRight size={size.iconSmall} aria-hidden />
              </Opener>
              {canDelete ? (
                <IconButton
                  label={`Delete ${group.name || `condition ${index + 1}`}`}
                  icon={<Trash2 aria-hidden />}
                  onPress={() => askToDelete(index)}
                />
              ) : null}
            </Inline>
          );
        })}
      </Stack>
      <div>
        <Button
          icon={<Plus aria-hidden />}
          onPress={add}
          isDisabled={isReadOnly || step.conditionGroups.length >= workflowLimits.conditionGroups}
        >
          Add option
        </Button>
      </div>
      {question}
    </FormSection>
  );
}

/** Keeps the focus when the pressed button disappears with its list or group. */
function useFocusBetween(openGroup: number | null, find: (left: number) => Element | null | undefined): void {
  const shown = useRef(openGroup);
  useEffect(() => {
    const left = shown.current;
    shown.current = openGroup;
    if (left === openGroup) return;
    whenDialogsClosed(() => {
      const next = find(left ?? 0);
      if (document.activeElement === document.body && next instanceof HTMLElement) next.focus({ preventScroll: true });
    });
  });
}

function hasProblem(index: number, conditions: number, problemOf: (field: string) => string | undefined): boolean {
  const path = `conditionGroups[${index}]`;
  const ofConditions = Array.from({ length: conditions }, (_, at) => [
    `${path}.conditions[${at}].leftExpression`,
    `${path}.conditions[${at}].rightExpression`,
  ]);
  return [`${path}.name`, `${path}.script`, ...ofConditions.flat()].some((field) => problemOf(field) !== undefined);
}
