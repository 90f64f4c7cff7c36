import { ErrorPage } from '@portage/ui/base';
import { useEffect } from 'react';
import { useServices } from '../app/services-context.tsx';
import { frameServices } from './frame-services.ts';

export function NotFoundPage() {
  const { pageTitle } = frameServices(useServices());
  useEffect(() => pageTitle.set('Page not found'), [pageTitle]);
  return <ErrorPage code="404" title="Page not found" hint="The address may be mistyped, or the page may no longer exist." />;
}
