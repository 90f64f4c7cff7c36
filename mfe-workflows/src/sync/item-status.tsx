import { itemLooks } from '@portage/area-kit';
import { Badge, Button, size, space, Tooltip } from '@portage/ui';
import { Info } from 'lucide-react';
import styled from 'styled-components';
import type { SyncItem } from '../api-types.ts';

/** Badges with a reason stand under those without one: the button's own edge is left out. */
const Flush = styled.span`
  display: inline-flex;
  margin-left: calc(-1 * (${space(2)} + ${size.hairline}));
`;

/** The status as text; where there is more to say, a mark in it and the words in a tooltip, by pointer and by keyboard. */
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
