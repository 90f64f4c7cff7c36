import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, DateTime } from '@portage/ui';
import { ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import { useValueSources } from '../../values/index.ts';
import { FormSection, Hint, Problem } from '../fields/form-section.tsx';
import { useWebhookVerification } from './use-webhook-verification.ts';
import { VerificationDialog } from './verification-dialog.tsx';
import { schemeLabel } from './verification-form.ts';

/** Whether calls must be signed. Not part of the steps: a change applies at once and to every version. */
export function WebhookVerificationField({ isReadOnly }: { isReadOnly: boolean }) {
  const { workflowId } = useValueSources();
  return workflowId === undefined ? null : <OfWorkflow workflowId={workflowId} isReadOnly={isReadOnly} />;
}

function OfWorkflow({ workflowId, isReadOnly }: { workflowId: string; isReadOnly: boolean }) {
  const { query, save } = useWebhookVerification(workflowId);
  const [isOpen, setIsOpen] = useState(false);
  const { data: verification, error } = query;
  return (
    <FormSection title="Verification">
      {error ? <Problem role="alert">{getErrorMessage(error)}</Problem> : null}
      <Hint>
        {verification
          ? `Calls must be signed: ${schemeLabel(verification.scheme)}. Any other call gets 401 and starts nothing.`
          : 'Everyone who knows the address can start the workflow. Let Portage check the signature of each call if the sender signs them.'}
      </Hint>
      {verification && verification.refusedCount > 0 ? (
        <Banner tone="warning">
          {verification.refusedCount} {verification.refusedCount === 1 ? 'call was' : 'calls were'} refused, the last one{' '}
          {verification.lastRefusedAt === null ? null : <DateTime value={verification.lastRefusedAt} />}. {verification.lastRefusal}
        </Banner>
      ) : null}
      {isReadOnly ? null : (
        <span>
          <Button size="dense" icon={<ShieldCheck aria-hidden />} onPress={() => setIsOpen(true)} isDisabled={verification === undefined}>
            {verification ? 'Change verification' : 'Verify calls'}
          </Button>
        </span>
      )}
      {isOpen ? <VerificationDialog saved={verification ?? null} onSave={save} onClose={() => setIsOpen(false)} /> : null}
    </FormSection>
  );
}
