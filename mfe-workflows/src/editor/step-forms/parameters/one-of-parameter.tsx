import { chosenVariant, formatPath, listVariantProperties, withMapping, withoutMappings } from '@portage/connectors/schema';
import { Select } from '@portage/ui';
import { useState } from 'react';
import { FormField } from '../../panel/form-field.tsx';
import { CompositeFrame } from './composite-frame.tsx';
import { literalText } from './literal-text.ts';
import { MappingProvider, useMapping } from './mapping-context.tsx';
import { Expanded } from './object-parameter.tsx';
import { isNamed, ParameterFields } from './parameter-field.tsx';
import type { ParameterProps } from './parameter-props.ts';

/** One of several object types: the choice of the type, then its properties (spec STEP-106). */
export function OneOfParameter(props: ParameterProps) {
  return (
    <CompositeFrame {...props} kind="One of">
      {() => <Expanded {...props}>{(expanded) => <Variants {...props} node={expanded} />}</Expanded>}
    </CompositeFrame>
  );
}

function Variants({ node, segments, isParentRequired }: ParameterProps) {
  const mapping = useMapping();
  const [picked, setPicked] = useState<string | null>(null);
  const path = formatPath(segments);
  const titles = Object.keys(node.discriminatorToProperties ?? {});
  const mapped = chosenVariant(node, segments, mapping.mappings);
  const variant = node.discriminator ? mapped : (picked ?? mapped);
  const discriminator = (node.properties ?? []).find(({ name }) => name === node.discriminator);

  function choose(title: string): void {
    setPicked(title);
    const cleared = withoutMappings(mapping.mappings, path);
    mapping.onChange(
      node.discriminator ? withMapping(cleared, formatPath([...segments, node.discriminator]), literalText(title)) : cleared,
    );
  }

  // If the field's own name matches the filter, all of it is shown.
  const view = isNamed(node, mapping.filter) ? { ...mapping, filter: '' } : mapping;
  return (
    <MappingProvider value={view}>
      <FormField name={mapping.fieldOf(path)}>
        <Select
          label={discriminator?.label ?? node.discriminator ?? 'Which one'}
          value={variant}
          onChange={choose}
          options={titles.map((title) => ({ value: title, label: findLabel(title, discriminator?.enum) }))}
          placeholder="Choose which one it is"
          isRequired={node.isRequired && isParentRequired}
          isDisabled={mapping.isReadOnly}
        />
      </FormField>
      {variant === null ? null : (
        <ParameterFields
          key={variant}
          nodes={listVariantProperties(node, variant)}
          segments={segments}
          isParentRequired={isParentRequired && node.isRequired}
        />
      )}
    </MappingProvider>
  );
}

function findLabel(title: string, choices: readonly { value: unknown; label: string }[] | undefined): string {
  return choices?.find(({ value }) => String(value) === title)?.label ?? title;
}
