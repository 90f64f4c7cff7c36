import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { ErrorBanner } from './error-banner.tsx';

interface FailedReadProps {
  title?: ReactNode;
  query: { error: unknown; refetch(): Promise<unknown> };
}

/** Why something couldn't be loaded, and a button that retries. */
export function FailedRead({ title, query }: FailedReadProps) {
  return <ErrorBanner title={title} error={query.error} action={<Button onPress={() => query.refetch()}>Retry</Button>} />;
}
