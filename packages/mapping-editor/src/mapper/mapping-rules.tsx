import { Hint, Stack, Text } from '@portage/ui';
import { type FieldMapping, withExpression } from '../fields/field-mappings.ts';
import type { MappingField } from '../fields/mapping-field.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';
import { type MappingRule, mappingRules } from '../fields/mapping-rules.ts';
import { ValueField } from '../value-field/value-field.tsx';
import { getFieldStepId, MappingValues } from './mapping-values.tsx';

interface MappingRulesProps {
  stepId: string;
  sources: readonly MappingField[];
  targets: readonly MappingField[];
  mappings: readonly FieldMapping[];
  flaws: readonly MappingFlaw[];
  onChange: (mappings: FieldMapping[], key: string | null) => void;
  record: unknown;
  isReadOnly: boolean;
}

/** What a mapping does besides filling fields. Renders nothing if that is all. */
export function MappingRules({ stepId, sources, targets, mappings, flaws, onChange, record, isReadOnly }: MappingRulesProps) {
  const isLost = ({ path }: MappingRule) => flaws.some(({ side, toParameterPath }) => side === 'target' && toParameterPath === path);
  const rules = mappingRules(mappings, targets).filter((rule) => !isLost(rule));
  if (rules.length === 0) return null;
  return (
    <MappingValues stepId={stepId} sources={sources} mappings={mappings} record={record}>
      <Stack as="section" $gap={3} aria-label="Rules">
        <div>
          <Text as="h4" $size="small" $weight="bold">
            Rules
          </Text>
          <Hint $above={1}>
            {isReadOnly ? 'They come with the playbook and don’t fill a field themselves.' : 'They don’t fill a field themselves.'}
          </Hint>
        </div>
        {rules.map((rule: MappingRule) => (
          <ValueField
            key={rule.path}
            label={rule.title}
            value={rule.expression}
            onChange={(expression) => onChange(withExpression(mappings, rule.path, expression), rule.path)}
            stepId={getFieldStepId(rule)}
            isReadOnly={isReadOnly}
          />
        ))}
      </Stack>
    </MappingValues>
  );
}
