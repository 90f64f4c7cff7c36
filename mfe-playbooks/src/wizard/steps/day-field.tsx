import { DatePicker, isoDay } from '@portage/ui';

interface DayFieldProps {
  title: string;
  description: string | null;
  isRequired?: boolean;
  value: string | null;
  onChange: (day: string | null) => void;
  errorMessage: string | undefined;
}

export function DayField({ title, description, isRequired, value, onChange, errorMessage }: DayFieldProps) {
  return (
    <DatePicker
      label={title}
      hint={description ?? undefined}
      isRequired={isRequired}
      value={value}
      onChange={onChange}
      errorMessage={errorMessage}
    />
  );
}

/** In the person's time zone. */
export function today(): string {
  return isoDay(new Date());
}
