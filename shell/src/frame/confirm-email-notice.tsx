import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, size, space } from '@portage/ui/base';
import { useState } from 'react';
import styled from 'styled-components';
import { useServices, useUser } from '../app/services-context.tsx';
import { frameServices } from '../services/frame-services.ts';

const Position = styled.div`
  padding: ${space(4)} ${space(6)} 0;
  @media (max-width: ${size.narrow}) {
    padding: ${space(4)} ${space(4)} 0;
  }
`;

/** Shown on every page until the person's address is confirmed: before that no alert reaches it. */
export function ConfirmEmailNotice() {
  const services = useServices();
  const { host } = frameServices(services);
  const user = useUser();
  const [isSending, setIsSending] = useState(false);
  const [isSent, setIsSent] = useState(false);
  // An admin who impersonates the person can't prove that the mailbox is theirs.
  if (!user || user.emailConfirmed || user.isImpersonating) return null;

  async function sendAgain(): Promise<void> {
    setIsSending(true);
    try {
      await services.api('POST /api/account/email-confirmation', {});
      setIsSent(true);
    } catch (problem) {
      host.notify.error(getErrorMessage(problem));
    } finally {
      setIsSending(false);
    }
  }

  return (
    <Position>
      <Banner
        tone="warning"
        title="Confirm your e-mail address"
        action={
          isSent ? undefined : (
            <Button size="dense" isPending={isSending} onClick={() => void sendAgain()}>
              Send again
            </Button>
          )
        }
      >
        {isSent
          ? `We sent a new link to ${user.email}. Open it, then reload this page.`
          : `Alerts don’t reach ${user.email} until you open the link in the e-mail that we sent.`}
      </Banner>
    </Position>
  );
}
