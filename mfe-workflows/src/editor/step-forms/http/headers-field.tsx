import { Button, color, Dialog, font, radius, Stack, size, space } from '@portage/ui';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { JsonField } from '../../values/index.ts';
import { FormSection, Hint, Problem } from '../fields/form-section.tsx';
import { type Headers, readHeaders, writeHeaders } from './headers-text.ts';

const List = styled.dl`
  display: grid;
  grid-template-columns: minmax(0, auto) minmax(0, 1fr);
  gap: ${space(1)} ${space(3)};
  margin: 0;
  padding: ${space(2)} ${space(3)};
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
  dt {
    color: ${color.muted};
  }
  dd {
    margin: 0;
  }
`;

export interface HeadersFieldProps {
  headers: Headers | null | undefined;
  stepId: string;
  onChange: (headers: Headers) => void;
  isReadOnly: boolean;
  errorMessage: string | undefined;
}

/** The headers of a request, edited as JSON in a dialog (spec STEP-70, STEP-71). */
export function HeadersField({ headers, stepId, onChange, isReadOnly, errorMessage }: HeadersFieldProps) {
  const [isEditing, setIsEditing] = useState(false);
  const entries = Object.entries(headers ?? {});
  return (
    <FormSection
      title="Headers"
      actions={
        isReadOnly ? null : (
          <Button size="dense" icon={<Pencil aria-hidden />} onPress={() => setIsEditing(true)} aria-label="Edit headers">
            Edit
          </Button>
        )
      }
    >
      {entries.length === 0 ? (
        <Hint>No headers.</Hint>
      ) : (
        <List>
          {entries.map(([name, value]) => (
            <HeaderLine key={name} name={name} value={value} />
          ))}
        </List>
      )}
      {errorMessage ? <Problem role="alert">{errorMessage}</Problem> : null}
      {isEditing ? <HeadersDialog headers={headers} stepId={stepId} onUpdate={onChange} onClose={() => setIsEditing(false)} /> : null}
    </FormSection>
  );
}

function HeaderLine({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </>
  );
}

interface HeadersDialogProps {
  headers: Headers | null | undefined;
  stepId: string;
  onUpdate: (headers: Headers) => void;
  onClose: () => void;
}

function HeadersDialog({ headers, stepId, onUpdate, onClose }: HeadersDialogProps) {
  const [text, setText] = useState(() => writeHeaders(headers));
  const read = readHeaders(text);
  return (
    <Dialog
      isOpen
      isWide
      onClose={onClose}
      title="Edit Expression"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="primary"
            isDisabled={'message' in read}
            onPress={() => {
              if ('headers' in read) onUpdate(read.headers);
              onClose();
            }}
          >
            Update
          </Button>
        </>
      }
    >
      <Stack $gap={2}>
        <JsonField
          label="Headers"
          value={text}
          onChange={setText}
          stepId={stepId}
          errorMessage={'message' in read ? read.message : undefined}
        />
        <Hint>A JSON object. Names and values may contain references and formulas, e.g. "Bearer $Data.token".</Hint>
      </Stack>
    </Dialog>
  );
}
