import { Banner, Button, DateTimePicker, FormLayout, Select, space, useApi, useForm } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { useOpenWorkflow } from '../save/saving-context.tsx';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(4)};
  padding: ${space(4)} 0;
`;

/** Spec EDIT-09 and the integration settings of the playbooks' specification. */
export function SettingsTab() {
  const api = useApi();
  const { isActive } = useOpenWorkflow();
  const connectors = useQuery({
    queryKey: ['connectors', 'all'],
    queryFn: ({ signal }) => api('GET /api/connectors', { query: { pageSize: 100 } }, { signal }),
    select: (answer) => answer.connectors.map(({ id, name }) => ({ value: id, label: name })),
  });
  const form = useForm<{ lastSyncDate: string | null; sourceConnectorId: string | null; targetConnectorId: string | null }>({
    initial: { lastSyncDate: null, sourceConnectorId: null, targetConnectorId: null },
    rules: {
      lastSyncDate: { validate: (date) => (date ? undefined : 'Please fill the Last Sync Date') },
      sourceConnectorId: { displayName: 'Source Connector', required: true },
      targetConnectorId: { displayName: 'Target Connector', required: true },
    },
  });
  const options = connectors.data ?? [];
  return (
    <Frame>
      <Banner tone="info" title="These settings cannot be saved yet">
        Synchronisation between systems is not part of this version of Portage.
      </Banner>
      <FormLayout onSubmit={(event) => event.preventDefault()}>
        <DateTimePicker label="Last Sync Date" isDisabled={isActive} {...form.bind('lastSyncDate')} />
        <Select label="Source Connector" options={options} {...form.bind('sourceConnectorId')} />
        <Select label="Target Connector" options={options} {...form.bind('targetConnectorId')} />
        <div>
          <Button variant="primary" isDisabled>
            Save
          </Button>
        </div>
      </FormLayout>
    </Frame>
  );
}
