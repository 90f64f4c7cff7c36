import type { IdentifyingValue } from '@portage/contracts';
import { Muted } from '@portage/ui';

/** What the run is about, such as an order's number, after its workflow's name. */
export function RunTitle({ name, identity }: { name: string; identity: IdentifyingValue | null }) {
  if (!identity) return name;
  return (
    <>
      <Muted as="span">{name}</Muted> <span title={identity.path || undefined}>{identity.value}</span>
    </>
  );
}
