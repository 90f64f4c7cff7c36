import { useHost, useSessionUser } from '@portage/area-kit/base';
import { Button, Card, Inline, Muted, PasswordField, TextField, useForm } from '@portage/ui/base';
import { emailProblem, requiredField } from '../pages/account-rules.ts';
import { fieldProblems } from './field-problems.ts';
import { Fields, NotWhileImpersonating } from './section-parts.tsx';

interface Values {
  email: string;
  currentPassword: string;
}

const START: Values = { email: '', currentPassword: '' };
const RULES = {
  email: requiredField<Values>('Please enter Email', emailProblem),
  currentPassword: requiredField<Values>('Please enter your current password'),
};

/** Changes the address with which a person signs in, once they have opened the link that is mailed to the new one. */
export function EmailCard() {
  const user = useSessionUser();
  return (
    <Card title="Email">
      <NotWhileImpersonating>
        <EmailForm current={user?.email ?? ''} />
      </NotWhileImpersonating>
    </Card>
  );
}

function EmailForm({ current }: { current: string }) {
  const { api, notify } = useHost();
  const form = useForm<Values>({ initial: START, rules: RULES });
  const save = form.handleSubmit(async ({ email, currentPassword }) => {
    try {
      await api('POST /api/account/email', { body: { email: email.trim(), currentPassword } });
      form.reset();
      notify.success(`Open the link that was mailed to ${email.trim()}, in this browser.`);
    } catch (error) {
      const problems = fieldProblems(error, ['email', 'currentPassword']);
      if (problems) form.setServerErrors(problems);
      else notify.error(error);
    }
  });
  return (
    <Fields noValidate onSubmit={(event) => void save(event)}>
      <Muted as="p">You sign in with {current}. It changes once you open the link that is mailed to the new address.</Muted>
      <TextField label="New email" type="email" autoComplete="email" maxLength={320} {...form.bind('email')} />
      <PasswordField label="Current password" autoComplete="current-password" {...form.bind('currentPassword')} />
      <Inline>
        <Button type="submit" isPending={form.isSubmitting}>
          Change email
        </Button>
      </Inline>
    </Fields>
  );
}
