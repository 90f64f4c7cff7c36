import { Button, Inline } from '@portage/ui';
import { type DataLook, useDataLook } from './data-look.ts';

const looks: readonly { id: DataLook; label: string }[] = [
  { id: 'tree', label: 'Tree' },
  { id: 'table', label: 'Table' },
  { id: 'json', label: 'JSON' },
];

/** Chooses how values are shown. @param label what it shows, such as "the data" */
export function LookSwitch({ label }: { label: string }) {
  const [look, setLook] = useDataLook();
  return (
    <Inline $gap={1} role="group" aria-label={`Show ${label} as`}>
      {looks.map(({ id, label: word }) => (
        <Button key={id} size="dense" variant={look === id ? 'secondary' : 'ghost'} aria-pressed={look === id} onPress={() => setLook(id)}>
          {word}
        </Button>
      ))}
    </Inline>
  );
}
