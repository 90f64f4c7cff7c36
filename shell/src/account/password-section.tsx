import { useHost } from '@portage/area-kit/base';
import { Button, Card, Checkbox, Inline, Muted, PasswordField, useForm } from '@portage/ui/base';
import { useQueryClient } from '@tanstack/react-query';
import { passwordProblem, requiredField } from '../pages/account-rules.ts';
import { ACCOUNT_KEYS } from './account-queries.ts';
import { fieldProblems } from './field-problems.ts';
import { Fields, NotWhileImpersonating } from './section-parts.tsx';

interface Values {
  currentPassword: string;
  newPassword: string;
  revokeApiKeys: boolean;
}

const START: Values = { currentPassword: '', newPassword: '', revokeApiKeys: false };
const RULES = {
  currentPassword: requiredField<Values>('Please enter your current password'),
  newPassword: requiredField<Values>('Please enter Password', passwordProblem),
};

/** Changes the password, which ends the other sessions. */
export function PasswordSection() {
  return (
    <Card title="Password">
      <NotWhileImpersonating>
        <PasswordForm />
      </NotWhileImpersonating>
    </Card>
  );
}

function PasswordForm() {
  const { api, notify } = useHost();
  const queryClient = useQueryClient();
  const form = useForm<Values>({ initial: START, rules: RULES });

  const save = form.handleSubmit(async (values) => {
    try {
      const { revokedKeys } = await api('POST /api/account/password', { body: values });
      form.reset();
      notify.success(revokedKeys > 0 ? 'Password changed, and API keys revoked.' : 'Password changed.');
      await queryClient.invalidateQueries({ queryKey: ACCOUNT_KEYS });
    } catch (error) {
      const problems = fieldProblems(error, ['currentPassword']);
      if (problems) form.setServerErrors(problems);
      else notify.error(error);
    }
  });

  return (
    <Fields noValidate onSubmit={(event) => void save(event)}>
      <Muted as="p">Changing your password ends your sessions in other browsers.</Muted>
      <PasswordField label="Current password" autoComplete="current-password" {...form.bind('currentPassword')} />
      <PasswordField label="New password" autoComplete="new-password" hint="6 to 128 characters" {...form.bind('newPassword')} />
      <Checkbox {...form.bind('revokeApiKeys')}>Also revoke all my API keys</Checkbox>
      <Inline>
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          Change password
        </Button>
      </Inline>
    </Fields>
  );
}
