import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import {
  Calendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
  Dialog,
  Popover,
  RangeCalendar,
} from 'react-aria-components';
import styled from 'styled-components';
import { Button } from '../button/button.tsx';
import { floatingStyle } from '../popover/popover-style.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';

const Floating = styled(Popover)`
  ${floatingStyle}
  padding: ${space(3)};
`;
const Panel = styled(Dialog)`
  outline: none;
`;
const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding-bottom: ${space(2)};
  h2 {
    font-size: ${font.size.base};
  }
`;
const Days = styled(CalendarGrid)`
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  th {
    width: ${size.control};
    color: ${color.muted};
    font-size: ${font.size.tiny};
    font-weight: ${font.weight.medium};
  }
  td {
    padding: 0;
  }
`;
const Day = styled(CalendarCell)`
  display: grid;
  place-items: center;
  width: ${size.control};
  height: ${size.control};
  border-radius: ${radius.control};
  cursor: pointer;
  outline: none;
  &[data-outside-month] {
    display: none;
  }
  &[data-hovered] {
    background: ${color.hover};
  }
  &[data-selected] {
    background: ${color.brandSoft};
    color: ${color.brand};
    font-weight: ${font.weight.bold};
  }
  &[data-selection-start],
  &[data-selection-end] {
    background: ${color.brand};
    color: ${color.onBrand};
  }
  &[data-focus-visible] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.focusRing};
  }
  &[data-disabled],
  &[data-unavailable] {
    color: ${color.muted};
    cursor: default;
    text-decoration: line-through;
  }
`;
const Below = styled.div`
  padding-top: ${space(2)};
`;

function Month() {
  return (
    <>
      <Head>
        <Button slot="previous" variant="ghost" size="dense" isIconOnly icon={<ChevronLeft aria-hidden />} />
        <CalendarHeading />
        <Button slot="next" variant="ghost" size="dense" isIconOnly icon={<ChevronRight aria-hidden />} />
      </Head>
      <Days>
        <CalendarGridHeader>{(day) => <CalendarHeaderCell>{day}</CalendarHeaderCell>}</CalendarGridHeader>
        <CalendarGridBody>{(date) => <Day date={date} />}</CalendarGridBody>
      </Days>
    </>
  );
}

export interface CalendarPopoverProps {
  isRange: boolean;
  /** Shown below the month, such as time fields. */
  children?: ReactNode;
}

/** The month that a date picker opens. */
export function CalendarPopover({ isRange, children }: CalendarPopoverProps) {
  return (
    <Floating>
      <Panel>
        {isRange ? (
          <RangeCalendar>
            <Month />
          </RangeCalendar>
        ) : (
          <Calendar>
            <Month />
          </Calendar>
        )}
        {children ? <Below>{children}</Below> : null}
      </Panel>
    </Floating>
  );
}
