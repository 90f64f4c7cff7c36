import type { CalendarDate, ZonedDateTime } from '@internationalized/date';
import { withoutUndefined } from '@portage/primitives/without-undefined';
import { CalendarDays, X } from 'lucide-react';
import { useState } from 'react';
import {
  DatePicker as AriaDatePicker,
  DateRangePicker as AriaDateRangePicker,
  Button,
  DateInput,
  DateSegment,
  Group,
} from 'react-aria-components';
import styled from 'styled-components';
import { FieldParts, type FieldProps } from '../field/field-parts.tsx';
import { fieldStyle, inputStyle } from '../field/field-style.ts';
import { Span } from '../layout/parts.ts';
import { personsTimeZone } from '../text/time-zone.ts';
import { color, radius, size, space } from '../theme/tokens.ts';
import { CalendarPopover } from './calendar-popover.tsx';
import { type InstantRange, ofDayRange, toDay, toDayRange, toInstant, toPickerValue } from './instants.ts';

const One = styled(AriaDatePicker)`
  ${fieldStyle}
` as typeof AriaDatePicker;
const Range = styled(AriaDateRangePicker)`
  ${fieldStyle}
` as typeof AriaDateRangePicker;
const Frame = styled(Group)`
  ${inputStyle}
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  padding: 0 0 0 ${space(2.5)};
  white-space: nowrap;
`;
const Segments = styled(DateInput)`
  display: flex;
  align-items: baseline;
  font-variant-numeric: tabular-nums;
`;
const Segment = styled(DateSegment)`
  padding: 0 ${size.hairline};
  border-radius: ${space(0.5)};
  outline: none;
  /* One digit alone would be too small to hit. */
  &[role='spinbutton'] {
    min-width: ${space(6)};
    line-height: ${space(6)};
    text-align: center;
  }
  &[data-placeholder] {
    color: ${color.muted};
  }
  &[data-focused] {
    background: ${color.brand};
    color: ${color.onBrand};
  }
`;
const Icon = styled(Button)`
  display: grid;
  place-items: center;
  width: ${size.controlDense};
  height: ${size.controlDense};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

function Parts({ slot }: { slot?: 'start' | 'end' }) {
  return <Segments {...withoutUndefined({ slot })}>{(segment) => <Segment segment={segment} />}</Segments>;
}

/** No year that a person means has fewer digits. */
const FIRST_YEAR = 1000;

/** Empties the field; placed outside React Aria's slots. */
function ClearButton({ label, onPress }: { label: string; onPress: () => void }) {
  return (
    <Icon slot={null} aria-label={label} onPress={onPress}>
      <X size={size.iconSmall} aria-hidden />
    </Icon>
  );
}

function OpenButton() {
  return (
    <Icon>
      <CalendarDays size={size.icon} aria-hidden />
    </Icon>
  );
}

interface PickerProps extends FieldProps {
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
}

export interface DatePickerProps extends PickerProps {
  /** `YYYY-MM-DD`. */
  value: string | null;
  onChange: (value: string | null) => void;
}

export function DatePicker({ value, onChange, name: _name, onBlur, ...parts }: DatePickerProps) {
  return (
    <One<CalendarDate>
      {...withoutUndefined({ onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={toDay(value)}
      onChange={(next) => onChange(next ? next.toString() : null)}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Frame>
          <Parts />
          <Span $grows />
          {value && !parts.isDisabled ? <ClearButton label="Clear date" onPress={() => onChange(null)} /> : null}
          <OpenButton />
        </Frame>
      </FieldParts>
      <CalendarPopover isRange={false} />
    </One>
  );
}

export interface DateTimePickerProps extends PickerProps {
  /** ISO instant. */
  value: string | null;
  onChange: (value: string | null) => void;
  /** Default `minute`. */
  granularity?: 'minute' | 'second' | undefined;
  /** Default: the person's time zone. */
  timeZone?: string | undefined;
}

/** A date and time, in the person's zone unless another is given. */
export function DateTimePicker({ value, onChange, granularity = 'minute', timeZone, name: _name, onBlur, ...parts }: DateTimePickerProps) {
  const zone = timeZone ?? personsTimeZone();
  return (
    <One<ZonedDateTime>
      {...withoutUndefined({ onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired })}
      value={toPickerValue(value, zone)}
      onChange={(next) => onChange(toInstant(next))}
      granularity={granularity}
      hideTimeZone={timeZone === undefined}
      isInvalid={parts.errorMessage !== undefined}
      validationBehavior="aria"
    >
      <FieldParts {...parts}>
        <Frame>
          <Parts />
          <Span $grows />
          {value && !parts.isDisabled ? <ClearButton label="Clear date" onPress={() => onChange(null)} /> : null}
          <OpenButton />
        </Frame>
      </FieldParts>
      <CalendarPopover isRange={false} />
    </One>
  );
}

export interface DateRangePickerProps extends PickerProps {
  value: InstantRange;
  onChange: (value: InstantRange) => void;
  /** `day`: whole days in the person's zone; `minute`: instants. Default day. */
  granularity?: 'day' | 'minute' | undefined;
}

/** From one instant to another, or whole days. */
export function DateRangePicker({ value, onChange, granularity = 'day', name: _name, onBlur, ...parts }: DateRangePickerProps) {
  const zone = personsTimeZone();
  const days = useTypedRange<CalendarDate>(toDayRange(value, zone), (next) => onChange(ofDayRange(next, zone)));
  const [start, end] = [toPickerValue(value.start, zone), toPickerValue(value.end, zone)];
  const minutes = useTypedRange<ZonedDateTime>(start && end ? { start, end } : null, (next) =>
    onChange({ start: toInstant(next?.start ?? null), end: toInstant(next?.end ?? null) }),
  );
  const shared = {
    ...withoutUndefined({ onBlur, isDisabled: parts.isDisabled, isRequired: parts.isRequired }),
    isInvalid: parts.errorMessage !== undefined || days.isTyping || minutes.isTyping,
    validationBehavior: 'aria',
  } as const;
  const inside = (
    <>
      <FieldParts {...parts}>
        <Frame>
          <Parts slot="start" />
          <span aria-hidden>–</span>
          <Parts slot="end" />
          <Span $grows />
          {(value.start || value.end) && !parts.isDisabled ? (
            <ClearButton label="Clear dates" onPress={() => onChange({ start: null, end: null })} />
          ) : null}
          <OpenButton />
        </Frame>
      </FieldParts>
      <CalendarPopover isRange />
    </>
  );
  if (granularity === 'day') {
    return (
      <Range<CalendarDate> {...shared} value={days.value} onChange={days.onChange}>
        {inside}
      </Range>
    );
  }
  return (
    <Range<ZonedDateTime> {...shared} granularity="minute" hideTimeZone value={minutes.value} onChange={minutes.onChange}>
      {inside}
    </Range>
  );
}

interface TypedRange<D> {
  start: D;
  end: D;
}

/** A year is typed digit by digit: what isn't a range yet stays in the field. */
function useTypedRange<D extends CalendarDate | ZonedDateTime>(given: TypedRange<D> | null, take: (range: TypedRange<D> | null) => void) {
  const [typed, setTyped] = useState<TypedRange<D> | null>(null);
  return {
    value: typed ?? given,
    isTyping: typed !== null,
    onChange(next: TypedRange<D> | null) {
      const isRange = next === null || (next.start.year >= FIRST_YEAR && next.end.compare(next.start) >= 0);
      setTyped(isRange ? null : next);
      if (isRange) take(next);
    },
  };
}
