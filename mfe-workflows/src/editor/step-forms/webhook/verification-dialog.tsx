import { customAlgorithms, secretEncodings, signatureEncodings } from '@portage/connectors/signatures';
import { getErrorMessage } from '@portage/contracts';
import { Button, Dialog, NumberField, Select, Stack, TextField } from '@portage/ui';
import { useState } from 'react';
import { Problem } from '../fields/form-section.tsx';
import type { NewVerification, Verification } from './use-webhook-verification.ts';
import { formOfVerification, schemeOptions, type VerificationForm, verificationOfForm } from './verification-form.ts';

const toOptions = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));

interface VerificationDialogProps {
  saved: Verification | null;
  onSave: (verification: NewVerification | null) => Promise<void>;
  onClose: () => void;
}

/** Sets how calls are signed, and the secret, which is stored and never shown again. */
export function VerificationDialog({ saved, onSave, onClose }: VerificationDialogProps) {
  const [form, setForm] = useState(() => formOfVerification(saved));
  const [problem, setProblem] = useState<string | null>(null);
  const change = (changed: Partial<VerificationForm>) => setForm((known) => ({ ...known, ...changed }));

  async function save(): Promise<void> {
    setProblem(null);
    try {
      await onSave(verificationOfForm(form));
      onClose();
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  }

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Verify calls"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" onPress={save}>
            Save
          </Button>
        </>
      }
    >
      <Stack>
        <Select label="Signed by" value={form.scheme} onChange={(scheme) => change({ scheme })} options={schemeOptions} />
        {form.scheme === 'none' ? null : (
          <TextField
            label="Secret"
            type="password"
            autoComplete="off"
            value={form.secret}
            onChange={(secret) => change({ secret })}
            hint={
              saved
                ? 'Leave empty to keep the stored secret.'
                : 'The sender shows it where you enter the address. Portage never shows it again.'
            }
          />
        )}
        {form.scheme === 'custom' ? <CustomFields form={form} change={change} /> : null}
        {problem === null ? null : <Problem role="alert">{problem}</Problem>}
      </Stack>
    </Dialog>
  );
}

function CustomFields({ form, change }: { form: VerificationForm; change: (changed: Partial<VerificationForm>) => void }) {
  return (
    <>
      <TextField label="Signature header" isCode value={form.header} onChange={(header) => change({ header })} />
      <Select
        label="Algorithm"
        value={form.algorithm}
        onChange={(algorithm) => change({ algorithm })}
        options={toOptions(customAlgorithms)}
      />
      <Select
        label="Encoding"
        value={form.encoding}
        onChange={(encoding) => change({ encoding })}
        options={toOptions(signatureEncodings)}
      />
      <TextField
        label="Prefix"
        isCode
        value={form.prefix}
        onChange={(prefix) => change({ prefix })}
        hint="The text before the signature, such as sha256= or v1=."
      />
      <TextField
        label="Timestamp header"
        isCode
        value={form.timestampHeader}
        onChange={(timestampHeader) => change({ timestampHeader })}
        hint="When the call was signed, as Unix time or a date."
      />
      <NumberField
        label="Timestamp tolerance (seconds)"
        value={form.toleranceSeconds}
        onChange={(toleranceSeconds) => change({ toleranceSeconds })}
        minValue={1}
        maxValue={86_400}
        step={1}
        hint="Older calls are refused. Empty: 300."
      />
      <TextField
        label="Signed content"
        isCode
        value={form.template}
        onChange={(template) => change({ template })}
        hint="{body}, {timestamp}, {method}, {url} and {header:NAME} are filled in."
      />
      <Select
        label="Secret is written as"
        value={form.secretEncoding}
        onChange={(secretEncoding) => change({ secretEncoding })}
        options={toOptions(secretEncodings)}
      />
    </>
  );
}
