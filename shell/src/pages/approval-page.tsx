import { ApprovalQuestion, type ShownApproval } from '@portage/area-kit/base';
import { ApiError, getErrorMessage } from '@portage/contracts';
import { Banner } from '@portage/ui/base';
import { useEffect, useState } from 'react';
import { useServices } from '../app/services-context.tsx';
import { CentredPage } from './centred-page.tsx';

const NO_QUESTION =
  'There’s no request for approval at this link. It may be incomplete, or its run is no longer stored; try opening it again from the message it came in.';

/** The target of the link in an approval request. Opening it decides nothing: only a button does. */
export function ApprovalPage() {
  const { publicApi } = useServices();
  const token = useToken();
  const [approval, setApproval] = useState<(ShownApproval & { recipient: string }) | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  useEffect(() => {
    let isCurrent = true;
    setApproval(null);
    setProblem(null);
    if (token === '') {
      setProblem(NO_QUESTION);
      return;
    }
    publicApi('POST /api/approvals/by-link/look', { body: { token } }).then(
      (answer) => isCurrent && setApproval(answer.approval),
      (error: unknown) => isCurrent && setProblem(describeProblem(error)),
    );
    return () => {
      isCurrent = false;
    };
  }, [publicApi, token]);

  return (
    <CentredPage title={approval?.subject ?? 'Request for approval'}>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {approval || problem ? null : <p>One moment …</p>}
      {approval ? (
        <ApprovalQuestion
          approval={approval}
          answersAs={approval.recipient}
          onAnswer={async (answer) => {
            const { isTaken, approval: decided } = await publicApi('POST /api/approvals/by-link/answer', { body: { token, ...answer } });
            setApproval(decided);
            return isTaken;
          }}
        />
      ) : null}
    </CentredPage>
  );
}

function describeProblem(error: unknown): string {
  return error instanceof ApiError && error.status === 404 ? NO_QUESTION : getErrorMessage(error);
}

/** The part of the address that no server receives. A second link may be opened in the same tab. */
function useToken(): string {
  const [token, setToken] = useState(tokenOfPage);
  useEffect(() => {
    const read = () => setToken(tokenOfPage());
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return token;
}

function tokenOfPage(): string {
  return window.location.hash.slice(1);
}
