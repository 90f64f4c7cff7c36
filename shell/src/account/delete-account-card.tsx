import { useHost } from '@portage/area-kit/base';
import { Button, Card, Checkbox, Inline, Muted, PasswordField, useForm } from '@portage/ui/base';
import { useServices } from '../app/services-context.tsx';
import { requiredField } from '../pages/account-rules.ts';
import { fieldProblems } from './field-problems.ts';
import { Fields, NotWhileImpersonating } from './section-parts.tsx';

interface Values {
  currentPassword: string;
  isSure: boolean;
}

const START: Values = { currentPassword: '', isSure: false };
const RULES = { currentPassword: requiredField<Values>('Please enter your current password') };

export function DeleteAccountCard() {
  return (
    <Card title="Delete account">
      <NotWhileImpersonating>
        <DeleteAccountForm />
      </NotWhileImpersonating>
    </Card>
  );
}

function DeleteAccountForm() {
  const { api, notify } = useHost();
  const { session, navigation } = useServices();
  const form = useForm<Values>({ initial: START, rules: RULES });
  const { isSure } = form.values;
  const remove = form.handleSubmit(async ({ currentPassword }) => {
    try {
      await api('POST /api/account/delete', { body: { currentPassword } });
    } catch (error) {
      const problems = fieldProblems(error, ['currentPassword']);
      if (problems) form.setServerErrors(problems);
      else notify.error(error);
      return;
    }
    session.clear();
    void navigation.navigate('/signin', { note: 'Your account was deleted.' });
  });
  return (
    <Fields noValidate onSubmit={(event) => void remove(event)}>
      <Muted as="p">
        Your workflows stop at once. They, your connectors, stored values and API keys are deleted, and your subscription ends. This can’t
        be undone.
      </Muted>
      <PasswordField label="Current password" autoComplete="current-password" {...form.bind('currentPassword')} />
      <Checkbox {...form.bind('isSure')}>Delete my account and everything in it</Checkbox>
      <Inline>
        <Button type="submit" variant="danger" disabled={!isSure} isPending={form.isSubmitting}>
          Delete account
        </Button>
      </Inline>
    </Fields>
  );
}
