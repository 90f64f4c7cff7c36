import { customAlgorithms, secretEncodings, signatureEncodings } from '@portage/connectors/signatures';
import { messageOf } from '@portage/contracts';
import { Button, Dialog, Select, TextField } from '@portage/ui';
import { useState } from 'react';
import { Problem } from '../step-forms/fields/form-section.tsx';
import type { NewVerification, Verification } from './use-webhook-verification.ts';
import { formOfVerification, schemeOptions, type VerificationForm, verificationOfForm } from './verification-form.ts';

const optionsOf = <Value extends string>(values: readonly Value[]) => values.map((value) => ({ value, label: value }));

interface VerificationDialogProps {
  saved: Verification | null;
  onSave: (verification: NewVerification | null) => Promise<void>;
  onClose: () => void;
}

/** How calls are signed, and the secret, which is taken and never shown again. */
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
      setProblem(messageOf(error));
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
      <Select label="Signed by" value={form.scheme} onChange={(scheme) => change({ scheme })} options={schemeOptions} />
      {form.scheme === 'none' ? null : (
        <TextField
          label="Secret"
          type="password"
          autoComplete="off"
          value={form.secret}
          onChange={(secret) => change({ secret })}
          hint={
            saved ? 'Empty: the stored secret stays.' : 'The sender shows it where you enter the address. Portage never shows it again.'
          }
        />
      )}
      {form.scheme === 'custom' ? <CustomFields form={form} change={change} /> : null}
      {problem === null ? null : <Problem role="alert">{problem}</Problem>}
    </Dialog>
  );
}

function CustomFields({ form, change }: { form: VerificationForm; change: (changed: Partial<VerificationForm>) => void }) {
  return (
    <>
      <TextField label="Header of the signature" isCode value={form.header} onChange={(header) => change({ header })} />
      <Select
        label="Algorithm"
        value={form.algorithm}
        onChange={(algorithm) => change({ algorithm })}
        options={optionsOf(customAlgorithms)}
      />
      <Select
        label="Encoding"
        value={form.encoding}
        onChange={(encoding) => change({ encoding })}
        options={optionsOf(signatureEncodings)}
      />
      <TextField
        label="Prefix"
        isCode
        value={form.prefix}
        onChange={(prefix) => change({ prefix })}
        hint="What stands before the signature, such as sha256= or v1=."
      />
      <TextField
        label="Header of the time"
        isCode
        value={form.timestampHeader}
        onChange={(timestampHeader) => change({ timestampHeader })}
        hint="Calls that were signed more than five minutes ago are refused."
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
        options={optionsOf(secretEncodings)}
      />
    </>
  );
}
