import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Button, color, font, IconButton, Link, radius, Stack, size, space, Text } from '@portage/ui';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Send } from 'lucide-react';
import { useId, useState } from 'react';
import styled from 'styled-components';
import type { Workflow } from '../../../api-types.ts';
import { workflowKeys } from '../../../workflows/workflow-queries.ts';
import { SampleCallDialog } from '../../sample-call/sample-call-dialog.tsx';
import { useValueSources } from '../../values/index.ts';
import { Hint, Problem } from '../fields/form-section.tsx';

const Line = styled.div`
  display: flex;
  align-items: flex-start;
  gap: ${space(2)};
  min-height: ${size.control};
  padding: ${space(1)} ${space(1)} ${space(1)} ${space(2.5)};
  background: ${color.sunken};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
`;
const Address = styled.code`
  flex: 1;
  min-width: 0;
  padding: ${space(1)} 0;
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  overflow-wrap: anywhere;
`;

/**
 * Where other systems call this workflow (spec STEP-21, HOOK-01, HOOK-02).
 *
 * @param by `workflow`: the address made for the workflow (API-36); `triggerCode`: the address of its trigger code (API-45)
 */
export function WebhookUrl({ by }: { by: 'workflow' | 'triggerCode' }) {
  const api = useApi();
  const host = useHost();
  const queryClient = useQueryClient();
  const id = useId();
  const { workflowId } = useValueSources();
  const query = useQuery({
    queryKey: ['workflows', workflowId, 'webhook-url', by],
    enabled: workflowId !== undefined,
    queryFn: async ({ signal }) => {
      const params = { id: workflowId ?? '' };
      if (by === 'workflow') return (await api('GET /api/workflows/generate-webhook-url/{id}', { params }, { signal })).webhookUrl;
      const known = queryClient.getQueryData<{ workflow: Workflow }>(workflowKeys.workflow(params.id));
      const { workflow } = known ?? (await api('GET /api/workflows/{id}', { params }, { signal }));
      return (await api('GET /api/workflows/webhook-url/{triggerCode}', { params: { triggerCode: workflow.triggerCode } }, { signal }))
        .webhookUrl;
    },
  });

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(query.data ?? '');
    } catch {
      throw new Error('The browser did not allow copying. Select the text and copy it with the keyboard.');
    }
    host.notify.success('Copied');
  }

  return (
    <Stack as="section" $gap={1} aria-labelledby={id}>
      <Text as="div" $size="small" $weight="medium" id={id}>
        Webhook URL
      </Text>
      <Line>
        {/* Reserves the space while the address loads. */}
        <Address>{query.data ?? (workflowId === undefined ? 'Save the workflow to get its address.' : ' ')}</Address>
        <IconButton size="dense" label="Copy URL" icon={<Copy aria-hidden />} onPress={copy} isDisabled={!query.data} />
      </Line>
      {query.error ? <Problem role="alert">{getErrorMessage(query.error)}</Problem> : null}
      {by === 'workflow' && query.data ? <SampleCallButton address={query.data} /> : null}
      {by === 'workflow' ? (
        <Hint>
          Every call of an active workflow starts a run, with the call as its payload.{' '}
          <Link href="/help/triggers-and-webhooks#webhook" target="_blank">
            How to call it
          </Link>
        </Hint>
      ) : null}
    </Stack>
  );
}

function SampleCallButton({ address }: { address: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <span>
        <Button size="dense" icon={<Send aria-hidden />} onPress={() => setIsOpen(true)}>
          Send a sample call
        </Button>
      </span>
      {isOpen ? <SampleCallDialog address={address} onClose={() => setIsOpen(false)} /> : null}
    </>
  );
}
