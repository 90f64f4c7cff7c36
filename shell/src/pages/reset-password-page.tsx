import { getErrorMessage, UNKNOWN_ERROR_MESSAGE } from '@portage/contracts';
import { Banner, Button, PasswordField, useForm } from '@portage/ui/base';
import { useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { passwordProblem, requiredField } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { EntranceForm, EntranceLinks } from './entrance-form.tsx';

interface Values {
  password: string;
}

/** A password has 6 to 128 characters (spec AUTH-07, AUTH-08, AUTH-12). */
const RULES = { password: requiredField<Values>('Please enter Password', passwordProblem) };

/** Sets a new password with the token of the mailed link (spec AUTH-12..15). */
export function ResetPasswordPage() {
  const { publicApi, navigation } = useServices();
  const token = useUrl().searchParams.get('token');
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({ initial: { password: '' }, rules: RULES });

  const submit = form.handleSubmit(async ({ password }) => {
    if (!token) return;
    setError(null);
    try {
      const { success, errorMessage, notice } = await publicApi('POST /api/users/reset-password', { body: { password, token } });
      const changed = 'Your password has been changed. Sign in with the new one.';
      if (success) await navigation.navigate('/signin', { note: notice ? `${changed} ${notice}` : changed });
      else setError(errorMessage ?? UNKNOWN_ERROR_MESSAGE);
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Entrance title="Set a new password" lead={token ? 'You will sign in with it from now on.' : undefined}>
      {token ? (
        <EntranceForm error={error} onSubmit={submit}>
          <PasswordField label="New password" autoComplete="new-password" hint="6 to 128 characters" {...form.bind('password')} />
          <Button type="submit" variant="primary" size="touch" disabled={form.isSubmitting} isPending={form.isSubmitting}>
            Set the password
          </Button>
        </EntranceForm>
      ) : (
        <Banner tone="warning">This link is incomplete. Open it from the e-mail again, or ask for a new one.</Banner>
      )}
      <EntranceLinks>
        <Link href="/signin">Back to sign in</Link>
        <Link href="/forgot-password">Ask for a new link</Link>
      </EntranceLinks>
    </Entrance>
  );
}
