import type { RunTag } from '@portage/contracts';
import { Badge, Inline } from '@portage/ui';

/** The values by which people find a run. Renders nothing for a run without any. */
export function RunTags({ tags = [] }: { tags?: readonly RunTag[] | undefined }) {
  if (tags.length === 0) return null;
  return (
    <Inline as="span" $gap={1} $align="stretch" $breaks $shrinks>
      {tags.map(({ name, value }) => (
        <Badge key={name}>
          {name}: {value}
        </Badge>
      ))}
    </Inline>
  );
}
