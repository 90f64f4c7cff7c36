import { useHost, useLeaveWarning } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Card, FilePicker, Inline, PlainList, Stack, TextArea } from '@portage/ui';
import { type ClipboardEvent, type ReactNode, type SyntheticEvent, useState } from 'react';
import { type ApiSource, findApi } from './find-api.ts';
import type { FoundApi } from './own-api-values.ts';

/** Nobody reads more at once. */
const MOST_ERRORS = 10;
/** The page freezes for seconds while a field lays out megabytes. */
const MOST_SHOWN_CHARACTERS = 200_000;

export interface DocumentStepProps {
  /** What the person confirmed before coming back here. */
  found?: FoundApi | null;
  onFound: (found: FoundApi) => void;
  actions: ReactNode;
}

/** Step 1: a file, an address, a pasted document or cURL commands. Whatever was typed stays when it can't be read. */
export function DocumentStep({ found = null, onFound, actions }: DocumentStepProps) {
  const host = useHost();
  const [text, setText] = useState('');
  const [busyWith, setBusyWith] = useState<'text' | 'file' | null>(null);
  const [problem, setProblem] = useState<string>();
  const [errors, setErrors] = useState<string[]>([]);
  const [foundText, setFoundText] = useState('');
  useLeaveWarning(found === null && text.trim() !== '');

  async function read(source: ApiSource): Promise<void> {
    setBusyWith('file' in source ? 'file' : 'text');
    setProblem(undefined);
    setErrors([]);
    try {
      const result = await findApi(host, source);
      if ('errors' in result) setErrors(result.errors);
      else {
        setFoundText('text' in source && source.text === text ? text : '');
        onFound(result);
      }
    } catch (error) {
      setErrors([getErrorMessage(error)]);
    } finally {
      setBusyWith(null);
    }
  }

  function submit(event: SyntheticEvent): void {
    event.preventDefault();
    if (busyWith) return;
    // Reading the same text again would reset the steps that follow.
    if (found && text === foundText) onFound(found);
    else if (text.trim() === '') setProblem('Paste an address, a document or a cURL command, or choose a file');
    else void read({ text });
  }

  function readLongPaste(event: ClipboardEvent): void {
    const pasted = event.clipboardData.getData('text/plain');
    if (pasted.length <= MOST_SHOWN_CHARACTERS) return;
    event.preventDefault();
    if (!busyWith) void read({ text: pasted });
  }

  return (
    <Stack as="form" noValidate onSubmit={submit} onPaste={readLongPaste}>
      <Card title="What describes the API?">
        <Stack>
          <TextArea
            label="Address, OpenAPI document or cURL command"
            hint="Portage recognizes what you paste. Secrets in a cURL command go only into your connector."
            placeholder={"https://api.example.com/openapi.json\n\ncurl https://api.example.com/orders -H 'Authorization: Bearer …'"}
            isCode
            minRows={6}
            maxRows={16}
            value={text}
            onChange={(value) => {
              setText(value);
              setProblem(undefined);
            }}
            errorMessage={problem}
          />
          <FilePicker
            label="Choose file"
            accept=".json,.yaml,.yml"
            isBusy={busyWith === 'file'}
            onPick={(file) => (busyWith ? undefined : read({ file }))}
          >
            Or a file: OpenAPI 3 or Swagger 2.0, as JSON or YAML
          </FilePicker>
          {errors.length > 0 ? (
            <Banner tone="danger" title="This can’t be read">
              <PlainList $gap={1}>
                {errors.slice(0, MOST_ERRORS).map((error) => (
                  <li key={error}>{error}</li>
                ))}
                {errors.length > MOST_ERRORS ? <li>{errors.length - MOST_ERRORS} more</li> : null}
              </PlainList>
            </Banner>
          ) : null}
        </Stack>
      </Card>
      <Inline>
        <Button type="submit" variant="primary" isPending={busyWith === 'text'} isDisabled={busyWith === 'file'}>
          Continue
        </Button>
        {actions}
      </Inline>
    </Stack>
  );
}
