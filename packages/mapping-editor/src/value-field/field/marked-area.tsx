import { color, font, motion, radius, size, space } from '@portage/ui';
import { type ComponentProps, Fragment, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';
import styled, { css } from 'styled-components';
import type { RowLimits } from './expression-rows.ts';
import type { MarkLook, MarkPiece } from './mark-pieces.ts';

/** The layer and the text field overlap, so everything that positions a letter must be the same in both. */
const textStyle = css`
  display: block;
  width: 100%;
  margin: 0;
  padding: ${space(1.5)} var(--corner) ${space(1.5)} ${space(2.5)};
  border: ${size.hairline} solid transparent;
  font-family: ${font.data};
  font-size: ${font.size.small};
  line-height: 1.5;
  letter-spacing: normal;
  font-variant-ligatures: none;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  tab-size: 2;
  scrollbar-gutter: stable;
  scrollbar-width: thin;
`;
const Frame = styled.div<{ $isInvalid: boolean; $hasCorner: boolean }>`
  --corner: ${({ $hasCorner }) => ($hasCorner ? space(8) : space(2.5))};
  position: relative;
  min-width: 0;
  background: ${color.surface};
  border-radius: ${radius.control};
  &:has(> textarea:read-only) {
    background: ${color.sunken};
  }
  > textarea {
    border-color: ${({ $isInvalid }) => ($isInvalid ? color.danger : color.lineStrong)};
  }
`;
const Layer = styled.div`
  ${textStyle}
  position: absolute;
  inset: 0;
  overflow: hidden;
  color: transparent;
  pointer-events: none;
  user-select: none;
`;
const Area = styled.textarea<{ $rows: RowLimits }>`
  ${textStyle}
  position: relative;
  min-height: max(${size.control}, calc(${({ $rows }) => $rows.least}lh + ${space(3.5)}));
  max-height: max(${size.control}, calc(${({ $rows }) => $rows.most}lh + ${space(3.5)}));
  overflow: auto;
  resize: ${({ $rows }) => ($rows.most > 1 ? 'vertical' : 'none')};
  background: transparent;
  color: ${color.text};
  border-radius: ${radius.control};
  transition: border-color ${motion.quick} ${motion.ease};
  &:hover:not(:disabled) {
    border-color: ${color.muted};
  }
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: -${size.hairline};
    border-color: ${color.focus};
  }
  /* Also a disabled one. The dashes tell it from an editable field without the colour. */
  &:read-only {
    border-style: dashed;
  }
  &:disabled {
    color: ${color.muted};
    cursor: not-allowed;
  }
`;
const looks: Record<MarkLook, ReturnType<typeof css> | null> = {
  text: null,
  reference: css`
    background: ${color.brandSoft};
    box-shadow: 0 0 0 1px color-mix(in srgb, ${color.brand} 45%, transparent);
  `,
  formula: css`
    background: ${color.infoSoft};
    box-shadow: 0 0 0 1px color-mix(in srgb, ${color.info} 45%, transparent);
  `,
  value: css`
    background: ${color.neutralSoft};
  `,
  error: css`
    background: ${color.dangerSoft};
    text-decoration: wavy underline ${color.danger};
    text-underline-offset: 3px;
  `,
  warning: css`
    background: ${color.warningSoft};
    text-decoration: dashed underline ${color.warning};
    text-underline-offset: 3px;
  `,
};
const Mark = styled.span<{ $look: MarkLook }>`
  border-radius: 3px;
  box-decoration-break: clone;
  ${({ $look }) => looks[$look]}
  @media (forced-colors: active) {
    outline: 1px solid Highlight;
  }
`;
const Corner = styled.div`
  position: absolute;
  top: ${space(0.5)};
  right: ${space(1)};
`;

export interface MarkedAreaProps extends Omit<ComponentProps<'textarea'>, 'ref' | 'value'> {
  value: string;
  pieces: readonly MarkPiece[];
  bounds: RowLimits;
  isInvalid: boolean;
  /** Text position of `anchorRef`. */
  anchor: number;
  anchorRef: Ref<HTMLSpanElement>;
  areaRef: Ref<HTMLTextAreaElement>;
  /** Shown in the upper right corner of the field. */
  corner: ReactNode;
  cover?: ReactNode;
}

/**
 * A plain text field above a layer with the same text, invisible, on coloured backgrounds: all the browser's text field features still work
 * (undo, input methods, spell checking, screen readers).
 */
export function MarkedArea({ pieces, bounds, isInvalid, anchor, anchorRef, areaRef, corner, cover, ...area }: MarkedAreaProps) {
  const frame = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text and its bounds decide the height.
  useLayoutEffect(() => {
    const element = frame.current?.querySelector('textarea');
    if (!element) return;
    element.style.height = 'auto';
    element.style.height = `${element.scrollHeight + element.offsetHeight - element.clientHeight}px`;
    scrollLayer(element);
  }, [area.value, bounds.least, bounds.most]);

  const hasCorner = corner !== null;
  return (
    <Frame ref={frame} $isInvalid={isInvalid} $hasCorner={hasCorner}>
      <Layer aria-hidden>
        {pieces.map((piece) => (
          <Mark key={piece.start} $look={piece.look} data-look={piece.look} data-start={piece.start}>
            {withAnchor(piece, anchor, anchorRef)}
          </Mark>
        ))}
        {anchor >= getTextLength(pieces) ? <span ref={anchorRef} /> : null}
        {/* Gives a final empty line its height. */}
        {'\u200b'}
      </Layer>
      <Area
        {...area}
        ref={areaRef}
        rows={bounds.least}
        $rows={bounds}
        onScroll={(event) => scrollLayer(event.currentTarget)}
        onPointerDownCapture={(event) => markCaret(event.currentTarget)}
        onKeyDownCapture={(event) => event.key !== 'Tab' && markCaret(event.currentTarget)}
      />
      {cover}
      {hasCorner ? <Corner>{corner}</Corner> : null}
    </Frame>
  );
}

function markCaret(area: HTMLTextAreaElement): void {
  area.dataset.caretSet = '';
}

function scrollLayer(area: HTMLTextAreaElement): void {
  const layer = area.previousElementSibling;
  if (layer) layer.scrollTop = area.scrollTop;
}

function getTextLength(pieces: readonly MarkPiece[]): number {
  const last = pieces.at(-1);
  return last ? last.start + last.text.length : 0;
}

function withAnchor({ start, text }: MarkPiece, anchor: number, anchorRef: Ref<HTMLSpanElement>): ReactNode {
  const at = anchor - start;
  if (at < 0 || at >= text.length) return text;
  return (
    <Fragment>
      {text.slice(0, at)}
      <span ref={anchorRef} />
      {text.slice(at)}
    </Fragment>
  );
}
