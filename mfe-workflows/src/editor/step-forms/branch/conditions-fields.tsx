import { Button, color, Frame, font, IconButton, Select, Stack, space } from '@portage/ui';
import {
  type Condition,
  type ConditionGroup,
  conditionOperators,
  logicalOperators,
  unaryConditionOperators,
  workflowLimits,
} from '@portage/workflow';
import { Plus, Trash2 } from 'lucide-react';
import { Fragment } from 'react';
import styled from 'styled-components';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { toChoices } from '../fields/choices.ts';
import { Hint } from '../fields/form-section.tsx';
import { useRowFocus } from '../fields/use-row-focus.ts';

const operators = toChoices(conditionOperators);
const logical = toChoices(logicalOperators);

const OperatorRow = styled.div`
  display: flex;
  align-items: flex-end;
  gap: ${space(2)};
  > div {
    flex: 1;
  }
`;
const Joint = styled.div`
  align-self: center;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.medium};
  text-transform: uppercase;
`;

export interface ConditionsFieldsProps {
  group: ConditionGroup;
  /** The group's path in the step: `conditionGroups[0]`. */
  path: string;
  stepId: string;
  onChange: (changes: Partial<ConditionGroup>, field?: string) => void;
  isReadOnly: boolean;
  problemOf: (field: string) => string | undefined;
}

/** A hint next to an empty right side, because it may be intended. */
const EMPTY_RIGHT = 'Compares with an empty value. A missing value also counts as empty.';

/** The conditions of a group (spec STEP-54..57). */
export function ConditionsFields({ group, path, stepId, onChange, isReadOnly, problemOf }: ConditionsFieldsProps) {
  const conditions = group.conditions ?? [];
  const operator = group.logicalOperator ?? 'And';
  const { ref, focusRow } = useRowFocus(conditions.length);

  function changeCondition(index: number, changes: Partial<Condition>, field?: string): void {
    const changed = conditions.map((condition, at) => (at === index ? { ...condition, ...changes } : condition));
    onChange({ conditions: changed }, field && `${path}.conditions[${index}].${field}`);
  }

  return (
    <Stack $gap={3} ref={ref}>
      <FormField name={`${path}.logicalOperator`}>
        <Select
          label="Logical Operator"
          value={operator}
          onChange={(logicalOperator) => onChange({ logicalOperator })}
          options={logical}
          hint={operator === 'And' ? 'All conditions must be true.' : 'At least one condition must be true.'}
          isDisabled={isReadOnly}
        />
      </FormField>
      {conditions.length === 0 ? <Hint>Without conditions, this group always matches.</Hint> : null}
      {conditions.map((condition, index) => {
        const place = `${path}.conditions[${index}]`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity, and hold no state of their own.
          <Fragment key={index}>
            {index > 0 ? <Joint aria-hidden>{operator}</Joint> : null}
            <Frame as="fieldset" $gap={2} $padding={3} aria-label={`Condition ${index + 1}`}>
              <FormField name={`${place}.leftExpression`}>
                <ValueField
                  label="Value"
                  value={condition.leftExpression}
                  onChange={(leftExpression) => changeCondition(index, { leftExpression }, 'leftExpression')}
                  stepId={stepId}
                  isRequired
                  isReadOnly={isReadOnly}
                  errorMessage={problemOf(`${place}.leftExpression`)}
                />
              </FormField>
              <OperatorRow>
                <Select
                  label="Operator"
                  value={condition.operator}
                  onChange={(next) =>
                    changeCondition(index, { operator: next, ...(unaryConditionOperators.includes(next) ? { rightExpression: null } : {}) })
                  }
                  options={operators}
                  isDisabled={isReadOnly}
                />
                <IconButton
                  label={`Delete condition ${index + 1}`}
                  icon={<Trash2 aria-hidden />}
                  isDisabled={isReadOnly}
                  onPress={() => {
                    focusRow(index);
                    onChange({ conditions: conditions.toSpliced(index, 1) });
                  }}
                />
              </OperatorRow>
              {unaryConditionOperators.includes(condition.operator) ? null : (
                <FormField name={`${place}.rightExpression`}>
                  <ValueField
                    label="Compare with"
                    value={condition.rightExpression ?? ''}
                    onChange={(rightExpression) => changeCondition(index, { rightExpression }, 'rightExpression')}
                    stepId={stepId}
                    isReadOnly={isReadOnly}
                    hint={condition.rightExpression?.trim() ? undefined : EMPTY_RIGHT}
                    errorMessage={problemOf(`${place}.rightExpression`)}
                  />
                </FormField>
              )}
            </Frame>
          </Fragment>
        );
      })}
      <div>
        <Button
          icon={<Plus aria-hidden />}
          isDisabled={isReadOnly || conditions.length >= workflowLimits.conditionsInGroup}
          onPress={() => {
            focusRow(conditions.length);
            onChange({ conditions: [...conditions, { leftExpression: '', operator: 'Equals', rightExpression: '' }] });
          }}
        >
          Add Condition
        </Button>
      </div>
    </Stack>
  );
}
