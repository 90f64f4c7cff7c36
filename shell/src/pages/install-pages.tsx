import { keep } from '@portage/area-kit/kept';
import { ApiError, getErrorMessage } from '@portage/contracts';
import { Banner, Button, Checkbox, Inline } from '@portage/ui/base';
import { useEffect, useRef, useState } from 'react';
import { Link } from '../app/link.tsx';
import { useServices, useUrl, useUser } from '../app/services-context.tsx';
import { install } from '../install/install.ts';
import { appAt, titleOfApp } from '../install/installed-apps.ts';
import { readInstall, storeInstall, takeInstall } from '../install/stored-install.ts';
import { CentredPage } from './centred-page.tsx';

function useAppName(): string {
  return useUrl().pathname.split('/')[2] ?? '';
}

/** /apps/{app}/signin (spec AUTH-38..44). */
export function InstallPage() {
  const services = useServices();
  const isSignedIn = useUser() !== null;
  const url = useUrl();
  const name = useAppName();
  const known = appAt(name);
  const isUnderWay = useRef(false);
  const [query] = useState(url.searchParams);

  useEffect(() => {
    if (!known || isUnderWay.current) return;
    isUnderWay.current = true;
    const { navigation, storage, signOut } = services;
    const { app, appName } = known;
    const sent = readInstall(appName, app.isGiftCard, query);
    if (!isSignedIn) {
      storeInstall(storage, sent, Date.now());
      void navigation.navigate('/signin', { replace: true });
      return;
    }
    // The parameters stored during the sign-in, if the address has none.
    const stored = takeInstall(storage, appName, Date.now());
    const info = query.size > 0 ? sent : (stored ?? sent);
    install(services.api, info).then(
      (next) => {
        if (next.kind === 'leave') window.location.assign(next.url);
        else void navigation.navigate(next.path, { replace: true });
      },
      (error: unknown) => {
        // Spec AUTH-43. Installing again doesn't help: the operator of Portage has to add the setting.
        const isNotSetUp = error instanceof ApiError && error.code === 'not-configured';
        if (app.store === 'shopify' && !isNotSetUp) {
          void signOut('Could not obtain Shopify access token. Please try to install application again.');
        } else void navigation.navigate(`/apps/${appName}/error`, { replace: true, note: getErrorMessage(error) });
      },
    );
  }, [known, isSignedIn, query, services]);

  if (!known) {
    return (
      <CentredPage title="Installation">
        <Banner tone="danger">Unknown application type</Banner>
        <Inline>
          <Link href="/">Return to Main Page</Link>
        </Inline>
      </CentredPage>
    );
  }
  return (
    <CentredPage title={`${known.app.name} App`}>
      <p role="status">Loading...</p>
    </CentredPage>
  );
}

function buildGreeting(name: string, isSignedIn: boolean): string {
  const title = titleOfApp(name);
  if (!isSignedIn) return `Portage connects ${title} to your other systems. Sign in to see your connector.`;
  if (name === 'zoom') return `Your ${title} account is connected. Portage carries its meetings and registrations to your other systems.`;
  return `Your ${title} store is connected. Portage carries its data to your other systems and back: orders into your books, stock into your shop, customers into your CRM.`;
}

/** /apps/{app}/help: the welcome page of Shopify installs (spec AUTH-45..48). */
export function WelcomePage() {
  const { navigation, storage } = useServices();
  const user = useUser();
  const name = useAppName();
  const app = appAt(name)?.app;
  const [isNever, setIsNever] = useState(false);
  const userId = user?.id ?? '';
  const start = app?.start ?? '/';
  const [isSkipped] = useState(() => hidesWelcome(storage, userId));

  useEffect(() => {
    if (isSkipped) void navigation.navigate(start, { replace: true });
  }, [isSkipped, navigation, start]);
  if (isSkipped) return null;

  function go(): void {
    if (isNever) neverShowWelcome(storage, userId);
    void navigation.navigate(start);
  }

  return (
    <CentredPage title="Welcome to Portage">
      <p>{buildGreeting(name, user !== null)}</p>
      <p>
        A workflow starts with an event, such as {name === 'zoom' ? 'a new meeting' : 'a new order'}, and carries its data through steps
        that you can inspect afterwards. Your connector is under Connectors; a first workflow is a minute away.
      </p>
      <Checkbox name="never" value={isNever} onChange={setIsNever}>
        Never show this page
      </Checkbox>
      <Inline>
        <Button variant="primary" size="touch" onClick={go}>
          Start
        </Button>
      </Inline>
    </CentredPage>
  );
}

/** /apps/{app}/error (spec AUTH-49, AUTH-50). */
export function InstallErrorPage() {
  const { navigation } = useServices();
  const [reason] = useState(navigation.note);
  const title = `There was an error during ${titleOfApp(useAppName())} App installation`;
  return (
    <CentredPage title={title}>
      <p>Please try again later.</p>
      {reason && <Banner tone="warning">{reason}</Banner>}
      <Inline>
        <Link href="/">Return to Main Page</Link>
      </Inline>
    </CentredPage>
  );
}

const getStorageKey = (userId: string) => `portage:never-show-welcome:${userId}`;

/** Whether this person has turned off the welcome page in this browser (spec AUTH-47). */
function hidesWelcome(storage: Storage | null, userId: string): boolean {
  return storage?.getItem(getStorageKey(userId)) === 'true';
}

function neverShowWelcome(storage: Storage | null, userId: string): void {
  if (storage) keep(storage, getStorageKey(userId), true);
}
