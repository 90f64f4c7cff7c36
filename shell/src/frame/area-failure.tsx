import { Button, ErrorPage } from '@portage/ui/base';
import { errorDetail } from '../app/environment.ts';
import type { AreaStatus } from '../federation/area-slot.ts';

interface AreaFailureProps {
  status: Extract<AreaStatus, { kind: 'failed' }>;
  onRetry: () => void;
}

/** What stands in an area's place when it could not be loaded, or when it threw (spec ERR-07, ERR-08). */
export function AreaFailure({ status, onRetry }: AreaFailureProps) {
  const shared = {
    detail: errorDetail(status.error),
    actions: (
      <Button variant="primary" onClick={onRetry}>
        Retry
      </Button>
    ),
  };
  if (status.reason === 'render')
    return <ErrorPage {...shared} hint="This page has failed. What you had saved is safe, and the other pages keep working." />;
  return (
    <ErrorPage
      {...shared}
      code=""
      title="This part of Portage could not be loaded"
      hint="The connection may have been cut, or a new version is just arriving. The other parts keep working."
    />
  );
}
