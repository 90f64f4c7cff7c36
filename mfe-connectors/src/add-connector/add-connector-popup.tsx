import { announceConnector, lazyPage, rememberBillingReturn, useHost } from '@portage/area-kit';
import { Button, color, font, LoadingBoundary, Page, space, usePageTitle } from '@portage/ui';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { NewConnectorForm } from './add-connector-page.tsx';
import { nameFor, readPopupSettings } from './popup-settings.ts';
import { useNewConnector } from './use-new-connector.ts';

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  h1 {
    min-width: 0;
    margin: 0;
    overflow-wrap: anywhere;
    font-size: ${font.size.title};
  }
  padding-bottom: ${space(3)};
  border-bottom: 1px solid ${color.line};
`;

const OwnApiWizard = lazyPage(async () => (await import('../own-api/own-api-wizard.tsx')).OwnApiWizard);

/** /connectors/addPopup, a window of 640 by 500 pixels (spec CONN-12..15). */
export function AddConnectorPopup() {
  const { navigate } = useHost();
  const [query] = useSearchParams();
  const [settings] = useState(() => readPopupSettings(query));
  function finish(connectorId: string): void {
    announceConnector(connectorId);
    window.close();
    // A page can close only a window that a page has opened.
    navigate(`/connectors/${connectorId}/edit`);
  }
  const connector = useNewConnector({
    connectorTypeId: settings.connectorTypeId,
    startsWithoutAuthorization: true,
    nameOf: ({ name }) => nameFor(settings, name),
    integrationType: settings.integrationType,
    onMade: finish,
  });
  const [isOwnApi, setIsOwnApi] = useState(false);
  const { connectorForm, type, lacksSubscription, submit } = connector;
  const { form, set } = connectorForm;
  const title = isOwnApi ? 'Add your own API' : type ? `New ${type.name} Connector` : 'New Connector';
  usePageTitle(title);

  useEffect(() => {
    if (!lacksSubscription || !settings.redirectToBilling) return;
    rememberBillingReturn(window.location.pathname + window.location.search);
    navigate('/billing');
  }, [lacksSubscription, settings, navigate]);

  // Saves once without a click when nothing is missing and no field has the focus; the authorization is then the application's own.
  const saved = useRef(false);
  const [isTyping, setIsTyping] = useState(false);
  const isChosen = Boolean(form.values.connectorTypeId);
  useEffect(() => {
    if (!settings.autoSave || !type || !isChosen || lacksSubscription || isTyping || saved.current) return;
    if (!form.values.authorizationType) set('authorizationType', type.authorizationType);
    else if (form.isValid) {
      saved.current = true;
      void submit();
    }
  });

  if (isOwnApi) {
    return (
      <Page>
        <Head>
          <h1>{title}</h1>
        </Head>
        <LoadingBoundary>
          <OwnApiWizard
            madeLabel="Use this connector"
            onMade={finish}
            cancel={<Button onPress={() => setIsOwnApi(false)}>Back to applications</Button>}
          />
        </LoadingBoundary>
      </Page>
    );
  }

  return (
    <Page onInput={() => setIsTyping(true)} onBlur={() => setIsTyping(false)}>
      <Head>
        <h1>{title}</h1>
        {settings.connectorTypeId !== null && type ? (
          <Button size="dense" variant="ghost" onPress={() => connector.choose(null)}>
            Change application
          </Button>
        ) : null}
      </Head>
      <NewConnectorForm
        connector={connector}
        isInPopup
        ownApi={<Button onPress={() => setIsOwnApi(true)}>Add your own API</Button>}
        isNamed={settings.connectorTypeId !== null}
        integrationType={settings.integrationType}
        isUnknown={settings.connectorTypeId !== null && !connector.isLoading && !connector.error && type === undefined && !isChosen}
        actions={
          <>
            <Button type="submit" variant="primary" isPending={form.isSubmitting} isDisabled={lacksSubscription}>
              Add Connector
            </Button>
            <Button
              onPress={() => {
                window.close();
                navigate('/connectors');
              }}
            >
              Cancel
            </Button>
          </>
        }
      />
    </Page>
  );
}
