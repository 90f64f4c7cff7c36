import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { ErrorBanner } from './error-banner.tsx';

interface FailedReadProps {
  title?: ReactNode;
  query: { error: unknown; refetch(): Promise<unknown> };
}

/** Why something could not be read, and a button that reads it again. */
export function FailedRead({ title, query }: FailedReadProps) {
  return <ErrorBanner title={title} error={query.error} action={<Button onPress={() => query.refetch()}>Retry</Button>} />;
}
