import { formatDateTime, RadioGroup, Stack, TextArea } from '@portage/ui';
import type { DataChoice } from './kept-choice.ts';
import type { ChosenPayload } from './use-payload.ts';

interface PayloadFieldsProps {
  payload: ChosenPayload;
  label: string;
  /** Any text is accepted; otherwise it must be JSON. */
  isText?: boolean;
}

/** Chooses where the data comes from; the data can be edited. */
export function PayloadFields({ payload, label, isText = false }: PayloadFieldsProps) {
  const { data, texts, choice, text, read, choose, write } = payload;
  const options: { value: DataChoice; label: string; isDisabled?: boolean }[] = [
    { value: 'Last', label: 'Last payload', isDisabled: texts.Last === undefined },
    { value: 'Sample', label: 'Sample', isDisabled: texts.Sample === undefined },
    { value: 'Own', label: 'Own data' },
    { value: 'Empty', label: 'Empty' },
  ];
  return (
    <Stack>
      <RadioGroup
        label="Begin with"
        orientation="horizontal"
        options={options}
        value={choice}
        onChange={choose}
        hint={getHint(data, choice)}
      />
      <TextArea
        label={label}
        isCode
        minRows={6}
        maxRows={14}
        value={text}
        onChange={write}
        errorMessage={isText || read.ok ? undefined : read.message}
      />
    </Stack>
  );
}

function getHint(data: ChosenPayload['data'], choice: DataChoice): string | undefined {
  if (data?.last?.isTooLong) return 'The last payload is too long to edit. Run again, on the run’s page, uses it unchanged.';
  if (choice === 'Last' && data?.last) return `From the run of ${formatDateTime(data.last.createdAt)}. Secrets in it are left out.`;
  if (choice === 'Sample' && data?.sample?.source === 'Schema') return 'Generated from the trigger’s known fields.';
  return undefined;
}
