import { GlobalStyle, useLoadingVisibility } from '@portage/ui/base';
import { lazy, Suspense, useEffect } from 'react';
import { ForgotPasswordPage } from '../pages/forgot-password-page.tsx';
import { OnboardingPage } from '../pages/onboarding-page.tsx';
import { ResetPasswordPage } from '../pages/reset-password-page.tsx';
import { SignInPage } from '../pages/sign-in-page.tsx';
import { SignUpPage } from '../pages/sign-up-page.tsx';
import { UserInfoPage } from '../pages/user-info-page.tsx';
import { placeAt, type ShellPage } from '../routing/routes.ts';
import type { ShellServices } from '../shell-services.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { Loading } from './loading.tsx';
import { QuestionDialog } from './question-dialog.tsx';
import { ServicesProvider, useServices, useUrl, useUser } from './services-context.tsx';

/** Also asked for by main.tsx when somebody is signed in already, so that it does not wait for the first render. */
export const loadFrame = () => import('../frame/frame.tsx');

const Frame = lazy(async () => ({ default: (await loadFrame()).Frame }));

const PAGES: Record<ShellPage, () => React.ReactNode> = {
  'sign-in': SignInPage,
  'sign-up': SignUpPage,
  'forgot-password': ForgotPasswordPage,
  'reset-password': ResetPasswordPage,
  onboarding: OnboardingPage,
  'user-info': UserInfoPage,
};

export function App({ services }: { services: ShellServices }) {
  return (
    <ServicesProvider value={services}>
      <GlobalStyle />
      <ErrorBoundary>
        <Suspense fallback={<LateLoading />}>
          <CurrentPlace />
        </Suspense>
        <QuestionDialog />
      </ErrorBoundary>
    </ServicesProvider>
  );
}

function CurrentPlace() {
  const { navigation, visitor } = useServices();
  const { pathname } = useUrl();
  // Renders again when somebody signs in or out; `visitor` says it in the guards' terms.
  useUser();
  const place = placeAt(pathname, visitor());
  const redirect = place.kind === 'redirect' ? place.to : null;

  useEffect(() => {
    if (redirect) void navigation.navigate(redirect, { replace: true, force: true });
  }, [navigation, redirect]);

  switch (place.kind) {
    case 'redirect':
      return null;
    case 'page': {
      const Page = PAGES[place.page];
      return <Page />;
    }
    case 'area':
      return <Frame area={place.area} />;
    case 'not-found':
      return <Frame area={null} />;
    default:
      return place satisfies never;
  }
}

function LateLoading() {
  return useLoadingVisibility(true) ? <Loading /> : null;
}
