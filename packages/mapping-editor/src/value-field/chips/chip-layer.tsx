import { color, font, radius, size, space } from '@portage/ui';
import type { ReactNode, Ref } from 'react';
import styled from 'styled-components';
import type { Chip, ChipPiece } from './chip-pieces.ts';

/** Covers the text field while the field has no focus. Presses go through to the field, which asks `selectionAt` what they hit. */
const Sheet = styled.div`
  position: absolute;
  inset: ${size.hairline};
  padding: ${space(1.5)} calc(var(--corner) - ${size.hairline}) ${space(1.5)} ${space(2.5)};
  overflow: hidden;
  border-radius: ${radius.control};
  background: inherit;
  color: ${color.text};
  font-family: ${font.data};
  font-size: ${font.size.small};
  line-height: 1.5;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  pointer-events: none;
`;

const Box = styled.span<{ $look: Chip['look'] }>`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  max-width: 100%;
  height: 1.5em;
  padding: 0 ${space(1.5)};
  overflow: hidden;
  border-radius: 4px;
  background: ${({ $look }) => grounds[$look]};
  box-shadow: inset 0 0 0 1px color-mix(in srgb, ${({ $look }) => edges[$look]} 40%, transparent);
  font-family: ${font.interface};
  font-size: ${font.size.tiny};
  line-height: 1.5em;
  vertical-align: text-bottom;
  white-space: nowrap;
  > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  > svg {
    flex: none;
    width: 12px;
    height: 12px;
  }
  > b {
    flex: 0 1 auto;
    min-width: 2em;
    font-weight: ${font.weight.medium};
  }
  > span {
    flex: 0 1 auto;
  }
  > i {
    flex: 0 2 auto;
    padding-left: ${space(1.5)};
    border-left: ${size.hairline} solid color-mix(in srgb, ${({ $look }) => edges[$look]} 40%, transparent);
    color: ${color.muted};
    font-family: ${font.data};
    font-style: normal;
  }
  @media (forced-colors: active) {
    outline: 1px solid Highlight;
  }
`;

const grounds: Record<Chip['look'], string> = {
  reference: color.brandSoft,
  formula: color.infoSoft,
  error: color.dangerSoft,
  warning: color.warningSoft,
};
const edges: Record<Chip['look'], string> = {
  reference: color.brand,
  formula: color.info,
  error: color.danger,
  warning: color.warning,
};

interface ChipLayerProps {
  pieces: readonly ChipPiece[];
  iconOf: (stepName: string) => ReactNode;
  layerRef: Ref<HTMLDivElement>;
}

/** A text with its references drawn as chips. Screen readers read the field below, which has the text itself. */
export function ChipLayer({ pieces, iconOf, layerRef }: ChipLayerProps) {
  return (
    <Sheet ref={layerRef} aria-hidden data-chips>
      {pieces.map(({ start, end, text, chip }) =>
        chip ? (
          <Box key={start} $look={chip.look} data-chip={`${start} ${end}`}>
            {chip.stepName === null ? null : iconOf(chip.stepName)}
            {chip.stepName === null ? null : <b>{chip.stepName}</b>}
            {chip.label ? <span>{chip.label}</span> : null}
            {chip.value === null ? null : <i>{chip.value}</i>}
          </Box>
        ) : (
          <span key={start} data-from={start}>
            {text}
          </span>
        ),
      )}
    </Sheet>
  );
}
