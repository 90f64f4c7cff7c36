import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, PasswordField, TextField, useForm } from '@portage/ui/base';
import { useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices } from '../app/services-context.tsx';
import { withTemplateChoice } from '../routing/template-choice.ts';
import { requiredField } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { EntranceForm, EntranceLinks } from './entrance-form.tsx';
import { useTemplateChoice } from './use-template-choice.ts';

interface Values {
  email: string;
  password: string;
}

/** Both fields are required (spec AUTH-02). */
const RULES = {
  email: requiredField<Values>('Please enter Login'),
  password: requiredField<Values>('Please enter Password'),
};

/** Address and password, and links to sign up and to reset the password (spec AUTH-01). */
export function SignInPage() {
  const { accounts, navigation } = useServices();
  const [note] = useState(navigation.note);
  const templateId = useTemplateChoice();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({ initial: { email: '', password: '' }, rules: RULES });

  const submit = form.handleSubmit(async ({ email, password }) => {
    setError(null);
    try {
      await accounts.signIn({ email: email.trim(), password }, { templateId });
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Entrance title="Sign in" lead="Welcome back.">
      {note && !error && <Banner>{note}</Banner>}
      <EntranceForm error={error} onSubmit={submit}>
        <TextField label="Email" type="email" autoComplete="username" {...form.bind('email')} />
        <PasswordField label="Password" autoComplete="current-password" {...form.bind('password')} />
        <Button type="submit" variant="primary" size="touch" isPending={form.isSubmitting}>
          Sign in
        </Button>
      </EntranceForm>
      <EntranceLinks>
        <Link href="/forgot-password">Forgot your password?</Link>
        <span>
          New here? <Link href={withTemplateChoice('/signup', templateId)}>Sign up</Link>
        </span>
      </EntranceLinks>
    </Entrance>
  );
}
