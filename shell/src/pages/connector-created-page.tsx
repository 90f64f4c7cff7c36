import { announceConnector, isConnectorPopup } from '@portage/area-kit/base';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Inline } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { CentredPage } from './centred-page.tsx';

/** The page that systems send people back to (spec CONN-16, CONN-17); a popup notifies its opener and closes. */
export function ConnectorCreatedPage() {
  const { navigation } = useServices();
  const user = useUser();
  const { searchParams } = useUrl();
  const connectorId = searchParams.get('connectorId');
  const hasFailed = searchParams.get('isSuccess') === 'false';
  const [isPopup] = useState(isConnectorPopup);
  const isSignedIn = user !== null;

  useEffect(() => {
    if (!connectorId) return;
    if (!isPopup) {
      // A visitor signs in first and then returns there.
      void navigation.navigate(`/connectors/${encodeURIComponent(connectorId)}/edit`, { replace: true });
    } else if (!hasFailed) {
      announceConnector(connectorId);
      window.close();
    }
  }, [connectorId, isPopup, hasFailed, navigation]);

  // The address lacks the connector's id (spec CONN-52).
  if (!connectorId) {
    return (
      <CentredPage title="The connection failed">
        <Banner tone="danger">connectorId is null</Banner>
        <p>The system sent you back without naming the connector. Please start again.</p>
        <Inline>
          <Link href="/connectors">Go to Connectors</Link>
        </Inline>
      </CentredPage>
    );
  }
  if (!isPopup) return null;
  if (hasFailed) return <NotConnected connectorId={connectorId} isSignedIn={isSignedIn} />;
  return (
    <CentredPage title="The connector is connected">
      <p>You can close this window.</p>
    </CentredPage>
  );
}

function NotConnected({ connectorId, isSignedIn }: { connectorId: string; isSignedIn: boolean }) {
  const { api } = useServices();
  const [problem, setProblem] = useState('The sign-in at the system wasn’t completed, or it took too long.');
  const [isBusy, setIsBusy] = useState(false);

  useEffect(() => {
    if (!isSignedIn) return;
    api('GET /api/connectors/{id}', { params: { id: connectorId } }).then(
      ({ connector }) => connector.connectionProblem && setProblem(connector.connectionProblem),
      () => {},
    );
  }, [api, connectorId, isSignedIn]);

  async function tryAgain(): Promise<void> {
    setIsBusy(true);
    try {
      const { redirectUrl } = await api('POST /api/connectors/{id}/reconnect', { params: { id: connectorId } });
      if (redirectUrl) window.location.assign(redirectUrl);
    } catch (error) {
      setProblem(getErrorMessage(error));
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <CentredPage title="The connector is not connected">
      <Banner tone="danger">{problem}</Banner>
      <Inline>
        {isSignedIn && (
          <Button variant="primary" isPending={isBusy} onClick={() => void tryAgain()}>
            Retry
          </Button>
        )}
        <Button onClick={() => window.close()}>Close</Button>
      </Inline>
    </CentredPage>
  );
}
