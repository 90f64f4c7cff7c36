import {
  rememberBillingReturn,
  StoredInputNotice,
  UseSimulatedButton,
  useHost,
  useIsSimulated,
  useLeaveWarning,
  useSessionUser,
} from '@portage/area-kit';
import {
  Banner,
  Button,
  Card,
  color,
  FailedRead,
  FormLayout,
  Inline,
  Link,
  LinkButton,
  Page,
  Stack,
  space,
  useLoaded,
  usePageTitle,
} from '@portage/ui';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { ConnectorFields } from '../connector-form/connector-fields.tsx';
import { TypePicker } from '../connector-types/type-picker.tsx';
import type { ConnectorType } from '../connectors/api-types.ts';
import { markJustMade } from '../connectors/just-made.ts';
import { parseReturnPath, returnWith } from '../connectors/return-path.ts';
import { type NewConnector, useNewConnector } from './use-new-connector.ts';

/** Stays visible in a small window. */
const StickyActions = styled(Inline)`
  position: sticky;
  bottom: 0;
  padding: ${space(3)} 0;
  background: ${color.canvas};
`;

/** /connectors/add (spec CONN-07..11). */
export function AddConnectorPage() {
  usePageTitle('Add Connector');
  const { navigate, notify } = useHost();
  const [query] = useSearchParams();
  const [isDone, setIsDone] = useState(false);
  const asked = query.get('connectorTypeId');
  const returnTo = parseReturnPath(query.get('returnTo'));
  const connector = useNewConnector({
    connectorTypeId: asked,
    returnTo,
    nameOf: ({ name }) => name,
    onLeaving: () => setIsDone(true),
    onMade: (id) => {
      setIsDone(true);
      notify.success('Connector created.');
      if (!returnTo) markJustMade(id);
      navigate(returnTo ? returnWith(returnTo, id) : `/connectors/${id}/edit`);
    },
  });
  const { form } = connector.connectorForm;
  useLeaveWarning(!isDone && !form.isSubmitting && isTyped(connector));
  return (
    <Page>
      <NewConnectorForm
        connector={connector}
        isUnknown={
          asked !== null && !connector.isLoading && !connector.error && connector.type === undefined && !form.values.connectorTypeId
        }
        ownApi={
          <LinkButton href={`/connectors/addApi${returnTo ? `?${new URLSearchParams({ returnTo })}` : ''}`}>Add your own API</LinkButton>
        }
        actions={
          <>
            <Button type="submit" variant="primary" isPending={form.isSubmitting} isDisabled={connector.lacksSubscription}>
              Save
            </Button>
            <LinkButton href={returnTo ?? '/connectors'}>Cancel</LinkButton>
          </>
        }
      />
    </Page>
  );
}

function isTyped({ connectorForm: { form, fields }, isNameProposed }: NewConnector): boolean {
  const names = [...(isNameProposed ? [] : ['name']), 'description', ...fields.map(({ field }) => field)];
  return names.some((name) => name !== 'customOptions.entitiesList' && Boolean(form.values[name]?.trim()));
}

interface NewConnectorFormProps {
  connector: NewConnector;
  /** The address names an application that isn't offered. */
  isUnknown: boolean;
  actions: React.ReactNode;
  /** Starts adding an application that isn't offered. */
  ownApi: React.ReactNode;
  isInPopup?: boolean;
  /** The window that opened the popup chose the application, and the title names it. */
  isNamed?: boolean;
  integrationType?: string | null;
}

export function NewConnectorForm({
  connector,
  isUnknown,
  actions,
  ownApi,
  isInPopup = false,
  isNamed = false,
  integrationType = null,
}: NewConnectorFormProps) {
  const { connectorForm, offered, type, choose, lacksSubscription, isLoading, error, retry, made, submit } = connector;
  const isSimulatedType = useIsSimulated();
  const simulated = type && { id: type.id, name: type.name, hasDocument: type.openApiDocument !== null };
  const isImpersonating = useSessionUser()?.isImpersonating ?? false;
  const { shown, indicator } = useLoaded(isLoading ? undefined : true);
  if (error) return <FailedRead query={{ error, refetch: retry }} />;
  if (shown === undefined) return indicator;
  return (
    <FormLayout as="form" noValidate onSubmit={(event) => void submit(event)}>
      <StoredInputNotice kept={connector.kept} />
      {isUnknown ? <Banner tone="warning">This application is not offered. Please choose another one.</Banner> : null}
      {isInPopup && isNamed && type ? null : (
        <Card title="Application">
          <TypePicker
            types={offered}
            chosen={type}
            onChoose={choose}
            errorMessage={connectorForm.form.bind('connectorTypeId').errorMessage}
            ownApi={ownApi}
          />
        </Card>
      )}
      {simulated && isSimulatedType(simulated) && !lacksSubscription ? (
        <Banner tone="neutral" title="Just trying?" action={<UseSimulatedButton type={simulated} onMade={made} />}>
          This Portage has a simulated {simulated.name}: no account is needed.
        </Banner>
      ) : null}
      {lacksSubscription ? (
        <Banner tone="warning">
          You must have a valid subscription in order to create this Connector.{' '}
          <Link href="/billing" onClick={() => rememberBillingReturn(window.location.pathname + window.location.search)}>
            Billing
          </Link>
        </Banner>
      ) : type && isPlaid(type) && type.clientId !== null ? (
        <PlaidStart />
      ) : (
        <Card title="Details">
          <Stack>
            <ConnectorFields
              key={type?.id ?? ''}
              connectorForm={connectorForm}
              type={type}
              isImpersonating={isImpersonating}
              isAuthorizationRequired={isInPopup}
              autoFocusName={type !== undefined}
              integrationType={integrationType}
            />
          </Stack>
        </Card>
      )}
      {isInPopup ? <StickyActions>{actions}</StickyActions> : <Inline>{actions}</Inline>}
    </FormLayout>
  );
}

/** Plaid Link may run on one page only, which is loaded separately: every other page refuses foreign scripts. */
const PLAID_PAGE = '/connectors/plaid';

function PlaidStart() {
  return (
    <Banner
      title="Plaid asks the bank itself"
      action={
        <Button variant="primary" onPress={() => window.location.assign(PLAID_PAGE)}>
          Connect with Plaid
        </Button>
      }
    >
      You sign in to your bank in a Plaid window; Portage never sees your password.
    </Banner>
  );
}

/** Plaid is connected in Plaid Link, which asks the bank itself: nothing is typed here. */
function isPlaid(type: Pick<ConnectorType, 'id'>): boolean {
  return type.id === 'system-plaid';
}
