import { announceConnector, forgetConnectors, isConnectorPopup, useHost } from '@portage/area-kit';
import { Button, Card, FormLayout, Inline, LinkButton, Page, Stack, TextArea, TextField, useForm, usePageTitle } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loadPlaidLink } from './load-plaid-link.ts';

/** /connectors/plaid: opens Plaid Link, whose result becomes a connector (spec CONN-54, CONN-55). */
export function PlaidPage() {
  usePageTitle('Add Connector');
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const form = useForm({
    initial: { name: 'Plaid', description: '' },
    rules: { name: { required: true, requiredMessage: 'Please input connector name' } },
  });

  async function create(publicToken: string, { name, description }: { name: string; description: string }): Promise<void> {
    try {
      const { connectorId } = await api('POST /api/apps/plaid/connector/create', { body: { publicToken, name, description } });
      notify.success('Connector successfully created.');
      await forgetConnectors(queryClient);
      announceConnector(connectorId);
      if (isConnectorPopup()) window.close();
      navigate(`/connectors/${connectorId}/edit`);
    } catch {
      notify.error(new Error('Could not create Plaid connector. Please try again.'));
    }
  }

  const submit = form.handleSubmit(async (values) => {
    try {
      const { plaidLinkUrl } = await api('GET /api/configuration');
      const [plaid, { linkToken }] = await Promise.all([loadPlaidLink(plaidLinkUrl), api('POST /api/apps/plaid/link-token')]);
      setIsOpen(true);
      const link = plaid.create({
        token: linkToken,
        onSuccess: (publicToken) => {
          setIsOpen(false);
          void create(publicToken, values);
        },
        onExit: (error) => {
          setIsOpen(false);
          if (error) notify.error(new Error(error.display_message || error.error_message || 'Plaid Link ended with an error.'));
        },
      });
      link.open();
    } catch (error) {
      notify.error(error);
    }
  });

  return (
    <Page>
      <FormLayout as="form" noValidate onSubmit={(event) => void submit(event)}>
        <Card title="Plaid">
          <Stack>
            <p>You sign in to your bank in a Plaid window; Portage never sees your password.</p>
            <TextField label="Name" {...form.bind('name')} maxLength={200} />
            <TextArea label="Description" {...form.bind('description')} maxLength={5_000} />
          </Stack>
        </Card>
        <Inline>
          <Button type="submit" variant="primary" isPending={form.isSubmitting || isOpen}>
            Connect with Plaid
          </Button>
          <LinkButton href="/connectors">Cancel</LinkButton>
        </Inline>
      </FormLayout>
    </Page>
  );
}
