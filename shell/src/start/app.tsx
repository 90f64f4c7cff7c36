import { FontFaces, GlobalStyle } from '@portage/ui/base';
import { useEffect, useSyncExternalStore } from 'react';
import { fontTurn } from '../app/font-turn.ts';
import { latePage } from '../app/late-page.tsx';
import { ServicesProvider, useServices, useUrl, useUser } from '../app/services-context.tsx';
import { ForgotPasswordPage } from '../pages/forgot-password-page.tsx';
import { OnboardingPage } from '../pages/onboarding-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password-page.tsx';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { SignUpPage } from '../pages/sign-up-page.tsx';
import { UserInfoPage } from '../pages/user-info-page.tsx';
import { outsideAreas } from '../routing/outside-areas.ts';
import { resolveRoute, type ShellPage } from '../routing/routes.ts';
import { findTemplateChoice } from '../routing/template-choice.ts';
import type { ShellServices } from '../shell-services.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { LateFrame } from './late-frame.tsx';
import { QuestionDialog } from './question-dialog.tsx';

const PAGES: Record<ShellPage, () => React.ReactNode> = {
  'sign-in': SignInPage,
  'sign-up': SignUpPage,
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  onboarding: OnboardingPage,
  'user-info': UserInfoPage,
  'confirm-email': latePage(async () => (await import('../pages/confirm-email-page.tsx')).ConfirmEmailPage),
  approval: latePage(async () => (await import('../pages/approval-page.tsx')).ApprovalPage),
  'connector-created': latePage(async () => (await import('../pages/connector-created-page.tsx')).ConnectorCreatedPage),
  'booker-location': latePage(async () => (await import('../pages/booker-location-page.tsx')).BookerLocationPage),
  install: latePage(async () => (await import('../pages/install-pages.tsx')).InstallPage),
  'install-welcome': latePage(async () => (await import('../pages/install-pages.tsx')).WelcomePage),
  preview: latePage(async () => (await import('../pages/preview-page.tsx')).PreviewPage),
  'install-error': latePage(async () => (await import('../pages/install-pages.tsx')).InstallErrorPage),
};

export function App({ services }: { services: ShellServices }) {
  const hasFonts = useSyncExternalStore(fontTurn.subscribe, fontTurn.get);
  return (
    <ServicesProvider value={services}>
      <GlobalStyle />
      {hasFonts && <FontFaces />}
      <ErrorBoundary>
        <CurrentRoute />
        <QuestionDialog />
      </ErrorBoundary>
    </ServicesProvider>
  );
}

function CurrentRoute() {
  const { navigation, visitor, keepAddress } = useServices();
  const url = useUrl();
  // An area of another repository may serve the address, once the registry was read.
  useSyncExternalStore(outsideAreas.subscribe, outsideAreas.get);
  // Renders again when a person signs in or out; `visitor` describes the state for the guards.
  useUser();
  const place = resolveRoute(url.pathname, visitor(), findTemplateChoice(url));
  const redirect = place.kind === 'redirect' ? place.to : null;

  const isVisitor = visitor() === null;

  useEffect(() => {
    if (!redirect) return;
    if (isVisitor && redirect === '/signin') keepAddress();
    void navigation.navigate(redirect, { replace: true, force: true });
  }, [navigation, redirect, isVisitor, keepAddress]);

  switch (place.kind) {
    case 'redirect':
      return null;
    case 'page': {
      const Page = PAGES[place.page];
      return <Page />;
    }
    case 'area':
      return <LateFrame area={place.area} />;
    case 'help':
    case 'account':
    case 'not-found':
      return <LateFrame area={null} />;
    default:
      return place satisfies never;
  }
}
