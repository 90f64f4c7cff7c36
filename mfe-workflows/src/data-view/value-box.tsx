import { CopyButton, color, font, IconButton, Inline, radius, Stack, size, space } from '@portage/ui';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { RichValue } from './rich-value.tsx';

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

export interface ValueBoxProps {
  label: string;
  /** Where the value is, as a person reads it. */
  path: string;
  /** What the button next to the path copies. */
  copied: { label: string; text: string };
  /** Undefined if no value is known yet. */
  value: unknown;
  onClose: () => void;
  actions?: ReactNode;
}

/** A value that the person has chosen, in full, and what can be done with it. */
export function ValueBox({ label, path, copied, value, onClose, actions }: ValueBoxProps) {
  return (
    <Box aria-label={`Value of ${label}`}>
      <Stack $gap={2}>
        <Inline $gap={1} $isNowrap>
          <Path title={path}>{path}</Path>
          <CopyButton {...copied} />
          <IconButton label="Close the value" size="dense" icon={<X aria-hidden />} onPress={onClose} />
        </Inline>
        {value === undefined ? null : <RichValue key={path} value={value} label={label} />}
        {actions ? <Inline $gap={1}>{actions}</Inline> : null}
      </Stack>
    </Box>
  );
}
