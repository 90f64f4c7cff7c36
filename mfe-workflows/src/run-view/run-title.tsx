import type { IdentifyingValue } from '@portage/contracts';
import { Muted } from '@portage/ui';

/** What the run is about, such as an order's number, after its workflow's name, which the editor already shows. */
export function RunTitle({ name, identity }: { name?: string; identity: IdentifyingValue | null }) {
  const value = identity ? <span title={identity.path || undefined}>{identity.value}</span> : null;
  if (name === undefined) return value && <strong>{value}</strong>;
  if (!value) return name;
  return (
    <>
      <Muted as="span">{name}</Muted> {value}
    </>
  );
}
