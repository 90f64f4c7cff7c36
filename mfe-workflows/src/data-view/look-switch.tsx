import { type DataLook, useDataLook } from './data-look.ts';
import { ViewSwitch } from './view-switch.tsx';

const looks: readonly { id: DataLook; label: string }[] = [
  { id: 'tree', label: 'Tree' },
  { id: 'table', label: 'Table' },
  { id: 'json', label: 'JSON' },
];

/** Chooses how values are shown. @param label what it shows, such as "the data" */
export function LookSwitch({ label }: { label: string }) {
  const [look, setLook] = useDataLook();
  return <ViewSwitch label={`Show ${label} as`} views={looks} value={look} onChange={setLook} />;
}
