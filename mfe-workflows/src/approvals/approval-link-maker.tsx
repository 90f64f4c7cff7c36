import { useApi } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, CodeBlock, Stack, TextField } from '@portage/ui';
import { workflowLimits } from '@portage/workflow';
import { useState } from 'react';

/** Makes a link for a person who decides without an account; it can be sent in any way. */
export function ApprovalLinkMaker({ runId, approvalId }: { runId: string; approvalId: string }) {
  const api = useApi();
  const [person, setPerson] = useState('');
  const [made, setMade] = useState<{ person: string; link: string } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function make(): Promise<void> {
    setProblem(null);
    try {
      const { link } = await api('POST /api/approvals/{runId}/{approvalId}/links', { params: { runId, approvalId }, body: { person } });
      setMade({ person, link });
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  }

  return (
    <Stack $gap={2}>
      <TextField
        label="Send the request to"
        value={person}
        onChange={(text) => setPerson(text.slice(0, workflowLimits.approvalPersonLength))}
        placeholder="Person’s name"
        hint="You get a link to send by chat or any other way. The decision is recorded under this name and yours."
      />
      <div>
        <Button isDisabled={person.trim() === ''} onPress={make}>
          Create a link
        </Button>
      </div>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {made ? <CodeBlock label={`Link for ${made.person.trim()}`} code={made.link} /> : null}
    </Stack>
  );
}
