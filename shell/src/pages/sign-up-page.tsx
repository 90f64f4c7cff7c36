import { getErrorMessage } from '@portage/contracts';
import { Button, Checkbox, PasswordField, TextField, useForm } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl } from '../app/services-context.tsx';
import { isLocalHost } from '../integrations/integration-rules.ts';
import { withTemplateChoice } from '../routing/template-choice.ts';
import { emailProblem, passwordProblem, requiredField } from './account-rules.ts';
import { Entrance } from './entrance.tsx';
import { EntranceForm, EntranceLinks } from './entrance-form.tsx';
import { useTemplateChoice } from './use-template-choice.ts';

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
}

/** The messages of the fields (spec AUTH-05..08). */
const RULES = {
  firstName: requiredField<Values>('Please enter First Name'),
  lastName: requiredField<Values>('Please enter Last Name'),
  email: requiredField<Values>('Please enter Email', emailProblem),
  password: requiredField<Values>('Please enter Password', passwordProblem),
};

/** The address of the terms; null on localhost, where the configuration isn't requested (spec API-04), or if none is set. */
function useTermsUrl(): string | null {
  const { publicApi } = useServices();
  const [termsUrl, setTermsUrl] = useState<string | null>(null);
  useEffect(() => {
    if (isLocalHost(location.hostname)) return;
    publicApi('GET /api/configuration').then(
      (configuration) => setTermsUrl(configuration.termsUrl),
      () => {},
    );
  }, [publicApi]);
  return termsUrl;
}

/** Names, address, password and the terms (spec AUTH-03..08). With the link of a new Portage, the account becomes its first admin. */
export function SignUpPage() {
  const { accounts } = useServices();
  const templateId = useTemplateChoice();
  const firstAdminToken = useUrl().searchParams.get('firstAdmin');
  const [hasAgreed, setHasAgreed] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const termsUrl = useTermsUrl();
  const form = useForm<Values>({ initial: { firstName: '', lastName: '', email: '', password: '' }, rules: RULES });

  const submit = form.handleSubmit(async (values) => {
    if (!hasAgreed) return;
    setError(null);
    try {
      const account = { ...values, email: values.email.trim(), ...(firstAdminToken ? { firstAdminToken } : {}) };
      await accounts.signUp(account, { templateId });
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Entrance
      title={firstAdminToken ? 'Create the admin account' : 'Create your account'}
      lead={firstAdminToken ? 'It manages this Portage and the people in it.' : 'Your first workflow is a minute away.'}
    >
      <EntranceForm error={error} onSubmit={submit}>
        <TextField label="First name" maxLength={60} autoComplete="given-name" {...form.bind('firstName')} />
        <TextField label="Last name" maxLength={60} autoComplete="family-name" {...form.bind('lastName')} />
        <TextField label="Email" type="email" maxLength={320} autoComplete="email" {...form.bind('email')} />
        <PasswordField label="Password" autoComplete="new-password" hint="6 to 128 characters" {...form.bind('password')} />
        <Checkbox name="terms" value={hasAgreed} onChange={setHasAgreed}>
          I agree to the{' '}
          {termsUrl ? (
            <a href={termsUrl} target="_blank" rel="noopener noreferrer">
              terms and conditions
            </a>
          ) : (
            'terms and conditions'
          )}
        </Checkbox>
        <Button type="submit" variant="primary" size="touch" disabled={!hasAgreed} isPending={form.isSubmitting}>
          Sign up
        </Button>
      </EntranceForm>
      <EntranceLinks>
        <span>
          Have an account? <Link href={withTemplateChoice('/signin', templateId)}>Sign in</Link>
        </span>
      </EntranceLinks>
    </Entrance>
  );
}
