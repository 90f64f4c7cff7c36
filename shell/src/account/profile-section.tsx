import { useHost, useSessionUser } from '@portage/area-kit/base';
import { Button, Card, Inline, Muted, TextField, useForm } from '@portage/ui/base';
import { useServices } from '../app/services-context.tsx';
import { ThemeSwitch } from '../services/theme-switch.tsx';
import { DeleteAccountCard } from './delete-account-card.tsx';
import { EmailCard } from './email-card.tsx';
import { Fields, Stack } from './section-parts.tsx';

/** The messages of sign-up (spec AUTH-05). */
const RULES = {
  firstName: { required: true, requiredMessage: 'Please enter First Name' },
  lastName: { required: true, requiredMessage: 'Please enter Last Name' },
};

export function ProfileSection() {
  const { api, notify } = useHost();
  const { session } = useServices();
  const user = useSessionUser();
  const form = useForm({
    initial: {
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      jobTitle: user?.jobTitle ?? '',
      companyName: user?.companyName ?? '',
    },
    rules: RULES,
  });

  const save = form.handleSubmit(async (values) => {
    try {
      const { user: changed } = await api('PUT /api/users/info', { body: values });
      session.update(changed);
      form.takeSaved(values, values);
      notify.success('Profile saved.');
    } catch (error) {
      notify.error(error);
    }
  });

  return (
    <Stack>
      <Card title="Profile">
        <Fields noValidate onSubmit={(event) => void save(event)}>
          <TextField label="First Name" maxLength={60} autoComplete="given-name" {...form.bind('firstName')} />
          <TextField label="Last Name" maxLength={60} autoComplete="family-name" {...form.bind('lastName')} />
          <TextField label="Job Title" maxLength={100} autoComplete="organization-title" {...form.bind('jobTitle')} />
          <TextField label="Company Name" maxLength={100} autoComplete="organization" {...form.bind('companyName')} />
          <Inline>
            <Button type="submit" variant="primary" isPending={form.isSubmitting}>
              Save
            </Button>
          </Inline>
        </Fields>
      </Card>
      <EmailCard />
      <Card title="Theme">
        <Stack>
          <Muted as="p">How Portage looks in this browser.</Muted>
          <div>
            <ThemeSwitch />
          </div>
        </Stack>
      </Card>
      <DeleteAccountCard />
    </Stack>
  );
}
