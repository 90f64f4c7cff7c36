import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, TextField, useForm } from '@portage/ui/base';
import { useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices } from '../app/services-context.tsx';
import { emailProblem, requiredField } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { EntranceForm, EntranceLinks } from './entrance-form.tsx';

interface Values {
  email: string;
}

/** The address is required (spec AUTH-09). */
const RULES = { email: requiredField<Values>('Please enter Email', emailProblem) };

/** Spec AUTH-09..11: the response doesn't reveal whether the address has an account. */
export function ForgotPasswordPage() {
  const { publicApi } = useServices();
  const [isSent, setIsSent] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({ initial: { email: '' }, rules: RULES });

  const submit = form.handleSubmit(async ({ email }) => {
    setError(null);
    try {
      await publicApi('POST /api/users/forgot-password', { body: { email: email.trim() } });
      setIsSent(true);
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Entrance title="Reset your password" lead={isSent ? undefined : 'We will send you a link to set a new one.'}>
      {isSent ? (
        <Banner tone="success">
          If the user with the provided email username exists, an email will be sent to this email address to reset your password.
        </Banner>
      ) : (
        <EntranceForm error={error} onSubmit={submit}>
          <TextField label="Email" type="email" autoComplete="username" {...form.bind('email')} />
          <Button type="submit" variant="primary" size="touch" isPending={form.isSubmitting}>
            Send the link
          </Button>
        </EntranceForm>
      )}
      <EntranceLinks>
        <Link href="/signin">Back to sign in</Link>
      </EntranceLinks>
    </Entrance>
  );
}
