import { useApi, useHost } from '@portage/area-kit';
import { getErrorMessage } from '@portage/contracts';
import { Banner, Button, Select, Stack } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { WidgetFrame } from '../aggregation/widget-frame.tsx';
import { checkedWidgetUrl } from '../aggregation/widget-messages.ts';
import type { ConnectorType } from '../connectors/api-types.ts';
import type { ConnectorForm } from './use-connector-form.ts';

const Logo = styled.img`
  width: 20px;
  height: 20px;
  object-fit: contain;
`;
const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: 8px;
  > div:first-child {
    flex: 1;
    min-width: 200px;
  }
`;

interface AccountLinkProps {
  type: ConnectorType;
  connectorForm: ConnectorForm;
  integrationType?: string | null | undefined;
}

interface Opened {
  linkToken: string;
  integration: string;
}

/** A new account of an aggregation service, linked in the service's own widget, instead of an existing account's token. */
export function AccountLink({ type, connectorForm, integrationType }: AccountLinkProps) {
  const api = useApi();
  const { notify } = useHost();
  const category = toCategorySlug(type);
  const { data: widgetUrl } = useQuery({
    queryKey: ['aggregation', 'widget-url'],
    queryFn: async ({ signal }) => checkedWidgetUrl((await api('GET /api/configuration', {}, { signal })).apiPandaWidgetUrl),
    staleTime: 600_000,
  });
  const list = useQuery({
    queryKey: ['aggregation', category, 'integrations'],
    queryFn: async ({ signal }) =>
      (await api('GET /api/apps/aggregation-services/{category}/integrations-list', { params: { category } }, { signal })).integrations,
    staleTime: 600_000,
    retry: false,
    enabled: Boolean(widgetUrl),
  });
  const [integration, setIntegration] = useState<string | null>(integrationType ?? null);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function open(): Promise<void> {
    if (!integration) return;
    setProblem(null);
    try {
      const body = { integration };
      const { linkToken } = await api('POST /api/apps/aggregation-services/create-link-token/{category}', { params: { category }, body });
      setOpened({ linkToken, integration });
    } catch (error) {
      setProblem(getErrorMessage(error));
    }
  }

  async function complete({ integration: chosen }: Opened, publicToken: string): Promise<void> {
    setOpened(null);
    try {
      const { accountToken } = await api('POST /api/apps/aggregation-services/create-account-token/{category}', {
        params: { category },
        body: { integration: chosen, publicToken },
      });
      connectorForm.set('customOptions.uapi::token', accountToken);
      connectorForm.set('customOptions.uapi::type', chosen);
      notify.success('The account is linked. Save to keep it.');
    } catch (error) {
      notify.error(error);
    }
  }

  if (widgetUrl === null) {
    return (
      <Banner tone="warning" title="No new account can be linked">
        The widget is not set up in this Portage: API_PANDA_WIDGET_URL is missing. The token of an account that is linked already works all
        the same.
      </Banner>
    );
  }
  if (list.error) {
    return (
      <Banner tone="warning" title="No new account can be linked" action={<Button onPress={() => list.refetch()}>Retry</Button>}>
        {getErrorMessage(list.error)} The token of an account that’s already linked still works.
      </Banner>
    );
  }
  return (
    <Stack $gap={2}>
      <Line>
        <Select
          label="Or link a new account with"
          value={integration}
          onChange={setIntegration}
          placeholder={list.isPending ? 'Loading…' : 'Select a system'}
          options={(list.data ?? []).map(({ type: value, name }) => ({
            value,
            label: name,
            icon: <Logo alt="" src={`/api/apps/aggregation-services/${category}/${value}/logo`} onError={hide} />,
          }))}
        />
        <Button onPress={open} isDisabled={!integration || !widgetUrl}>
          Link account
        </Button>
      </Line>
      {problem ? <Banner tone="danger">{problem}</Banner> : null}
      {opened && widgetUrl ? (
        <WidgetFrame
          url={widgetUrl}
          linkToken={opened.linkToken}
          onComplete={(token) => void complete(opened, token)}
          onClose={() => setOpened(null)}
        />
      ) : null}
    </Stack>
  );
}

/** The category as addresses have it: `Human Resources` becomes `human-resources`. */
function toCategorySlug({ additionalData }: ConnectorType): string {
  return (additionalData.Category ?? 'accounting').toLowerCase().replaceAll(/[^\w]+/g, '-');
}

function hide({ currentTarget }: { currentTarget: HTMLImageElement }): void {
  currentTarget.style.visibility = 'hidden';
}
