import { Badge, Button, color, Inline, layer, PageHeader, Span, space } from '@portage/ui';
import type { ReactNode } from 'react';
import styled from 'styled-components';

const Sticky = styled.div`
  position: sticky;
  top: 0;
  z-index: ${layer.sticky};
  padding: ${space(2)} 0;
  background: ${color.canvas};
`;

/** Has the same height with and without the badge, so that nothing moves when a person starts typing. */
const Under = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${space(2)};
  min-height: ${space(6)};
`;

export interface EditorHeadProps {
  title: string;
  subtitle: string | null;
  isDirty: boolean;
  isReadOnly: boolean;
  onSave: () => Promise<void>;
  onReset: () => void;
  onDelete: (() => void) | undefined;
  /** Placed before the editor's own actions. */
  actions?: ReactNode;
}

export function EditorHead({ title, subtitle, isDirty, isReadOnly, onSave, onReset, onDelete, actions }: EditorHeadProps) {
  return (
    <Sticky>
      <PageHeader
        title={title}
        subtitle={
          <Under>
            {subtitle ? (
              <Span $size="small" $isData $breaks>
                {subtitle}
              </Span>
            ) : null}
            {isDirty ? <Badge tone="warning">Unsaved changes</Badge> : null}
          </Under>
        }
        actions={
          isReadOnly ? null : (
            <Inline>
              {actions}
              {onDelete ? <Button onPress={onDelete}>Delete</Button> : null}
              <Button isDisabled={!isDirty} onPress={onReset}>
                Undo changes
              </Button>
              <Button variant="primary" isDisabled={!isDirty} onPress={onSave}>
                Save
              </Button>
            </Inline>
          )
        }
      />
    </Sticky>
  );
}
