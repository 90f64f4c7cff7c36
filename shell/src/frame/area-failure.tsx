import { Button, ErrorPage } from '@portage/ui/base';
import { errorDetail } from '../app/environment.ts';
import { type AreaProblem, isAreaProblem } from '../federation/area-problem.ts';
import type { AreaStatus } from '../federation/area-slot.ts';
import type { Preview } from '../federation/page-previews.ts';
import { useOnceReachable } from './use-once-reachable.ts';

interface AreaFailureProps {
  status: Extract<AreaStatus, { kind: 'failed' }>;
  /** The person sees this preview instead of the live version. */
  preview: Preview | undefined;
  onRetry: () => void;
}

/** Replaces an area that failed to load or threw an error (spec ERR-07, ERR-08). */
export function AreaFailure({ status, preview, onRetry }: AreaFailureProps) {
  const { error, reason } = status;
  const detail = errorDetail(error);
  const wayOut =
    preview && `This is the preview “${preview.name}”: end it above to get the live version, and tell ${preview.by} what happened.`;
  if (reason === 'render') {
    const hint = `This page failed. Everything you saved is safe, and the other pages keep working. ${wayOut ?? ''}`.trimEnd();
    return <ErrorPage detail={detail} actions={<RetryButton onRetry={onRetry} />} hint={hint} />;
  }
  if (isAreaProblem(error)) return <RefusedArea problem={error} wayOut={wayOut} detail={detail} onRetry={onRetry} />;
  return <MissingArea wayOut={wayOut} detail={detail} onRetry={onRetry} />;
}

interface FailureProps {
  /** What to do about a preview; undefined: the live version failed. */
  wayOut: string | undefined;
  detail: string | undefined;
  onRetry: () => void;
}

/** The area's files didn't load. If Portage isn't responding, the area loads by itself when it's back. */
function MissingArea({ wayOut, detail, onRetry }: FailureProps) {
  const isWaiting = useOnceReachable(onRetry);
  const hint = isWaiting
    ? 'Portage isn’t responding. This page will reload when it’s back.'
    : wayOut
      ? `The connection may have dropped. ${wayOut}`
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

function RefusedArea({ problem, wayOut, detail, onRetry }: FailureProps & { problem: AreaProblem }) {
  if (problem.kind === 'changed') {
    return (
      <ErrorPage
        code=""
        title="This part of Portage could not be loaded"
        hint={`For safety, it wasn’t started: ${problem.message}. ${wayOut ?? 'The rest of Portage keeps working.'}`}
        detail={detail}
        actions={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  if (problem.kind === 'hung') {
    const advice = wayOut ?? 'Retry; if that doesn’t help, ask an admin to roll the version back. The rest of Portage keeps working.';
    return (
      <ErrorPage
        code=""
        title="This part of Portage didn’t start"
        hint={`Its files arrived, but ${problem.message}. ${advice}`}
        detail={detail}
        actions={<RetryButton onRetry={onRetry} />}
      />
    );
  }
  const advice = wayOut ?? 'Reload the page; if that doesn’t help, ask an admin to roll the version back.';
  return (
    <ErrorPage
      code=""
      title="This part of Portage doesn’t match the open page"
      hint={`Its latest version wasn’t started: ${problem.message}. ${advice}`}
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
