import { forgetConnectors, StoredInputNotice, useHost, useLeaveWarning, useSessionUser, useStoredInput } from '@portage/area-kit';
import { Banner, Button, Card, color, FormLayout, Inline, Link, LinkButton, Stack, space, useConfirm } from '@portage/ui';
import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { ConnectorFields } from '../connector-form/connector-fields.tsx';
import {
  buildRequestBody,
  namesLocation,
  namesTenant,
  pickChanges,
  storableConnectorFields,
  toFormValues,
} from '../connector-form/connector-values.ts';
import { useConnectorForm } from '../connector-form/use-connector-form.ts';
import { TypeLogo } from '../connector-types/type-logo.tsx';
import type { Connector, ConnectorType } from '../connectors/api-types.ts';
import { ConnectionBadge } from '../connectors/connection-badge.tsx';
import { asksPerson, getConnectionState } from '../connectors/connection-state.ts';
import { takeJustMade } from '../connectors/just-made.ts';
import { returnWith } from '../connectors/return-path.ts';
import { useConnectorActions } from '../connectors/use-connector-actions.tsx';
import { TenantField } from './tenant-field.tsx';
import { TestConnection } from './test-connection.tsx';

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  > span:first-child {
    display: flex;
    align-items: center;
    gap: ${space(3)};
    min-width: 0;
  }
  small {
    display: block;
    color: ${color.muted};
  }
`;
const Actions = styled(Inline)`
  > :last-child {
    margin-left: auto;
  }
`;

interface EditConnectorFormProps {
  connector: Connector;
  /** Undefined: the application is no longer offered. */
  type: ConnectorType | undefined;
  reload: () => Promise<unknown>;
  returnTo: string | null;
}

export function EditConnectorForm({ connector, type, reload, returnTo }: EditConnectorFormProps) {
  const { api, navigate, notify } = useHost();
  const queryClient = useQueryClient();
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const [confirm, question] = useConfirm();
  const actions = useConnectorActions(confirm, returnTo);
  const shownAs = (one: Connector) => ({ ...toFormValues(one, type), connectorTypeId: one.connectorTypeId });
  // What another tab saves later doesn't count as a change on this page.
  const [before, setBefore] = useState(() => shownAs(connector));
  const connectorForm = useConnectorForm(before, type);
  const { form, fields, showProblems } = connectorForm;
  const kept = useStoredInput({ ...form, set: connectorForm.set }, { name: 'connector', ...storableConnectorFields });
  const state = getConnectionState(connector, type);
  const isAsking = asksPerson(type, connector);
  // A connector that was just made is tested here, like one that is saved here.
  const [saves, setSaves] = useState(() => (takeJustMade(connector.id) ? 1 : 0));
  useLeaveWarning(form.isDirty && !form.isSubmitting);

  const submit = form.handleSubmit(async (values) => {
    try {
      const body = pickChanges(buildRequestBody(values, fields, connector), buildRequestBody(before, fields, connector));
      const { connector: saved } = await api('PUT /api/connectors/{id}', { params: { id: connector.id }, body });
      notify.success('Connector saved.');
      form.takeSaved(shownAs(saved), values);
      setBefore(shownAs(saved));
      await forgetConnectors(queryClient);
      setSaves((count) => count + 1);
    } catch (error) {
      showProblems(error);
    }
  });

  /** Returns to the page that sent the person here once new credentials work, as reconnecting does. */
  async function afterTest(isSavedAndWorks: boolean): Promise<void> {
    await reload();
    if (isSavedAndWorks && returnTo) navigate(returnWith(returnTo, connector.id));
  }

  return (
    <FormLayout as="form" noValidate onSubmit={(event) => void submit(event)}>
      <StoredInputNotice kept={kept} />
      <Card>
        <Stack>
          <Head>
            <span>
              <TypeLogo type={type} />
              <span>
                <b>{type?.name ?? 'Unknown application'}</b>
                {type?.label ? <small>{type.label}</small> : null}
              </span>
            </span>
            <ConnectionBadge state={state} testedAt={connector.testedAt} />
          </Head>
          {connector.connectionProblem || state === 'not-connected' ? (
            <Banner
              tone={connector.connectionProblem ? 'danger' : 'warning'}
              action={
                isAsking ? (
                  <Button variant="primary" icon={<RefreshCw aria-hidden />} onPress={() => actions.reconnect(connector)}>
                    Re-Connect
                  </Button>
                ) : null
              }
            >
              {connector.connectionProblem ??
                `${type?.name ?? 'The system'} hasn’t been asked yet, or you haven’t approved the connection there.`}
            </Banner>
          ) : null}
          {connector.isSimulated ? (
            <Banner
              tone="neutral"
              action={
                // A separate page, which the shell doesn't know.
                <Link href="/local/simulators" target="_blank">
                  Look inside
                </Link>
              }
            >
              This connector calls the simulated {type?.name ?? 'system'} of this Portage. Nothing reaches a real account.
            </Banner>
          ) : null}
          {type ? null : <Banner tone="warning">The application of this connector is no longer offered. It can be deleted.</Banner>}
        </Stack>
      </Card>
      <Card title="Details">
        <Stack>
          <ConnectorFields connectorForm={connectorForm} type={type} stored={connector} isImpersonating={isImpersonating}>
            {type && namesTenant(type) ? <TenantField connectorId={connector.id} connectorForm={connectorForm} /> : null}
            {type && namesLocation(type) ? <LocationLine connector={connector} /> : null}
          </ConnectorFields>
        </Stack>
      </Card>
      <TestConnection
        connectorId={connector.id}
        isDirty={form.isDirty}
        saves={state === 'not-connected' ? 0 : saves}
        onTested={afterTest}
      />
      <Actions>
        <Button type="submit" variant="primary" isPending={form.isSubmitting}>
          Save
        </Button>
        <LinkButton href="/connectors">Cancel</LinkButton>
        {isAsking && (state === 'connected' || state === 'works') ? (
          <Button icon={<RefreshCw aria-hidden />} onPress={() => actions.reconnect(connector)}>
            Re-Connect
          </Button>
        ) : null}
        {type?.hasCustomParameters ? <Button onPress={() => actions.resync(connector)}>Re-Sync Parameters</Button> : null}
        <Button icon={<Trash2 aria-hidden />} onPress={() => actions.askToDelete(connector)}>
          Disconnect
        </Button>
      </Actions>
      {question}
    </FormLayout>
  );
}

/** The location that a Booker connector uses, and a link to change it (spec CONN-56). */
function LocationLine({ connector: { id, customOptions } }: { connector: Connector }) {
  const { locationId, locationName } = customOptions;
  const name = locationId ? (locationName ?? locationId) : null;
  return (
    <Banner
      tone={name ? 'neutral' : 'warning'}
      title="Location"
      action={<Link href={`/booker/${id}/select-location`}>{name ? 'Change' : 'Select Location'}</Link>}
    >
      {typeof name === 'string' ? name : 'Calls need one of your locations.'}
    </Banner>
  );
}
