import type { InsertTarget } from '@portage/mapping-editor/value-field';
import { CopyButton, color, font, IconButton, Inline, radius, Stack, size, space } from '@portage/ui';
import { type PathKey, writePath } from '@portage/workflow';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { RichValue } from '../../data-view/rich-value.tsx';

/** A value that the person has chosen in a pane, with its path. */
export interface Picked {
  root: Parameters<InsertTarget['insertPath']>[0];
  keys: readonly PathKey[];
  label: string;
  /** Undefined if no value is known yet. */
  value: unknown;
}

const Box = styled.section`
  position: sticky;
  bottom: 0;
  flex: none;
  max-height: 40vh;
  padding: ${space(2)} ${space(3)};
  overflow: auto;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
`;
const Path = styled.code`
  flex: 1;
  min-width: 0;
  overflow: hidden;
  color: ${color.muted};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** The picked value in full, and what can be done with it. */
export function PickedValue({ picked, onClose, actions }: { picked: Picked; onClose: () => void; actions: ReactNode }) {
  const path = writePath(picked.root, picked.keys);
  return (
    <Box aria-label={`Value of ${picked.label}`}>
      <Stack $gap={2}>
        <Inline $gap={1} $isNowrap>
          <Path title={path}>{path}</Path>
          <CopyButton label="Copy the expression" text={`$${path}`} />
          <IconButton label="Close the value" size="dense" icon={<X aria-hidden />} onPress={onClose} />
        </Inline>
        {picked.value === undefined ? null : <RichValue key={path} value={picked.value} label={picked.label} />}
        {actions ? <Inline $gap={1}>{actions}</Inline> : null}
      </Stack>
    </Box>
  );
}
