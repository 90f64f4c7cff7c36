import { Card, CopyButton, color, font, Inline, Stack, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';

const Address = styled.code`
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;
const Hint = styled.p`
  margin: 0;
  color: ${color.muted};
`;

/** Where other systems call this workflow (spec HOOK-01, STEP-21). */
export function WebhookAddress({ workflowId, isActive }: { workflowId: string; isActive: boolean }) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['workflows', workflowId, 'webhook-url'],
    queryFn: ({ signal }) => api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.webhookUrl,
  });
  if (!query.data) return null;
  const example = `curl -X POST ${query.data} -H 'content-type: application/json' -d '{"id": 1}'`;
  return (
    <Card title="Webhook address" actions={<CopyButton text={query.data} />}>
      <Stack>
        <Address>{query.data}</Address>
        <Hint>
          {isActive ? 'Every call starts a run, for example:' : 'Calls are refused until the workflow is active. Then, for example:'}
        </Hint>
        <Inline>
          <Address>{example}</Address>
          <CopyButton text={example} label="Copy command" />
        </Inline>
      </Stack>
    </Card>
  );
}
