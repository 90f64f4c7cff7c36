import { type ReactNode, useRef } from 'react';
import styled from 'styled-components';
import { Checkbox } from '../field/checkbox.tsx';
import { size, space } from '../theme/tokens.ts';

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(2)};
  min-width: 0;
  > :last-child {
    min-width: 0;
  }
`;
/** As wide with and without a checkbox, so that names are aligned; if no row has one, they align with the header. */
const Slot = styled.span`
  flex: none;
  width: ${size.icon};
  user-select: none;
  tbody:not(:has([data-row-slot] input)) & {
    display: none;
  }
  label {
    margin: -${space(2)};
    padding: ${space(2)};
  }
`;

interface RowCheckboxProps {
  /** "Select Orders". */
  label: string;
  /** Undefined: nothing can be done with the row. */
  isSelected: boolean | undefined;
  onChange: (isSelected: boolean, isRange: boolean) => void;
  /** The row's main cell. */
  children: ReactNode;
}

/** The main cell of a row that can be selected. Shift selects all rows since the last one, by click and by Space. */
export function RowCheckbox({ label, isSelected, onChange, children }: RowCheckboxProps) {
  const isRange = useRef(false);
  const noteShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isRange.current = shiftKey;
  };
  return (
    <Line>
      <Slot data-row-slot onPointerDownCapture={noteShift} onKeyDownCapture={noteShift}>
        {isSelected === undefined ? null : (
          <Checkbox aria-label={label} value={isSelected} onChange={(isNow) => onChange(isNow, isRange.current)} />
        )}
      </Slot>
      <div>{children}</div>
    </Line>
  );
}
