import { fileMembers, formatPath, getDisplayName, mappedValue, withMapping, withoutMappings } from '@portage/connectors/schema';
import { Frame, Inline, Select, Span, Star, space } from '@portage/ui';
import { useState } from 'react';
import styled from 'styled-components';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import { Hint } from '../fields/form-section.tsx';
import { useMapping } from './mapping-context.tsx';
import type { ParameterProps } from './parameter-props.ts';
import { ParameterToggles } from './parameter-toggles.tsx';

type Source = 'step' | 'base64' | 'text';

/** Two fields side by side if there is space for both. */
const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr));
  gap: ${space(3)};
`;

const sources: { value: Source; label: string }[] = [
  { value: 'step', label: 'A file from an earlier step' },
  { value: 'text', label: 'Name and text' },
  { value: 'base64', label: 'Name and Base64' },
];

/** A file to send: one of an earlier step, or a name, a media type and content entered here. */
export function FileParameter({ node, segments, isParentRequired, label }: ParameterProps) {
  const mapping = useMapping();
  const path = formatPath(segments);
  const partOf = (member: string) => formatPath([...segments, member]);
  const writtenAt = (member: string) => mappedValue(mapping.mappings, partOf(member));
  const written: Source | null = fileMembers.some((member) => writtenAt(member) !== '')
    ? writtenAt('base64') !== ''
      ? 'base64'
      : 'text'
    : null;
  const [picked, setPicked] = useState<Source | null>(null);
  const whole = mappedValue(mapping.mappings, path);
  const source = picked ?? (whole !== '' ? 'step' : (written ?? 'step'));
  const name = label ?? getDisplayName(node);
  const problem = mapping.problemOf(path);

  function choose(next: Source): void {
    const kept =
      next === 'step' ? [] : (['fileName', 'contentType'] as const).map((member) => [partOf(member), writtenAt(member)] as const);
    const content = next === 'step' ? '' : writtenAt(source === 'base64' ? 'base64' : 'text');
    let mappings = withoutMappings(mapping.mappings, path);
    for (const [at, value] of kept) mappings = withMapping(mappings, at, value);
    if (next !== 'step') mappings = withMapping(mappings, partOf(next), content);
    setPicked(next);
    mapping.onChange(mappings);
  }

  const change = (at: string, text: string) => mapping.onChange(withMapping(mapping.mappings, at, text), at);
  const part = (member: 'fileName' | 'contentType' | 'base64' | 'text', partLabel: string, hint?: string, isArea = false) => (
    <FormField name={mapping.fieldOf(partOf(member))}>
      <ValueField
        label={partLabel}
        value={writtenAt(member)}
        onChange={(text) => change(partOf(member), text)}
        stepId={mapping.stepId}
        hint={hint}
        isArea={isArea}
        kind="expression"
        isReadOnly={mapping.isReadOnly}
        errorMessage={isArea ? problem : undefined}
      />
    </FormField>
  );

  return (
    <Frame as="fieldset" $gap={3} $padding={3} aria-label={name}>
      <Inline $isNowrap>
        <Span $size="small" $weight="medium" $breaks $grows $shrinks>
          {name}
          {node.isRequired && isParentRequired ? <Star /> : null}
        </Span>
        <ParameterToggles path={path} name={name} />
      </Inline>
      {node.description ? (
        <Hint>
          <DescriptionText text={node.description} />
        </Hint>
      ) : null}
      <Select label="File from" value={source} onChange={choose} options={sources} isDisabled={mapping.isReadOnly} />
      {source === 'step' ? (
        <FormField name={mapping.fieldOf(path)}>
          <ValueField
            label="File"
            value={whole}
            onChange={(text) => change(path, text)}
            stepId={mapping.stepId}
            hint="Choose Response File of a step that downloads a file. Base64 text works, too."
            kind="expression"
            isRequired={node.isRequired && isParentRequired}
            isReadOnly={mapping.isReadOnly}
            errorMessage={problem}
          />
        </FormField>
      ) : (
        <>
          <Pair>
            {part('fileName', 'File name', 'For example report.pdf.')}
            {part('contentType', 'Media type', 'For example application/pdf. If empty, it’s derived from the content.')}
          </Pair>
          {source === 'base64'
            ? part('base64', 'Content as Base64', 'The bytes of the file, written as Base64 text.', true)
            : part('text', 'Content as text', 'The text of the file. It is sent as UTF-8.', true)}
        </>
      )}
    </Frame>
  );
}
