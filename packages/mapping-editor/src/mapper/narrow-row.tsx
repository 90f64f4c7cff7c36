import { ComboBox, color, font, IconButton, size, space } from '@portage/ui';
import type { ExpressionScope } from '@portage/workflow';
import { SquareFunction, X } from 'lucide-react';
import { memo } from 'react';
import styled from 'styled-components';
import type { FieldMapping } from '../fields/field-mappings.ts';
import { fullTitle, type MappingField, typeWord } from '../fields/mapping-field.ts';
import { targetValue } from '../fields/record-values.ts';
import { Detail, GivenValue, Missing } from './mapper-style.ts';
import { useSourceOptions } from './target-editor.tsx';
import type { GivenWords } from './target-row.tsx';

/** Has space for a name of two lines. */
export const NARROW_ROW_PX = 114;

const Row = styled.div<{ $isMissing: boolean }>`
  position: absolute;
  right: 0;
  left: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(1)};
  height: ${NARROW_ROW_PX}px;
  padding: ${space(2)} ${space(3)};
  overflow: hidden;
  border-bottom: ${size.hairline} solid ${color.line};
  border-left: 3px solid ${({ $isMissing }) => ($isMissing ? color.danger : 'transparent')};
  font-size: ${font.size.small};
`;
const Line = styled.div`
  display: flex;
  align-items: flex-end;
  gap: ${space(1)};
  > div {
    flex: 1;
    min-width: 0;
  }
  label {
    display: -webkit-box;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

export interface NarrowRowProps {
  field: MappingField;
  at: number;
  count: number;
  topPx: number;
  sources: readonly MappingField[];
  sourcePath: string | null;
  expression: string;
  given: GivenWords | null;
  mappings: readonly FieldMapping[];
  scope: ExpressionScope;
  isMissing: boolean;
  doubt: string | null;
  /** The handling of an empty source, if it isn't the default. */
  whenEmpty: string | null;
  isOpen: boolean;
  isReadOnly: boolean;
  actions: { press(path: string): void; clear(path: string): void; connect(sourcePath: string, targetPath: string): void };
}

/** A target field on a phone: its source field is chosen from a list. */
export const NarrowRow = memo(function NarrowRow(props: NarrowRowProps) {
  const {
    field,
    at,
    count,
    topPx,
    sources,
    sourcePath,
    expression,
    given,
    mappings,
    scope,
    isMissing,
    doubt,
    whenEmpty,
    isOpen,
    isReadOnly,
    actions,
  } = props;
  const options = useSourceOptions(sources);
  const value = targetValue(expression, field, mappings, scope);
  const name = fullTitle(field);
  return (
    <Row $isMissing={isMissing} role="listitem" aria-setsize={count} aria-posinset={at + 1} style={{ top: topPx }}>
      <Line>
        <ComboBox
          label={name}
          value={sourcePath}
          onChange={(path) => (path === null ? undefined : actions.connect(path, field.path))}
          options={options}
          placeholder={given?.text ?? 'Not mapped'}
          isRequired={field.isRequired}
          isDisabled={isReadOnly}
        />
        <IconButton
          label={`Formula or fixed value for ${name}`}
          icon={<SquareFunction aria-hidden />}
          aria-expanded={isOpen}
          data-field={field.path}
          onPress={() => actions.press(field.path)}
        />
        {given && !isReadOnly ? (
          <IconButton label={`Clear ${name}`} icon={<X aria-hidden />} onPress={() => actions.clear(field.path)} />
        ) : null}
      </Line>
      {isMissing ? (
        <Missing>Required, not mapped</Missing>
      ) : doubt ? (
        <Missing $isDoubt>{doubt}</Missing>
      ) : value.state === 'none' ? (
        <Detail>{[typeWord(field), whenEmpty].filter(Boolean).join(' · ')}</Detail>
      ) : (
        <GivenValue $isError={value.state === 'error'}>{value.text}</GivenValue>
      )}
    </Row>
  );
});
