import { itemLooks } from '@portage/area-kit';
import { Badge, Button, size, space, Tooltip } from '@portage/ui';
import styled from 'styled-components';
import type { SyncItem } from '../api-types.ts';

/** Badges with a reason stand under those without one: the button's own edge is left out. */
const Flush = styled.span`
  display: inline-flex;
  margin-left: calc(-1 * (${space(2)} + ${size.hairline}));
`;

/** The status as text; its reason in a tooltip, by pointer and by keyboard. */
export function ItemStatus({ item }: { item: Pick<SyncItem, 'status' | 'error'> }) {
  const { word, tone } = itemLooks[item.status];
  const badge = <Badge tone={tone}>{word}</Badge>;
  if (!item.error) return badge;
  return (
    <Flush>
      <Tooltip text={item.error}>
        <Button variant="ghost" size="dense" aria-label={`${word}: ${item.error}`}>
          {badge}
        </Button>
      </Tooltip>
    </Flush>
  );
}
