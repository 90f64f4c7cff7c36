import { messageOf } from '@portage/contracts';
import { Banner } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { CentredActions, CentredPage } from './centred-page.tsx';

/** Where the link of the sign-up's mail leads. */
export function ConfirmEmailPage() {
  const { publicApi, session } = useServices();
  const { searchParams } = useUrl();
  const token = searchParams.get('token') ?? '';
  const [outcome, setOutcome] = useState<{ problem: string | null } | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const settle = (problem: string | null) => isCurrent && setOutcome({ problem });
    if (token === '') {
      settle('This link is not complete. Please open it from the mail once more.');
      return;
    }
    publicApi('POST /api/users/confirm-email', { body: { token } }).then(
      ({ success, errorMessage }) => settle(success ? null : (errorMessage ?? 'This link is not valid any more.')),
      (error: unknown) => settle(messageOf(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [publicApi, token]);

  return (
    <CentredPage title="Confirm your email">
      {outcome === null ? <p>One moment …</p> : null}
      {outcome?.problem ? <Banner tone="danger">{outcome.problem}</Banner> : null}
      {outcome?.problem === null ? <Banner tone="success">Thank you. Your email is confirmed.</Banner> : null}
      <CentredActions>
        <Link href="/">{session.getUser() ? 'Go to Portage' : 'Sign in'}</Link>
      </CentredActions>
    </CentredPage>
  );
}
