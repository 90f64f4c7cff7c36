import {
  formatPath,
  getDisplayName,
  hasAttribute,
  isMapped,
  isWithin,
  mappedValue,
  withMapping,
  withoutMappings,
} from '@portage/connectors/schema';
import { Badge, Button, color, font, Inline, radius, Stack, Star, size, space } from '@portage/ui';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import styled from 'styled-components';
import { FormField } from '../../panel/form-field.tsx';
import { ValueField } from '../../values/index.ts';
import { DescriptionText } from '../fields/description-text.tsx';
import { Hint, Problem } from '../fields/form-section.tsx';
import { useMapping } from './mapping-context.tsx';
import type { ParameterProps } from './parameter-props.ts';
import { ParameterToggles } from './parameter-toggles.tsx';

const Box = styled.fieldset`
  min-width: 0;
  margin: 0;
  padding: 0;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;
const Opener = styled.button`
  flex: 1;
  min-width: 0;
  display: flex;
  align-items: center;
  gap: ${space(2)};
  min-height: ${size.controlDense};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.text};
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
  text-align: left;
  overflow-wrap: anywhere;
  cursor: pointer;
  svg {
    flex: none;
    color: ${color.muted};
  }
`;

export interface CompositeFrameProps extends ParameterProps {
  /** "Object" or "List", shown next to the name. */
  kind: string;
  /** Renders the inner fields; called only while open. */
  children: () => ReactNode;
}

/** A field that contains fields. It is closed until needed, and filled in field by field or with one value for the whole. */
export function CompositeFrame({ node, segments, isParentRequired, label, kind, children }: CompositeFrameProps) {
  const mapping = useMapping();
  const path = formatPath(segments);
  const isRequired = node.isRequired && isParentRequired;
  const whole = mappedValue(mapping.mappings, path);
  const [wantsWhole, setWantsWhole] = useState(false);
  const isWhole = whole !== '' || wantsWhole;
  const [isOpened, setIsOpened] = useState<boolean | null>(null);
  const isOpen = isOpened ?? (isRequired || isMapped(mapping.mappings, path) || mapping.filter.trim() !== '');
  const name = label ?? getDisplayName(node);
  const problem = mapping.problemOf(path);

  function switchKind(): void {
    mapping.onChange(isWhole ? withMapping(mapping.mappings, path, '') : withoutMappings(mapping.mappings, path));
    setWantsWhole(!isWhole);
    setIsOpened(true);
  }

  return (
    <Box aria-label={name}>
      <Inline $gap={1} $padding={[1, 2]} $isNowrap>
        <Opener type="button" aria-expanded={isOpen} onClick={() => setIsOpened(!isOpen)}>
          {isOpen ? <ChevronDown size={size.iconSmall} aria-hidden /> : <ChevronRight size={size.iconSmall} aria-hidden />}
          <span>
            {name}
            {isRequired ? <Star /> : null}
          </span>
          <Badge>{kind}</Badge>
        </Opener>
        <ParameterToggles path={path} name={name} />
        {isOpen && !mapping.isReadOnly ? (
          <Button
            size="dense"
            variant="ghost"
            onPress={switchKind}
            aria-label={`${isWhole ? 'Fill in fields of' : 'Use one value for'} ${name}`}
          >
            {isWhole ? 'Fill in fields' : 'One value'}
          </Button>
        ) : null}
      </Inline>
      {isOpen ? (
        <Stack $gap={3} $padding={[1, 3, 3]}>
          {node.description ? (
            <Hint>
              <DescriptionText text={node.description} isWhole={hasAttribute(node, 'show_description')} />
            </Hint>
          ) : null}
          {isWhole ? (
            <FormField name={mapping.fieldOf(path)}>
              <ValueField
                label={name}
                isLabelHidden
                value={whole}
                onChange={(text) => mapping.onChange(wholeOnly(mapping.mappings, path, text), path)}
                stepId={mapping.stepId}
                kind="json"
                isReadOnly={mapping.isReadOnly}
                errorMessage={problem}
              />
            </FormField>
          ) : (
            children()
          )}
          {problem && !isWhole ? <Problem role="alert">{problem}</Problem> : null}
        </Stack>
      ) : problem ? (
        <Stack $gap={3} $padding={[1, 3, 3]}>
          <Problem role="alert">{problem}</Problem>
        </Stack>
      ) : null}
    </Box>
  );
}

function wholeOnly(mappings: Parameters<typeof withMapping>[0], path: string, text: string) {
  const others = mappings.filter(({ toParameterPath }) => toParameterPath === path || !isWithin(toParameterPath, path));
  return withMapping(others, path, text);
}
