import { getErrorMessage } from '@portage/contracts';
import { Button, TextField, useForm } from '@portage/ui/base';
import { useState } from 'react';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { findTemplateChoice } from '../routing/template-choice.ts';
import { Entrance } from './entrance.tsx';
import { EntranceForm } from './entrance-form.tsx';
import { startPlaybook } from './start-playbook.ts';

interface Values {
  jobTitle: string;
  companyName: string;
}

/** The messages exist although no field is required (spec AUTH-32, AUTH-33). */
const RULES = {
  jobTitle: { required: false, requiredMessage: 'Please enter Position' },
  companyName: { required: false, requiredMessage: 'Please enter Company Name' },
};

/** Spec AUTH-32..34; with a chosen template its playbook is created afterwards (spec AUTH-36). */
export function UserInfoPage() {
  const services = useServices();
  const { api, session, navigation } = services;
  const templateId = findTemplateChoice(useUrl());
  const user = useUser();
  const [error, setError] = useState<string | null>(null);
  const form = useForm<Values>({ initial: { jobTitle: user?.jobTitle ?? '', companyName: user?.companyName ?? '' }, rules: RULES });

  const submit = form.handleSubmit(async ({ jobTitle, companyName }) => {
    setError(null);
    try {
      const { user: changed } = await api('PUT /api/users/info', { body: { jobTitle, companyName } });
      session.update(changed);
      if (templateId) await startPlaybook(services, templateId);
      else await navigation.navigate('/');
    } catch (problem) {
      setError(getErrorMessage(problem));
    }
  });

  return (
    <Entrance title={`Welcome${user?.firstName ? `, ${user.firstName}` : ''}`} lead="Optional: tell us about your role.">
      <EntranceForm error={error} onSubmit={submit}>
        <TextField label="Job Title" maxLength={100} autoComplete="organization-title" {...form.bind('jobTitle')} />
        <TextField label="Company Name" maxLength={100} autoComplete="organization" {...form.bind('companyName')} />
        <Button type="submit" variant="primary" size="touch" isPending={form.isSubmitting}>
          Continue
        </Button>
      </EntranceForm>
    </Entrance>
  );
}
