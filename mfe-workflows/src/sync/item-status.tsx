import { itemLooks } from '@portage/area-kit';
import { Badge, Button, size, space, Tooltip } from '@portage/ui';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import type { SyncItem } from '../api-types.ts';

/** Aligns badges with and without a reason: the button's own padding is removed. */
const Flush = styled.span`
  display: inline-flex;
  margin-left: calc(-1 * (${space(2)} + ${size.hairline}));
`;

/** The status as text; if there is more to say, it has a mark and a tooltip, for pointer and keyboard. */
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
