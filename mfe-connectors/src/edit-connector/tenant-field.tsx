import { useApi } from '@portage/area-kit';
import { FailedRead, Select } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import type { ConnectorForm } from '../connector-form/use-connector-form.ts';

/** Which of the account's organizations the connector works with (spec CONN-53). */
export function TenantField({ connectorId, connectorForm: { form, set } }: { connectorId: string; connectorForm: ConnectorForm }) {
  const api = useApi();
  const tenants = useQuery({
    queryKey: ['connectors', 'tenants', connectorId],
    queryFn: async ({ signal }) => (await api('GET /api/apps/xero/{id}/tenants', { params: { id: connectorId } }, { signal })).tenants,
    retry: false,
  });
  const chosen = form.values['customOptions.tenantId'] || null;
  const known = tenants.data ?? [];
  const options = known.map(({ id, name }) => ({ value: id, label: name }));
  if (chosen && !known.some(({ id }) => id === chosen)) options.unshift({ value: chosen, label: chosen });
  return (
    <>
      <Select
        label="Organisation"
        value={chosen}
        onChange={(tenantId) => set('customOptions.tenantId', tenantId)}
        options={options}
        placeholder={tenants.isPending ? 'Loading…' : 'Select an organisation'}
        hint="Calls are made for this organisation"
      />
      {tenants.error ? <FailedRead title="The organisations could not be read" query={tenants} /> : null}
    </>
  );
}
