import { Banner, Button, FilePicker, font, Hint, Inline, Spinner, Stack, size, space } from '@portage/ui';
import { CircleAlert, CircleCheck } from 'lucide-react';
import styled from 'styled-components';
import type { ConnectorType } from '../connector-type.ts';
import type { DocumentCheck } from './use-document-check.ts';

/** Longer lists scroll. */
const List = styled.ul`
  max-height: ${size.listHeight};
  margin: ${space(1)} 0 0;
  padding-left: ${space(4)};
  overflow: auto;
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;

export interface DocumentFieldProps {
  value: ConnectorType['openApiDocument'];
  check: DocumentCheck;
  errorMessage: string | undefined;
  onPick: (file: File) => unknown;
  onRemove: () => void;
}

/** A type's OpenAPI document with the result of its check (spec CTYPE-10..13). */
export function DocumentField({ value, check, errorMessage, onPick, onRemove }: DocumentFieldProps) {
  return (
    <Stack $gap={2}>
      <FilePicker
        label="Upload document"
        accept=".json,.yaml,.yml"
        onPick={onPick}
        isBusy={check.phase === 'uploading'}
        actions={value ? <Button onPress={onRemove}>Remove</Button> : null}
      >
        {value ? (
          <strong>{value.fileName}</strong>
        ) : (
          <Hint>OpenAPI 3.0 to 3.2 or Swagger 2.0 in JSON or YAML. Without one, operations are added by hand in the Api Editor.</Hint>
        )}
      </FilePicker>
      <div aria-live="polite">
        <CheckResult check={check} />
      </div>
      {errorMessage ? (
        <Inline as="p" $gap={1.5} $isNowrap $color="danger" $size="small" role="alert">
          <CircleAlert size={size.iconSmall} aria-hidden />
          {errorMessage}
        </Inline>
      ) : null}
    </Stack>
  );
}

function CheckResult({ check }: { check: DocumentCheck }) {
  switch (check.phase) {
    case 'none':
    case 'waiting':
      return null;
    case 'uploading':
      return <Hint>Uploading {check.fileName}…</Hint>;
    case 'checking':
      return (
        <Inline>
          <Spinner />
          <span>Checking...</span>
        </Inline>
      );
    case 'failed':
      return <Banner tone="danger">{check.message}</Banner>;
    case 'checked':
      return (
        <Stack $gap={2}>
          {check.errors.length > 0 ? (
            <Banner tone="danger" title={check.errors.length === 1 ? '1 error' : `${check.errors.length} errors`}>
              <Texts texts={check.errors} />
            </Banner>
          ) : (
            <Inline as="p" $gap={1.5} $isNowrap $color="success">
              <CircleCheck size={size.icon} aria-hidden />
              File contains no errors
            </Inline>
          )}
          {check.warnings.length > 0 ? (
            <details>
              <summary>
                {check.warnings.length === 1 ? '1 thing' : `${check.warnings.length} things`} to know; none of them keeps the document from
                being used
              </summary>
              <Texts texts={check.warnings} />
            </details>
          ) : null}
        </Stack>
      );
    default:
      return check satisfies never;
  }
}

function Texts({ texts }: { texts: readonly string[] }) {
  return (
    <List tabIndex={texts.length > 8 ? 0 : undefined}>
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </List>
  );
}
