import { Select, type SelectOption } from '../field/select.tsx';
import { DateRangePicker } from './date-pickers.tsx';
import { getPreset, type RangeAddress, type RangePreset, rangePresets, rangePresetWords } from './range-presets.ts';

const options: SelectOption<RangePreset>[] = rangePresets.map((value) => ({ value, label: rangePresetWords[value] }));

/** When something started: a named range, or from one day to another. */
export function StartedFilter({ value, onChange }: { value: RangeAddress; onChange: (value: RangeAddress) => void }) {
  const preset = getPreset(value);
  return (
    <>
      <Select
        label="Started"
        options={options}
        value={preset}
        onChange={(next) =>
          onChange(
            next === 'custom' ? { ...value, started: next } : { started: next === 'any' ? '' : next, startedFrom: '', startedTo: '' },
          )
        }
      />
      {preset === 'custom' ? (
        <DateRangePicker
          label="From and to"
          value={{ start: value.startedFrom || null, end: value.startedTo || null }}
          onChange={({ start, end }) => onChange({ started: 'custom', startedFrom: start ?? '', startedTo: end ?? '' })}
        />
      ) : null}
    </>
  );
}
