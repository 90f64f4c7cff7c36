import { type KeyboardEvent, memo, type PointerEvent } from 'react';
import { describeField, fullTitle, type MappingField } from '../fields/mapping-field.ts';
import { sourceValue } from '../fields/record-values.ts';
import { Detail, Name, NameLine, Row, RowButton, Socket, Value } from './mapper-style.ts';

export interface SourceRowActions {
  pick(path: string): void;
  focus(path: string): void;
  key(event: KeyboardEvent, at: number): void;
  drag(event: PointerEvent, path: string): void;
}

export interface SourceRowProps {
  field: MappingField;
  at: number;
  count: number;
  topPx: number;
  record: unknown;
  /** Number of target fields that read this one. */
  uses: number;
  isPicked: boolean;
  isFocusable: boolean;
  isReadOnly: boolean;
  actions: SourceRowActions;
}

/** A field of the source: picked up by a click, Enter or a drag. */
export const SourceRow = memo(function SourceRow(props: SourceRowProps) {
  const { field, at, count, topPx, record, uses, isPicked, isFocusable, isReadOnly, actions } = props;
  const value = sourceValue(record, field);
  const look = isPicked ? 'picked' : uses > 0 ? 'linked' : 'plain';
  return (
    <Row $look={look} role="listitem" aria-setsize={count} aria-posinset={at + 1} style={{ top: topPx }}>
      <RowButton
        $isSource
        type="button"
        data-field={field.path}
        aria-pressed={isPicked}
        aria-description={uses === 0 ? undefined : uses === 1 ? 'Goes into 1 field' : `Goes into ${uses} fields`}
        aria-disabled={isReadOnly || undefined}
        tabIndex={isFocusable ? 0 : -1}
        title={fullTitle(field)}
        onClick={() => actions.pick(field.path)}
        onFocus={() => actions.focus(field.path)}
        onKeyDown={(event) => actions.key(event, at)}
        onPointerDown={(event) => actions.drag(event, field.path)}
      >
        <Name>
          <NameLine>{field.title}</NameLine>
          <Detail>{describeField(field)}</Detail>
        </Name>
        {value.state === 'value' ? <Value>{value.text}</Value> : null}
        <Socket $look={look} />
      </RowButton>
    </Row>
  );
});
