import { EmptyState, listDrawnRows } from '@portage/ui';
import type { CSSProperties } from 'react';
import type { MappingField } from '../fields/mapping-field.ts';
import type { MapperProps } from './mapper-props.ts';
import { Rows, Sizer } from './mapper-style.ts';
import { SourceRow } from './source-row.tsx';
import type { MapperState } from './use-mapper.ts';

export function SourceColumn({ props, state, style }: { props: MapperProps; state: MapperState; style: CSSProperties }) {
  const { sourceName, record, isReadOnly } = props;
  const { facts, source, focusedSource, picked, drag, sourceActions } = state;
  const { shownSources } = state.filters;
  return (
    <Rows ref={source.box} role="list" aria-label={`Fields of ${sourceName}`} style={style} onScroll={source.measure}>
      <Sizer role="presentation" style={{ height: source.layout.totalPx }}>
        {listDrawnRows(source.layout, focusedSource).map((at) => {
          const field = shownSources[at] as MappingField;
          return (
            <SourceRow
              key={field.path}
              field={field}
              at={at}
              count={shownSources.length}
              topPx={source.layout.topOf(at)}
              record={record}
              uses={facts.uses.get(field.path) ?? 0}
              isPicked={picked === field.path || drag?.sourcePath === field.path}
              isFocusable={focusedSource === at}
              isReadOnly={isReadOnly}
              actions={sourceActions}
            />
          );
        })}
      </Sizer>
      {shownSources.length === 0 ? <EmptyState title="No fields match" /> : null}
    </Rows>
  );
}
