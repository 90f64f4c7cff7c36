import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline } from '@portage/ui/base';
import { useCallback, useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { CentredPage } from './centred-page.tsx';

type Outcome = { problem: string } | { notice: string | null };

/**
 * The target of the link in the sign-up mail. A signed-in person confirms at once. Anybody else chooses: a stranger may have created the
 * account, so without signing in everything in it is stopped.
 */
export function ConfirmEmailPage() {
  const { api, publicApi, session, navigation, keepAddress } = useServices();
  const { searchParams } = useUrl();
  const token = searchParams.get('token') ?? '';
  const isChange = searchParams.get('change') === 'true';
  const [isSignedIn] = useState(() => session.getUser() !== null);
  const [isPending, setIsPending] = useState(false);
  const [outcome, setOutcome] = useState<Outcome | null>(
    token === '' ? { problem: 'This link is incomplete. Please open it from the e-mail again.' } : null,
  );

  const confirm = useCallback(async () => {
    setIsPending(true);
    const call = isSignedIn ? api : publicApi;
    const settled = await call('POST /api/users/confirm-email', { body: { token } }).then(
      ({ success, errorMessage, notice }): Outcome =>
        success ? { notice: notice ?? null } : { problem: errorMessage ?? 'This link is no longer valid.' },
      (error: unknown): Outcome => ({ problem: getErrorMessage(error) }),
    );
    // The frame shows the address.
    if (isChange && 'notice' in settled) session.update((await api('GET /api/users/me')).user);
    setOutcome(settled);
    setIsPending(false);
  }, [api, publicApi, session, isSignedIn, isChange, token]);

  useEffect(() => {
    if (isSignedIn && token !== '') void confirm();
  }, [isSignedIn, token, confirm]);

  function signIn(): void {
    keepAddress();
    void navigation.navigate('/signin', { note: 'Sign in to confirm your email.' });
  }

  if (outcome === null && !isSignedIn && isChange) {
    return (
      <CentredPage title="Confirm your new email">
        <p>Sign in to the account that gets this email, with its old email.</p>
        <Inline>
          <Button variant="primary" onClick={signIn}>
            Sign in and confirm
          </Button>
        </Inline>
      </CentredPage>
    );
  }
  if (outcome === null && !isSignedIn) {
    return (
      <CentredPage title="Confirm your email">
        <p>Did you create this account? Sign in, and everything in it stays as it is.</p>
        <p>
          If you confirm without signing in, Portage signs everyone out of the account, stops its workflows, changes their webhook addresses
          and disconnects its connectors. If someone else created the account, reset the password next.
        </p>
        <Inline>
          <Button variant="primary" onClick={signIn} disabled={isPending}>
            Sign in and confirm
          </Button>
          <Button onClick={() => void confirm()} disabled={isPending} isPending={isPending}>
            Confirm without signing in
          </Button>
        </Inline>
      </CentredPage>
    );
  }
  return (
    <CentredPage title="Confirm your email">
      {outcome === null ? <p>One moment …</p> : null}
      {outcome && 'problem' in outcome ? <Banner tone="danger">{outcome.problem}</Banner> : null}
      {outcome && 'notice' in outcome ? <Banner tone="success">Thank you. Your email is confirmed.</Banner> : null}
      {outcome && 'notice' in outcome && outcome.notice ? <Banner tone="warning">{outcome.notice}</Banner> : null}
      <Inline>
        <Link href="/">{isSignedIn ? 'Go to Portage' : 'Sign in'}</Link>
        {isSignedIn ? null : <Link href="/forgot-password">Reset the password</Link>}
      </Inline>
    </CentredPage>
  );
}
