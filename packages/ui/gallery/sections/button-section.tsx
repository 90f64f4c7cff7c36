import { Download, Pencil, Play, Plus, Trash2 } from 'lucide-react';
import { Button, IconButton, Inline, LinkButton, MenuButton, SplitButton, Stack } from '../../src/index.ts';

const variants = ['primary', 'secondary', 'ghost', 'danger'] as const;

function wait(durationMs: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, durationMs));
}

const more = [
  { id: 'copy', label: 'Copy' },
  { id: 'export', label: 'Export', icon: <Download aria-hidden /> },
  { id: 'delete', label: 'Delete', icon: <Trash2 aria-hidden />, isDanger: true },
];

export function ButtonSection() {
  return (
    <Stack>
      {(['regular', 'dense', 'touch'] as const).map((size) => (
        <Inline key={size}>
          {variants.map((variant) => (
            <Button key={variant} variant={variant} size={size}>
              {variant}
            </Button>
          ))}
          <Button size={size} icon={<Plus aria-hidden />}>
            Add
          </Button>
          <IconButton size={size} label="Edit" icon={<Pencil aria-hidden />} />
          <Button size={size} isDisabled>
            Disabled
          </Button>
          <Button size={size} variant="primary" isPending>
            Saving
          </Button>
        </Inline>
      ))}
      <Inline>
        <Button variant="primary" icon={<Play aria-hidden />} onPress={() => wait(1500)}>
          Takes a while
        </Button>
        <Button
          onPress={async () => {
            await wait(500);
            throw new Error('The other system did not answer.');
          }}
        >
          Fails
        </Button>
        <SplitButton label="Edit" onPress={() => undefined} entries={more} />
        <SplitButton label="Save" variant="primary" onPress={() => wait(800)} entries={more} />
        <MenuButton label="More" entries={more} />
        <LinkButton href="/workflows">Link that looks like a button</LinkButton>
      </Inline>
    </Stack>
  );
}
