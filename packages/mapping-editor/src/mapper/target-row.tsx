import { IconButton, Star } from '@portage/ui';
import type { ExpressionScope } from '@portage/workflow';
import { X } from 'lucide-react';
import { type KeyboardEvent, memo } from 'react';
import type { FieldMapping } from '../fields/field-mappings.ts';
import { describeField, fullTitle, type MappingField } from '../fields/mapping-field.ts';
import { targetValue } from '../fields/record-values.ts';
import {
  Chip,
  Detail,
  Given,
  GivenValue,
  Missing,
  Name,
  NameLine,
  Row,
  RowButton,
  type RowLook,
  RowTools,
  Socket,
} from './mapper-style.ts';

export interface TargetRowActions {
  press(path: string): void;
  clear(path: string): void;
  focus(path: string): void;
  key(event: KeyboardEvent, at: number): void;
}

/** How a target field is filled, in a few words. */
export interface GivenWords {
  text: string;
  isFormula: boolean;
}

export interface TargetRowProps {
  field: MappingField;
  at: number;
  count: number;
  topPx: number;
  expression: string;
  given: GivenWords | null;
  /** All mappings, because in lists the value depends on more than the expression. */
  mappings: readonly FieldMapping[];
  scope: ExpressionScope;
  isMissing: boolean;
  doubt: string | null;
  /** The handling of an empty source, if it isn't the default. */
  whenEmpty: string | null;
  picked: string | null;
  isOver: boolean;
  isOpen: boolean;
  isFocusable: boolean;
  isReadOnly: boolean;
  actions: TargetRowActions;
}

/** A field of the target: receives the picked-up field, otherwise opens for a formula or a fixed value. */
export const TargetRow = memo(function TargetRow(props: TargetRowProps) {
  const {
    field,
    at,
    count,
    topPx,
    expression,
    given,
    mappings,
    scope,
    isMissing,
    doubt,
    whenEmpty,
    picked,
    isOver,
    isOpen,
    isFocusable,
    isReadOnly,
  } = props;
  const { actions } = props;
  const value = targetValue(expression, field, mappings, scope);
  const look: RowLook = isOver ? 'over' : isMissing ? 'missing' : doubt ? 'doubt' : given ? 'linked' : 'plain';
  const name = fullTitle(field);
  return (
    <Row $look={look} role="listitem" aria-setsize={count} aria-posinset={at + 1} style={{ top: topPx }}>
      <RowButton
        $isSource={false}
        type="button"
        data-field={field.path}
        aria-expanded={picked === null ? isOpen : undefined}
        aria-description={picked === null ? stateWords(field, given, isMissing) : `Puts ${picked} here`}
        tabIndex={isFocusable ? 0 : -1}
        title={name}
        onClick={() => actions.press(field.path)}
        onFocus={() => actions.focus(field.path)}
        onKeyDown={(event) => actions.key(event, at)}
      >
        <Socket $look={look} />
        <Name>
          <NameLine>
            {field.title}
            {field.isRequired ? <Star /> : null}
          </NameLine>
          <Detail>{describeField(field, whenEmpty)}</Detail>
        </Name>
        {given || isMissing || doubt || value.state !== 'none' ? (
          <Given>
            {given ? (
              <Chip $isFormula={given.isFormula}>
                <bdi>{given.text}</bdi>
              </Chip>
            ) : isMissing ? (
              <Missing>Required, not mapped</Missing>
            ) : null}
            {doubt ? (
              <Missing $isDoubt>{doubt}</Missing>
            ) : value.state === 'none' ? null : (
              <GivenValue $isError={value.state === 'error'}>{value.text}</GivenValue>
            )}
          </Given>
        ) : null}
      </RowButton>
      <RowTools>
        {given && !isReadOnly ? (
          <IconButton label={`Clear ${name}`} icon={<X aria-hidden />} size="dense" onPress={() => actions.clear(field.path)} />
        ) : null}
      </RowTools>
    </Row>
  );
});

function stateWords({ isRequired }: MappingField, given: GivenWords | null, isMissing: boolean): string | undefined {
  if (given) return isRequired ? 'Required, mapped' : 'Mapped';
  return isMissing ? undefined : isRequired ? 'Required, not mapped' : 'Not mapped';
}
