import {
  dependentLookups,
  type EnumChoice,
  formatPath,
  getDisplayName,
  hasAttribute,
  listFields,
  mappedValue,
  type SchemaNode,
  withMapping,
  withoutMappings,
} from '@portage/connectors/schema';
import { Button, Inline, Select, space, Text } from '@portage/ui';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import { AutocompleteField } from './autocomplete-field.tsx';
import { isLiteral, literalText } from './literal-text.ts';
import { LookupField } from './lookup-field.tsx';
import { type Mapping, useMapping } from './mapping-context.tsx';
import type { ParameterProps } from './parameter-props.ts';
import { ParameterToggles } from './parameter-toggles.tsx';

/** Next to the field, below its label. */
const Side = styled.div`
  display: flex;
  align-items: flex-start;
  padding-top: ${space(6)};
  &:empty {
    display: none;
  }
`;

const booleanChoices: EnumChoice[] = [
  { value: true, label: 'True' },
  { value: false, label: 'False' },
];
const typeHints: { readonly [Type in SchemaNode['type']]?: string } = {
  Date: 'A date, e.g. 2026-11-21.',
  DateTime: 'A date and time, e.g. 2026-11-21T09:00:00Z.',
};

/** A field for one value: chosen from the allowed ones, or an expression. */
export function SimpleParameter({ node, segments, isParentRequired, label }: ParameterProps) {
  const mapping = useMapping();
  const path = formatPath(segments);
  const value = mappedValue(mapping.mappings, path);
  const choices = node.enum ?? (node.type === 'Boolean' ? booleanChoices : null);
  const hasChoices = choices !== null || hasAttribute(node, 'lookup') || hasAttribute(node, 'autocomplete');
  const [wantsExpression, setWantsExpression] = useState(false);
  const isExpression = !hasChoices || wantsExpression || !isLiteral(value);
  const name = label ?? getDisplayName(node);
  const shared = {
    label: name,
    hint: renderHint(node),
    isRequired: node.isRequired && isParentRequired,
    errorMessage: mapping.problemOf(path),
  };
  const change = (text: string, isChoice: boolean) => mapping.onChange(changed(mapping, node, path, text), isChoice ? undefined : path);

  return (
    <FormField name={mapping.fieldOf(path)}>
      <Inline $gap={1} $align="stretch" $isNowrap>
        <Text as="div" $grows $shrinks>
          {isExpression ? (
            <ValueField
              {...shared}
              value={value}
              onChange={(text) => change(text, false)}
              stepId={mapping.stepId}
              isArea={hasAttribute(node, 'textarea')}
              kind={node.type === 'Any' ? 'json' : 'expression'}
              placeholder={node.default === undefined ? undefined : textOfDefault(node.default)}
              isReadOnly={mapping.isReadOnly}
            />
          ) : (
            <Choice
              {...shared}
              node={node}
              path={path}
              value={value}
              choices={choices}
              onChange={(text) => choose(mapping, node, path, text)}
            />
          )}
        </Text>
        <Side>
          <ParameterToggles path={path} name={name} />
          {hasChoices && !mapping.isReadOnly ? (
            <Button
              size="dense"
              variant="ghost"
              aria-label={isExpression ? `Choose ${name} from a list` : `Use an expression (fx) for ${name}`}
              onPress={() => {
                if (isExpression && !isLiteral(value)) change('', true);
                setWantsExpression(!isExpression);
              }}
            >
              {isExpression ? 'List' : 'fx'}
            </Button>
          ) : null}
        </Side>
      </Inline>
    </FormField>
  );
}

interface ChoiceProps {
  label: string;
  hint: ReactNode;
  isRequired: boolean;
  errorMessage: string | undefined;
  node: SchemaNode;
  path: string;
  value: string;
  choices: readonly EnumChoice[] | null;
  onChange: (text: string) => void;
}

function Choice({ node, path, value, choices, onChange, ...shared }: ChoiceProps) {
  const { isReadOnly } = useMapping();
  if (hasAttribute(node, 'autocomplete'))
    return <AutocompleteField {...shared} node={node} path={path} value={value} onChange={onChange} />;
  if (choices === null) return <LookupField {...shared} node={node} path={path} value={value} onChange={onChange} />;
  const options = choices.map((choice) => ({ value: literalText(choice.value), label: choice.label }));
  const known = value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];
  return (
    <Select
      {...shared}
      value={value}
      onChange={onChange}
      options={[{ value: '', label: 'Not set' }, ...known.filter((option) => option.value !== '')]}
      isDisabled={isReadOnly}
    />
  );
}

/** Kinds of fields whose value decides which other fields there are. */
const RELOADING: readonly string[] = ['lookup', 'autocomplete', 'x-custom-form'];

/** Clears the fields that depend on a choice and reloads the form (spec STEP-44, STEP-45). */
function choose(mapping: Mapping, node: SchemaNode, path: string, text: string): void {
  mapping.onChange(changed(mapping, node, path, text));
  if (node.attributes?.some((attribute) => RELOADING.includes(attribute))) mapping.onReload();
}

function changed(mapping: Mapping, node: SchemaNode, path: string, text: string) {
  let mappings = withMapping(mapping.mappings, path, text);
  for (const dependent of dependentLookups(mapping.root, path)) if (dependent !== path) mappings = withMapping(mappings, dependent, '');
  if (hasAttribute(node, 'x-custom-form')) {
    // Another form has other custom fields, so values of the old ones are dropped.
    for (const field of listFields(mapping.root)) {
      if (field.path !== path && hasAttribute(field.node, 'x-custom-form')) mappings = withoutMappings(mappings, field.path);
    }
  }
  return mappings;
}

function renderHint(node: SchemaNode): ReactNode {
  const description = node.description?.trim();
  if (description) return <DescriptionText text={description} isWhole={hasAttribute(node, 'show_description')} />;
  return typeHints[node.type];
}

function textOfDefault(value: unknown): string {
  return `Default: ${typeof value === 'string' ? value : JSON.stringify(value)}`;
}
