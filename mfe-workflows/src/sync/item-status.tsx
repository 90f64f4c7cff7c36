import { itemLooks } from '@portage/area-kit';
import { Badge, Button, size, space, Tooltip } from '@portage/ui';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import type { SyncItem } from '../api-types.ts';

/** Removes the button's own padding, so that badges with and without a reason align. */
const Flush = styled.span`
  display: inline-flex;
  margin-left: calc(-1 * (${space(2)} + ${size.hairline}));
`;

/** The status as text. If there is more to say, a mark and a tooltip follow, for pointer and keyboard. */
export function ItemStatus({ item }: { item: Pick<SyncItem, 'status' | 'error'> }) {
  const { word, tone } = itemLooks[item.status];
  if (!item.error) return <Badge tone={tone}>{word}</Badge>;
  return (
    <Flush>
      <Tooltip text={item.error}>
        <Button variant="ghost" size="dense" aria-label={`${word}: ${item.error}`}>
          <Badge tone={tone} icon={<Info aria-hidden />}>
            {word}
          </Badge>
        </Button>
      </Tooltip>
    </Flush>
  );
}
