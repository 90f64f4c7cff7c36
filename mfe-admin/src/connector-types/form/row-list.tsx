import { Button, Hint, IconButton, Inline, Stack, size, space, Text } from '@portage/ui';
import { Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import styled from 'styled-components';

const Row = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: flex-end;
  gap: ${space(2)};
  > div {
    flex: 1 1 ${size.label};
    min-width: ${space(24)};
  }
`;

export interface RowListProps<Item> {
  label: string;
  hint?: ReactNode;
  items: readonly Item[];
  onChange: (items: Item[]) => void;
  newItem: () => Item;
  addLabel: string;
  row: (item: Item, change: (changes: Partial<Item>) => void, at: number) => ReactNode;
  most?: number;
}

export function RowList<Item extends object>({ label, hint, items, onChange, newItem, addLabel, row, most = 20 }: RowListProps<Item>) {
  const id = useId();
  return (
    <Stack $gap={2} role="group" aria-labelledby={id}>
      <div>
        <Text as="h4" $size="small" $weight="medium" id={id}>
          {label}
        </Text>
        {hint ? <Hint $size="tiny">{hint}</Hint> : null}
      </div>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing else to tell them apart, and fields hold no state.
        <Row key={at}>
          {row(item, (changes) => onChange(items.map((one, index) => (index === at ? { ...one, ...changes } : one))), at)}
          <IconButton
            label={`Remove ${label}, row ${at + 1}`}
            icon={<Trash2 aria-hidden />}
            onPress={() => onChange(items.filter((_, index) => index !== at))}
          />
        </Row>
      ))}
      {items.length < most ? (
        <Inline>
          <Button size="dense" icon={<Plus aria-hidden />} onPress={() => onChange([...items, newItem()])}>
            {addLabel}
          </Button>
        </Inline>
      ) : null}
    </Stack>
  );
}
