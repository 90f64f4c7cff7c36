import { formatPath, isMapped, mappedItemCount, type SchemaNode, withoutItem } from '@portage/connectors/schema';
import { Button, IconButton, space } from '@portage/ui';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { Hint } from '../fields/form-section.tsx';
import { CompositeFrame } from './composite-frame.tsx';
import { MappingProvider, useMapping } from './mapping-context.tsx';
import { Expanded } from './object-parameter.tsx';
import { isNamed, ParameterField } from './parameter-field.tsx';
import type { ParameterProps } from './parameter-props.ts';

const Item = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: ${space(2)};
  align-items: start;
`;

/** A list, filled in with one value for the whole list or item by item. */
export function ArrayParameter(props: ParameterProps) {
  return (
    <CompositeFrame {...props} kind="List">
      {() => <Expanded {...props}>{(expanded) => <Items {...props} node={expanded} />}</Expanded>}
    </CompositeFrame>
  );
}

function Items({ node, segments, isParentRequired }: ParameterProps) {
  const mapping = useMapping();
  const path = formatPath(segments);
  const mapped = mappedItemCount(mapping.mappings, path);
  const [added, setAdded] = useState(0);
  const count = Math.max(mapped, added);
  const item: SchemaNode = {
    ...(node.arrayItemType ?? { name: 'item', label: null, type: 'Any', isRequired: false }),
    isRequired: node.isRequired,
  };

  function remove(place: number): void {
    setAdded(count - 1);
    if (isMapped(mapping.mappings, path)) mapping.onChange(withoutItem(mapping.mappings, path, place));
  }

  // If the list's own name matches the filter, all of it is shown: an added item must be visible.
  const view = isNamed(node, mapping.filter) ? { ...mapping, filter: '' } : mapping;
  return (
    <MappingProvider value={view}>
      {count === 0 ? <Hint>No items. Add them one by one, or use one value that is a list.</Hint> : null}
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: items are known by their place alone.
        <Item key={place}>
          <ParameterField
            node={item}
            segments={[...segments, place]}
            isParentRequired={isParentRequired && node.isRequired}
            label={`Item ${place + 1}`}
          />
          <IconButton
            label={`Delete item ${place + 1}`}
            icon={<Trash2 aria-hidden />}
            isDisabled={mapping.isReadOnly}
            onPress={() => remove(place)}
          />
        </Item>
      ))}
      <div>
        <Button size="dense" icon={<Plus aria-hidden />} isDisabled={mapping.isReadOnly} onPress={() => setAdded(count + 1)}>
          Add item
        </Button>
      </div>
    </MappingProvider>
  );
}
