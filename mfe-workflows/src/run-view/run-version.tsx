import { Badge } from '@portage/ui';
import styled from 'styled-components';
import type { RunInstance } from '../api-types.ts';
import { useVersion } from '../runs/use-version.ts';

const Unseen = styled.span`
  visibility: hidden;
`;

interface RunVersionProps {
  run: Pick<RunInstance, 'workflowId' | 'workflowVersionId' | 'isTest'>;
  testWords: string;
}

export function RunVersion({ run, testWords }: RunVersionProps) {
  const version = useVersion(run.workflowId, run.workflowVersionId);
  const words = version?.label ?? (version && version.publishedNumber !== null ? `Version ${version.publishedNumber}` : null);
  // Its space is reserved while it loads: otherwise what follows would wrap, and the page would jump.
  if (version === undefined && !run.isTest) {
    return (
      <Unseen aria-hidden>
        <Badge>Version –</Badge>
      </Unseen>
    );
  }
  return (
    <>
      {run.isTest ? (
        <Badge tone={version?.isDraft ? 'warning' : 'neutral'}>{version?.isDraft ? ofDraft(testWords) : testWords}</Badge>
      ) : null}
      {words ? <Badge>{words}</Badge> : null}
    </>
  );
}

function ofDraft(testWords: string): string {
  return testWords === 'Test' ? 'Test of the draft' : `${testWords}, of the draft`;
}
