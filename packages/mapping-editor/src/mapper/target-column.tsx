import { EmptyState, listDrawnRows } from '@portage/ui';
import type { CSSProperties } from 'react';
import { type FieldMapping, getExpression, withEmptyHandling, withExpression } from '../fields/field-mappings.ts';
import type { MappingField } from '../fields/mapping-field.ts';
import type { MapperProps } from './mapper-props.ts';
import { Rows, Sizer } from './mapper-style.ts';
import { useMappingScope } from './mapping-values.tsx';
import { NarrowRow } from './narrow-row.tsx';
import { MeasuredEditor } from './open-editor.tsx';
import { TargetEditor } from './target-editor.tsx';
import { TargetRow } from './target-row.tsx';
import type { MapperState } from './use-mapper.ts';

const NO_MAPPINGS: readonly FieldMapping[] = [];

export function TargetColumn({ props, state, style }: { props: MapperProps; state: MapperState; style: CSSProperties }) {
  const { targetName, stepId, sources, mappings, record, isReadOnly, onChange } = props;
  const { facts, target, isNarrow, openAt, focusedTarget, targetActions, drag } = state;
  const { shownTargets } = state.filters;
  const { layout } = target;
  const scope = useMappingScope(stepId, record);
  const open = shownTargets[openAt];

  function row(at: number) {
    const field = shownTargets[at] as MappingField;
    const shared = {
      field,
      at,
      count: shownTargets.length,
      topPx: layout.topOf(at),
      expression: facts.expressions.get(field.path) ?? '',
      given: facts.given.get(field.path) ?? null,
      mappings: field.list === null ? NO_MAPPINGS : mappings,
      scope,
      isMissing: facts.missing.has(field.path),
      doubt: facts.doubts.get(field.path) ?? null,
      whenEmpty: facts.whenEmpty.get(field.path) ?? null,
      isOpen: openAt === at,
      isReadOnly,
      actions: targetActions,
    };
    if (isNarrow) {
      return <NarrowRow key={field.path} {...shared} sources={sources} sourcePath={facts.plainSource.get(field.path) ?? null} />;
    }
    const isFocusable = focusedTarget === at;
    return <TargetRow key={field.path} {...shared} picked={state.pickedTitle} isOver={drag?.over === at} isFocusable={isFocusable} />;
  }

  return (
    <Rows ref={target.box} role="list" aria-label={`Fields of ${targetName}`} style={style} onScroll={target.measure}>
      <Sizer role="presentation" style={{ height: layout.totalPx }}>
        {listDrawnRows(layout, isNarrow ? -1 : focusedTarget).map(row)}
        {open ? (
          <MeasuredEditor topPx={layout.topOf(openAt) + layout.rowPx} onHeight={state.setExtraPx} onEscape={state.closeEditor}>
            <TargetEditor
              key={open.path}
              field={open}
              sources={sources}
              expression={getExpression(mappings, open.path)}
              sourcePath={facts.plainSource.get(open.path) ?? null}
              handling={mappings.find(({ toParameterPath }) => toParameterPath === open.path) ?? {}}
              isReadOnly={isReadOnly}
              onSource={(path) => state.connect(path, open.path)}
              onExpression={(expression) => onChange(withExpression(mappings, open.path, expression), open.path)}
              onHandling={(handling) => onChange(withEmptyHandling(mappings, open.path, handling), open.path)}
              onClose={state.closeEditor}
            />
          </MeasuredEditor>
        ) : null}
      </Sizer>
      {shownTargets.length === 0 ? <EmptyState title="No fields match" /> : null}
    </Rows>
  );
}
