import { type ReactNode, useEffect, useRef } from 'react';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { Checkbox } from '../field/checkbox.tsx';
import { Span } from '../layout/parts.ts';
import { formatNumber } from '../text/format.ts';
import { color, layer, radius, size, space } from '../theme/tokens.ts';
import type { RowSelection } from './use-row-selection.tsx';

/** Stays in view while rows are selected, however long the list is. */
const Bar = styled.div<{ $isActive: boolean }>`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)} ${space(3)};
  min-height: ${size.touch};
  padding: ${space(1)} ${space(4)};
  border-radius: ${radius.control};
  ${({ $isActive }) => $isActive && `position: sticky; top: 0; z-index: ${layer.sticky}; background: ${color.brandSoft};`}
`;

export interface SelectionBarProps<Row> {
  selection: RowSelection<Row>;
  /** What can be done with the selected rows. */
  children?: ReactNode;
  /** Shown while nothing is selected. */
  idle?: ReactNode;
}

/** Above a list: selects the whole page, and says how many rows are selected and what can be done with them. */
export function SelectionBar<Row>({ selection, children, idle }: SelectionBarProps<Row>) {
  const { selected, selectable } = selection;
  const isActive = selected.length > 0;
  const onPage = selectable.filter(selection.isSelected).length;
  const bar = useRef<HTMLDivElement>(null);
  const wasActive = useRef(false);
  // The pressed button is gone with the selection: the keyboard continues here.
  useEffect(() => {
    if (wasActive.current && !isActive && document.activeElement === document.body) bar.current?.querySelector('input')?.focus();
    wasActive.current = isActive;
  }, [isActive]);
  if (selectable.length === 0 && !isActive) return idle ? <Bar $isActive={false}>{idle}</Bar> : null;
  return (
    <Bar ref={bar} $isActive={isActive} role="group" aria-label="Selection">
      <Checkbox
        value={selectable.length > 0 && onPage === selectable.length}
        isIndeterminate={onPage > 0 && onPage < selectable.length}
        isDisabled={selectable.length === 0}
        onChange={(isSelected) => selection.set(selectable, isSelected)}
      >
        Select all on this page
      </Checkbox>
      <Span role="status" $weight="medium">
        {isActive ? `${formatNumber(selected.length)} selected` : null}
      </Span>
      {isActive ? children : idle}
      {isActive ? (
        <Button size="dense" variant="ghost" onPress={() => selection.set(selected, false)}>
          Clear
        </Button>
      ) : null}
    </Bar>
  );
}
