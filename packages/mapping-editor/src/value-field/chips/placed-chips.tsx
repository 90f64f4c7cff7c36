import { color, font, size, space } from '@portage/ui';
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { Reference } from './caret-on-chips.ts';
import type { Chip } from './chip-pieces.ts';

/** Covers a field in which a person writes. It lets every press through. */
const Sheet = styled.div`
  position: absolute;
  inset: ${size.hairline};
  overflow: hidden;
  pointer-events: none;
`;
const Moved = styled.div`
  position: absolute;
  top: 0;
  left: 0;
`;

/** Covers only the letters of a reference, so that the caret, the selection and every other letter stay in place. */
const Box = styled.span`
  position: absolute;
  display: flex;
  flex-wrap: wrap;
  align-content: flex-start;
  gap: 0 ${space(1)};
  padding: 0 ${space(1)};
  overflow: hidden;
  border-radius: 4px;
  background: linear-gradient(${color.brandSoft}, ${color.brandSoft}) ${color.surface};
  box-shadow: inset 0 0 0 1px color-mix(in srgb, ${color.brand} 40%, transparent);
  color: ${color.text};
  font-family: ${font.interface};
  font-size: ${font.size.tiny};
  white-space: nowrap;
  > * {
    height: 100%;
    overflow: hidden;
    text-overflow: ellipsis;
  }
  > svg {
    flex: none;
    width: 12px;
  }
  > b {
    flex: 0 1 auto;
    max-width: 60%;
    font-weight: ${font.weight.medium};
  }
  > span {
    flex: 0 1 auto;
    max-width: 100%;
  }
  /* The value takes the room that is left. Without room it wraps to a second line, which is hidden. */
  > i {
    flex: 1 1 3em;
    min-width: 0;
    color: ${color.muted};
    font-family: ${font.data};
    font-style: normal;
    text-align: right;
  }
  &[data-chosen] {
    background: ${color.brand};
    color: ${color.onBrand};
    > i, > svg {
      color: inherit;
    }
  }
  @media (forced-colors: active) {
    outline: 1px solid Highlight;
    &[data-chosen] {
      forced-color-adjust: none;
      background: Highlight;
      color: HighlightText;
    }
  }
`;

export interface WrittenChip extends Reference {
  chip: Chip;
  isChosen: boolean;
}

interface ChipBox {
  key: string;
  left: number;
  top: number;
  width: number;
  height: number;
  /** This box shows the chip's text. A reference that wraps has several boxes, but only one such. */
  isMain: boolean;
  written: WrittenChip;
}

interface ChipOverlayProps {
  chips: readonly WrittenChip[];
  /** The field. The layer with its text precedes it. */
  area: RefObject<HTMLTextAreaElement | null>;
  iconOf: (stepName: string) => ReactNode;
}

/** References drawn as chips over their letters. Screen readers read the field below, which has the text itself. */
export function ChipOverlay({ chips, area, iconOf }: ChipOverlayProps) {
  const moved = useRef<HTMLDivElement>(null);
  const [boxes, setBoxes] = useState<readonly ChipBox[]>([]);
  const [width, setWidth] = useState(0);

  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(element.clientWidth));
    watch.observe(element);
    const follow = () => moved.current?.style.setProperty('transform', `translateY(${-element.scrollTop}px)`);
    element.addEventListener('scroll', follow);
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', follow);
    };
  }, [area]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another width puts the letters elsewhere.
  useLayoutEffect(() => {
    const element = area.current;
    setBoxes(element ? measureBoxes(chips, element) : []);
    if (element) moved.current?.style.setProperty('transform', `translateY(${-element.scrollTop}px)`);
  }, [chips, area, width]);

  return (
    <Sheet aria-hidden data-chips>
      <Moved ref={moved}>
        {boxes.map(({ key, isMain, written: { start, end, chip, isChosen }, ...place }) => (
          <Box
            key={key}
            style={{ ...place, lineHeight: `${place.height}px` }}
            data-chip={isMain ? `${start} ${end}` : undefined}
            data-chosen={isChosen || undefined}
          >
            {isMain ? (
              <>
                {chip.stepName === null ? null : iconOf(chip.stepName)}
                {chip.stepName === null ? null : <b>{chip.stepName}</b>}
                {chip.label ? <span>{chip.label}</span> : null}
                {chip.value === null ? null : <i>{chip.value}</i>}
              </>
            ) : null}
          </Box>
        ))}
      </Moved>
    </Sheet>
  );
}

function measureBoxes(chips: readonly WrittenChip[], area: HTMLTextAreaElement): ChipBox[] {
  const layer = area.previousElementSibling;
  if (!layer) return [];
  const { left, top } = layer.getBoundingClientRect();
  return chips.flatMap((written) => {
    const lines = [...(layer.querySelector(`[data-start="${written.start}"]`)?.getClientRects() ?? [])].filter((line) => line.width > 0);
    const widest = Math.max(...lines.map((line) => line.width));
    const main = lines.findIndex((line) => line.width === widest);
    return lines.map((line, at) => ({
      key: `${written.start} ${at}`,
      // The sheet is placed inside the field's border.
      left: line.left - left - layer.clientLeft,
      top: line.top - top - layer.clientTop + layer.scrollTop,
      width: line.width,
      height: line.height,
      isMain: at === main,
      written,
    }));
  });
}
