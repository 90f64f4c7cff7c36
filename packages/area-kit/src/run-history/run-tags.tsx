import type { RunTag } from '@portage/contracts';
import { Badge, space } from '@portage/ui';
import styled from 'styled-components';

const Line = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(1)};
  min-width: 0;
  overflow-wrap: anywhere;
`;

/** The values by which people find a run; nothing for a run without any. */
export function RunTags({ tags = [] }: { tags?: readonly RunTag[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <Line>
      {tags.map(({ name, value }) => (
        <Badge key={name}>
          {name}: {value}
        </Badge>
      ))}
    </Line>
  );
}
