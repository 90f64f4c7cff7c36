import { mappingWarnings, type ParameterMapping, type SchemaNode, withMapping } from '@portage/connectors/schema';
import { Banner, Button, Stack } from '@portage/ui';

export interface MappingWarningsProps {
  root: SchemaNode;
  mappings: readonly ParameterMapping[];
  onChange: (mappings: ParameterMapping[]) => void;
  isReadOnly: boolean;
}

/** Warns about mappings that no field below shows: the operation has no such parameter, or refuses the value. */
export function MappingWarnings({ root, mappings, onChange, isReadOnly }: MappingWarningsProps) {
  const warnings = mappingWarnings(root, mappings);
  if (warnings.length === 0) return null;
  return (
    <Banner tone="warning">
      <Stack $gap={2}>
        {warnings.map(({ path, message }) => (
          <div key={path}>
            {message}{' '}
            {isReadOnly ? null : (
              <Button
                size="dense"
                variant="ghost"
                aria-label={`Remove the value of ${path}`}
                onPress={() => onChange(withMapping(mappings, path, ''))}
              >
                Remove
              </Button>
            )}
          </div>
        ))}
      </Stack>
    </Banner>
  );
}
