import { Banner, Button, Inline, Muted, Stack } from '@portage/ui';
import { Trash2 } from 'lucide-react';
import { useRef } from 'react';
import { type FieldMapping, getExpression, withExpression } from '../fields/field-mappings.ts';
import type { MappingFlaw } from '../fields/mapping-flaws.ts';

interface LostMappingsProps {
  flaws: readonly MappingFlaw[];
  mappings: readonly FieldMapping[];
  onChange: (mappings: FieldMapping[], key: string | null) => void;
  isReadOnly: boolean;
  /** Called when the last one was removed, so that the focus moves elsewhere. */
  onEmpty: () => void;
}

/** Mappings onto fields that the target lacks: nothing is synchronised until each is removed. */
export function LostMappings({ flaws, mappings, onChange, isReadOnly, onEmpty }: LostMappingsProps) {
  const list = useRef<HTMLDivElement>(null);
  const lost = flaws.filter(({ side, toParameterPath }) => side === 'target' && getExpression(mappings, toParameterPath) !== '');
  if (lost.length === 0) return null;
  const remove = (path: string, at: number) => {
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[at + 1] ?? buttons?.[at - 1])?.focus();
    onChange(withExpression(mappings, path, ''), null);
    if (lost.length === 1) onEmpty();
  };
  return (
    <Banner tone="danger" title="Nothing is synchronised: these fields don’t exist">
      <Stack $gap={2} ref={list}>
        {lost.map(({ toParameterPath, message }, at) => (
          <Inline key={toParameterPath} $justify="space-between">
            <Stack $gap={1}>
              <span>{message}</span>
              <Muted as="code" $size="small" $breaks $shrinks>{`${toParameterPath} ← ${getExpression(mappings, toParameterPath)}`}</Muted>
            </Stack>
            {isReadOnly ? null : (
              <Button size="dense" icon={<Trash2 aria-hidden />} onPress={() => remove(toParameterPath, at)}>
                {`Remove ${toParameterPath}`}
              </Button>
            )}
          </Inline>
        ))}
      </Stack>
    </Banner>
  );
}
