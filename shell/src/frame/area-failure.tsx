import { Button, ErrorPage } from '@portage/ui/base';
import { errorDetail } from '../app/environment.ts';
import { AreaProblem } from '../federation/area-problem.ts';
import type { AreaStatus } from '../federation/area-slot.ts';
import { useOnceReachable } from './use-once-reachable.ts';

interface AreaFailureProps {
  status: Extract<AreaStatus, { kind: 'failed' }>;
  onRetry: () => void;
}

/** Stands in an area's place after the area failed to load or threw an error (spec ERR-07, ERR-08). */
export function AreaFailure({ status, onRetry }: AreaFailureProps) {
  const { error, reason } = status;
  const detail = errorDetail(error);
  const retry = <RetryButton onRetry={onRetry} />;
  if (reason === 'render') {
    const hint = 'This page has failed. What you had saved is safe, and the other pages keep working.';
    return <ErrorPage detail={detail} actions={retry} hint={hint} />;
  }
  if (error instanceof AreaProblem) return <RefusedArea problem={error} detail={detail} onRetry={onRetry} />;
  return <MissingArea detail={detail} onRetry={onRetry} />;
}

/** Its files did not come. Where the reason is that Portage does not answer, the area loads by itself once it does. */
function MissingArea({ detail, onRetry }: { detail: string | undefined; onRetry: () => void }) {
  const isWaiting = useOnceReachable(onRetry);
  const hint = isWaiting
    ? 'Portage does not answer just now. This page loads by itself as soon as it does.'
    : 'The connection may have been cut, or a new version is just arriving. The other parts keep working.';
  return (
    <ErrorPage
      code=""
      title="This part of Portage could not be loaded"
      hint={hint}
      detail={detail}
      actions={<RetryButton onRetry={onRetry} />}
    />
  );
}

/** It was there, and was not let in. */
function RefusedArea({ problem, detail, onRetry }: { problem: AreaProblem; detail: string | undefined; onRetry: () => void }) {
  if (problem.kind === 'changed') {
    return (
      <ErrorPage
        code=""
        title="This part of Portage could not be loaded"
        hint={`For safety it was not started: ${problem.message}. The other parts keep working.`}
        detail={detail}
        actions={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  return (
    <ErrorPage
      code=""
      title="This part of Portage does not fit the open page"
      hint={`Its newest version was not started: ${problem.message}. The page may be older than it; reload it. If that does not help, the version has to be taken back. The other parts keep working.`}
      detail={detail}
      actions={
        <>
          <Button variant="primary" onClick={() => location.reload()}>
            Reload the page
          </Button>{' '}
          <Button onClick={onRetry}>Retry</Button>
        </>
      }
    />
  );
}

function RetryButton({ onRetry }: { onRetry: () => void }) {
  return (
    <Button variant="primary" onClick={onRetry}>
      Retry
    </Button>
  );
}
