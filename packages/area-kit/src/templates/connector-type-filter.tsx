import { Select } from '@portage/ui';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../host/host.ts';

const TYPES_IN_FILTER = 100;

/** Narrows templates to those that use a system (spec TPL-05, TPL-14). */
export function ConnectorTypeFilter({ value, onChange }: { value: string; onChange: (connectorTypeId: string) => void }) {
  const api = useApi();
  const types = useQuery({
    queryKey: ['connector-types', 'filter'],
    queryFn: ({ signal }) => api('GET /api/connector-types', { query: { pageSize: TYPES_IN_FILTER } }, { signal }),
    select: ({ connectorTypes }) => connectorTypes.map(({ id, name }) => ({ value: id, label: name })),
  });
  const known = types.data ?? [];
  // A type that an address names but the list doesn't have.
  const other = value !== '' && !known.some((one) => one.value === value) ? [{ value, label: value }] : [];
  return (
    <Select
      label="Connector Type"
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'All connector types' }, ...known, ...other]}
    />
  );
}
