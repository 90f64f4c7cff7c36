import { itemLooks } from '@portage/area-kit';
import { Badge, Button, Tooltip } from '@portage/ui';
import type { SyncItem } from '../api-types.ts';

/** The status as text; its reason in a tooltip, by pointer and by keyboard. */
export function ItemStatus({ item }: { item: Pick<SyncItem, 'status' | 'error'> }) {
  const { word, tone } = itemLooks[item.status];
  const badge = <Badge tone={tone}>{word}</Badge>;
  if (!item.error) return badge;
  return (
    <Tooltip text={item.error}>
      <Button variant="ghost" size="dense" aria-label={`${word}: ${item.error}`}>
        {badge}
      </Button>
    </Tooltip>
  );
}
