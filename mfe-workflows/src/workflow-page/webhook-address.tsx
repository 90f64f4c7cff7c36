import { Badge, Card, CodeBlock, CopyButton, color, font, size, space, useApi } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { curlCommand } from './sample-payload.ts';

const Line = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.controlDense};
`;
const Address = styled.code`
  min-width: 0;
  font-family: ${font.data};
  font-size: ${font.size.small};
  overflow-wrap: anywhere;
`;
const Example = styled.details`
  margin-top: ${space(2)};
  summary {
    width: fit-content;
    color: ${color.muted};
    font-size: ${font.size.small};
    cursor: pointer;
  }
  summary:hover {
    color: ${color.text};
  }
  > div {
    margin-top: ${space(2)};
  }
`;
const Hint = styled.span`
  color: ${color.muted};
  font-size: ${font.size.small};
`;

export interface WebhookAddressProps {
  workflowId: string;
  isActive: boolean;
  /** JSON that the ready-made command posts. */
  sample: string;
}

/** Where other systems call this workflow, with a command to try it (spec HOOK-01, STEP-21). */
export function WebhookAddress({ workflowId, isActive, sample }: WebhookAddressProps) {
  const api = useApi();
  const query = useQuery({
    queryKey: ['workflows', workflowId, 'webhook-url'],
    queryFn: ({ signal }) => api('GET /api/workflows/generate-webhook-url/{id}', { params: { id: workflowId } }, { signal }),
    select: (answer) => answer.webhookUrl,
  });
  return (
    <Card
      title="Webhook address"
      actions={<Hint>{isActive ? 'Every call starts a run.' : 'Calls are refused until the workflow is active.'}</Hint>}
    >
      <Line>
        <Badge>POST</Badge>
        {/* The room is kept while the address is on its way. */}
        <Address>{query.data ?? ' '}</Address>
        {query.data ? <CopyButton text={query.data} label="Copy address" /> : null}
      </Line>
      <Example>
        <summary>Try it from a terminal</summary>
        <div>
          <CodeBlock label="command" code={curlCommand(query.data ?? '', sample)} />
        </div>
      </Example>
    </Card>
  );
}
