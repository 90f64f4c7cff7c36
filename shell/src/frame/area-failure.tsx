import { Button, ErrorPage } from '@portage/ui/base';
import { errorDetail } from '../app/environment.ts';
import { type AreaProblem, isAreaProblem } from '../federation/area-problem.ts';
import type { AreaStatus } from '../federation/area-slot.ts';
import { useOnceReachable } from './use-once-reachable.ts';

interface AreaFailureProps {
  status: Extract<AreaStatus, { kind: 'failed' }>;
  onRetry: () => void;
}

/** Replaces an area that failed to load or threw an error (spec ERR-07, ERR-08). */
export function AreaFailure({ status, onRetry }: AreaFailureProps) {
  const { error, reason } = status;
  const detail = errorDetail(error);
  const retry = <RetryButton onRetry={onRetry} />;
  if (reason === 'render') {
    const hint = 'This page failed. Everything you saved is safe, and the other pages keep working.';
    return <ErrorPage detail={detail} actions={retry} hint={hint} />;
  }
  if (isAreaProblem(error)) return <RefusedArea problem={error} detail={detail} onRetry={onRetry} />;
  return <MissingArea detail={detail} onRetry={onRetry} />;
}

/** The area's files didn't load. If Portage isn't responding, the area loads by itself when it's back. */
function MissingArea({ detail, onRetry }: { detail: string | undefined; onRetry: () => void }) {
  const isWaiting = useOnceReachable(onRetry);
  const hint = isWaiting
    ? 'Portage isn’t responding. This page will reload when it’s back.'
    : 'The connection may have dropped, or a new version is being deployed. The rest of Portage keeps working.';
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

function RefusedArea({ problem, detail, onRetry }: { problem: AreaProblem; detail: string | undefined; onRetry: () => void }) {
  if (problem.kind === 'changed') {
    return (
      <ErrorPage
        code=""
        title="This part of Portage could not be loaded"
        hint={`For safety, it wasn’t started: ${problem.message}. The rest of Portage keeps working.`}
        detail={detail}
        actions={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  if (problem.kind === 'hung') {
    return (
      <ErrorPage
        code=""
        title="This part of Portage didn’t start"
        hint={`Its files arrived, but ${problem.message}. Retry; if that doesn’t help, ask an admin to roll the version back. The rest of Portage keeps working.`}
        detail={detail}
        actions={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  return (
    <ErrorPage
      code=""
      title="This part of Portage doesn’t match the open page"
      hint={`Its latest version wasn’t started: ${problem.message}. Reload the page; if that doesn’t help, ask an admin to roll the version back.`}
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
