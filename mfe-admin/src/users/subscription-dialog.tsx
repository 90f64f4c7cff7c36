import { StoredInputNotice, useApi, useHost, useStoredInput } from '@portage/area-kit';
import {
  Button,
  DatePicker,
  Dialog,
  FailedRead,
  type FieldRules,
  FormLayout,
  formatDate,
  Select,
  Stack,
  useForm,
  useLoaded,
} from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { User } from './user-form.ts';
import { wordsOfPlan } from './words-of-plan.ts';

/** The choice of a subscription without a plan; no Stripe price has this id. */
const NO_PLAN = 'none';

interface GrantForm {
  priceId: string;
  /** `YYYY-MM-DD` */
  endsOn: string | null;
}

const GRANT_RULES: FieldRules<GrantForm> = {
  endsOn: { required: true, requiredMessage: 'Please choose a date' },
};

/** The last second of the day, in the admin's time zone. */
function endOfDay(day: string): string {
  return new Date(`${day}T23:59:59`).toISOString();
}

/** Shows a person's subscription, and grants a plan without payment until a date. */
export function SubscriptionDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const api = useApi();
  const { notify, queryClient } = useHost();
  const formId = useId();
  const known = useQuery({
    queryKey: ['users', 'subscription', user.id],
    queryFn: ({ signal }) => api('GET /api/users/{id}/subscription', { params: { id: user.id } }, { signal }),
    staleTime: 0,
  });
  const { shown, indicator } = useLoaded(known.data, 'Loading subscription');
  const form = useForm<GrantForm>({ initial: { priceId: NO_PLAN, endsOn: null }, rules: GRANT_RULES });
  const kept = useStoredInput(form, { name: `subscription ${user.id}`, isInDialog: true });
  const params = { id: user.id };

  async function done(text: string): Promise<void> {
    notify.success(text);
    onClose();
    await queryClient.invalidateQueries({ queryKey: ['users'] });
  }

  const grant = form.handleSubmit(async ({ priceId, endsOn }) => {
    try {
      const body = { priceId: priceId === NO_PLAN ? null : priceId, endsAt: endOfDay(endsOn ?? '') };
      await api('PUT /api/users/{id}/subscription-grant', { params, body });
      await done(`Subscription granted to "${user.email}".`);
    } catch (error) {
      notify.error(error);
    }
  });

  async function takeBack(): Promise<void> {
    try {
      await api('DELETE /api/users/{id}/subscription-grant', { params });
      await done(`Granted subscription of "${user.email}" ended.`);
    } catch (error) {
      notify.error(error);
    }
  }

  const plans = [{ value: NO_PLAN, label: 'Without a plan’s limits' }].concat(
    (shown?.products ?? []).map(({ priceId, name, formattedPrice }) => ({
      value: priceId,
      label: `${name} (${formattedPrice} per month)`,
    })),
  );
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Subscription"
      actions={
        <>
          {shown?.grant ? (
            <Button variant="danger" onPress={takeBack}>
              End the grant
            </Button>
          ) : null}
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} isDisabled={!shown || form.isSubmitting}>
            Grant
          </Button>
        </>
      }
    >
      {known.isError ? <FailedRead query={known} /> : null}
      {shown ? (
        <Stack $gap={4}>
          <StoredInputNotice kept={kept} />
          <p>{user.email}</p>
          <p>{wordsOfPlan(shown, formatDate)}</p>
          <form id={formId} onSubmit={grant} noValidate>
            <FormLayout as="div">
              <Select label="Grant without payment" options={plans} {...form.bind('priceId')} />
              <DatePicker label="Until" {...form.bind('endsOn')} />
            </FormLayout>
          </form>
        </Stack>
      ) : (
        indicator
      )}
    </Dialog>
  );
}
