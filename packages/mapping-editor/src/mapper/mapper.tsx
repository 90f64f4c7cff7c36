import { Banner, formatCount, SearchField, Select, Stack, space, Text } from '@portage/ui';
import styled from 'styled-components';
import type { MapperProps } from './mapper-props.ts';
import { ColumnHead, Columns, ROW_PX } from './mapper-style.ts';
import { MappingLines } from './mapping-lines.tsx';
import { MappingValues } from './mapping-values.tsx';
import type { ShownTargets } from './mapping-view.ts';
import { SourceColumn } from './source-column.tsx';
import { TargetColumn } from './target-column.tsx';
import { type MapperState, useMapper } from './use-mapper.ts';

const Filters = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 116px);
  gap: ${space(2)};
`;
const TALLEST_PX = 620;
const LEAST_PX = ROW_PX * 4;

const showOptions: readonly { value: ShownTargets; label: string }[] = [
  { value: 'All', label: 'All fields' },
  { value: 'Mapped', label: 'Mapped' },
  { value: 'NotMapped', label: 'Not mapped' },
  { value: 'Missing', label: 'Missing' },
];

/** A mapping as a drawing: fields of the source on the left, of the target on the right, lines between them. On a phone a list. */
export function Mapper(props: MapperProps) {
  const { sourceName, targetName, stepId, sources, mappings, record } = props;
  const state = useMapper(props);
  const { source, target, isNarrow, drag, sourceIndex } = state;
  const totalPx = Math.max(isNarrow ? 0 : source.layout.totalPx, target.layout.totalPx);
  const style = { height: `min(${Math.max(LEAST_PX, Math.min(TALLEST_PX, totalPx + 2))}px, 72vh)` };
  const targetHead = (
    <ColumnHead>
      <Text as="h4" $size="small" $weight="bold" $isClipped>
        {targetName}
      </Text>
      <TargetFilters state={state} count={props.targets.length} />
    </ColumnHead>
  );
  const targetColumn = <TargetColumn props={props} state={state} style={style} />;
  return (
    <MappingValues stepId={stepId} sources={sources} mappings={mappings} record={record}>
      {state.region}
      <Stack ref={state.frame} $gap={2}>
        {isNarrow ? (
          <div>
            {targetHead}
            {targetColumn}
          </div>
        ) : (
          <Columns>
            <ColumnHead>
              <Text as="h4" $size="small" $weight="bold" $isClipped>
                {sourceName}
              </Text>
              <SearchField
                label={`Search fields of ${sourceName}`}
                isLabelHidden
                placeholder={`Search ${formatCount(sources.length, 'field')}`}
                value={state.filters.sourceFilter}
                onChange={state.filters.setSourceFilter}
              />
            </ColumnHead>
            <span />
            {targetHead}
            <SourceColumn props={props} state={state} style={style} />
            <MappingLines
              lines={state.lines}
              source={source.layout}
              target={target.layout}
              drag={drag}
              dragFrom={drag ? (sourceIndex.get(drag.sourcePath) ?? -1) : -1}
            />
            {targetColumn}
          </Columns>
        )}
        {state.refusal ? <Banner tone="warning">{state.refusal}</Banner> : null}
      </Stack>
    </MappingValues>
  );
}

function TargetFilters({ state: { filters }, count }: { state: MapperState; count: number }) {
  return (
    <Filters>
      <SearchField
        label="Field name"
        isLabelHidden
        placeholder={`Search ${formatCount(count, 'field')}`}
        value={filters.targetFilter}
        onChange={filters.setTargetFilter}
      />
      <Select<ShownTargets> label="Shown fields" isLabelHidden value={filters.show} onChange={filters.setShow} options={showOptions} />
    </Filters>
  );
}
