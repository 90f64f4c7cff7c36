import { fullTitle, type MappingField } from '@portage/mapping-editor';
import { Card, Checkbox, RadioGroup, Stack, Switch } from '@portage/ui';
import type { Entity } from '../../api-types.ts';
import { type ConflictRule, getSides, type IntegrationDraft } from '../integration/integration-draft.ts';

const conflictRules: readonly { value: ConflictRule; label: string; hint: string }[] = [
  { value: 'SourceWins', label: 'Source wins', hint: 'The source’s values are written. The item shows what they replaced.' },
  { value: 'TargetWins', label: 'Target wins', hint: 'The record in the target stays as it is.' },
  { value: 'NewerWins', label: 'Newer wins', hint: 'The later change counts.' },
  { value: 'Ask', label: 'Ask', hint: 'The item is in Error until a person decides.' },
];

export interface IntegrationOptionsProps {
  draft: IntegrationDraft;
  onChange: (changes: Partial<IntegrationDraft>) => void;
  /** The target entity. */
  entity: Entity | undefined;
  targets: readonly MappingField[];
  isReadOnly: boolean;
}

/** The sync options that mappings don't express. */
export function IntegrationOptions({ draft, onChange, entity, targets, isReadOnly }: IntegrationOptionsProps) {
  const chosen = draft.targetExternalIdFields;
  const offered = [...new Set([...(entity?.externalIdFields ?? []), ...chosen])];
  const titleOf = (path: string) => {
    const field = targets.find((one) => one.path === path);
    return field ? fullTitle(field) : path;
  };
  const { to } = getSides(draft.direction);
  return (
    <Card title="Options">
      <Stack>
        <RadioGroup<ConflictRule>
          label="When a record changed on both sides"
          value={draft.conflictRule}
          onChange={(conflictRule) => onChange({ conflictRule })}
          options={conflictRules}
          isDisabled={isReadOnly}
        />
        <Switch value={draft.carriesDeletions} onChange={(carriesDeletions) => onChange({ carriesDeletions })} isDisabled={isReadOnly}>
          Carry over deletions and archiving
        </Switch>
        {offered.length > 0 ? (
          <Stack $gap={1} role="group" aria-label={`Fields of the ${to.toLowerCase()} that get the record’s id`}>
            <span>Keep the record’s id of the other system in</span>
            {offered.map((path) => (
              <Checkbox
                key={path}
                value={chosen.includes(path)}
                onChange={(isChosen) =>
                  onChange({ targetExternalIdFields: isChosen ? [...chosen, path] : chosen.filter((one) => one !== path) })
                }
                isDisabled={isReadOnly}
              >
                {titleOf(path)}
              </Checkbox>
            ))}
          </Stack>
        ) : null}
      </Stack>
    </Card>
  );
}
