import styled, { css } from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';
import type { PaletteName } from '../theme/palette.ts';
import { color, font, radius, size, space } from '../theme/tokens.ts';

/** Steps of the grid, one for each side or direction as CSS reads them: `[1, 3]` is one step above and below, and three at the sides. */
type Steps = number | readonly number[];

/** How text looks; what is left out is inherited. */
interface Look {
  $color?: PaletteName;
  $size?: keyof typeof font.size;
  $weight?: keyof typeof font.weight;
  /** Uses the monospaced font. */
  $isData?: boolean;
  /** Digits of equal width. */
  $isNumber?: boolean;
  /** Long words break instead of overflowing. */
  $breaks?: boolean;
  $whiteSpace?: 'nowrap' | 'pre-line' | 'pre-wrap';
  /** Takes the free space of its row. */
  $grows?: boolean;
  /** May become narrower than its longest word if its row has no space. */
  $shrinks?: boolean;
  $maxWidth?: string;
}

interface Layout extends Look {
  $gap?: Steps;
  $padding?: Steps;
  $align?: 'start' | 'center' | 'end' | 'stretch' | 'baseline';
  $justify?: 'center' | 'end' | 'space-between';
}

const steps = (value: Steps): string => [value].flat().map(space).join(' ');

const look = css<Look>`
  margin: 0;
  ${({ $color }) => $color && `color: ${color[$color]};`}
  ${({ $size }) => $size && `font-size: ${font.size[$size]};`}
  ${({ $weight }) => $weight && `font-weight: ${font.weight[$weight]};`}
  ${({ $isData }) => $isData && `font-family: ${font.data};`}
  ${({ $isNumber }) => $isNumber && 'font-variant-numeric: tabular-nums;'}
  ${({ $breaks }) => $breaks && 'overflow-wrap: anywhere;'}
  ${({ $whiteSpace }) => $whiteSpace && `white-space: ${$whiteSpace};`}
  ${({ $grows }) => $grows && 'flex: 1;'}
  ${({ $shrinks }) => $shrinks && 'min-width: 0;'}
  ${({ $maxWidth }) => $maxWidth && `max-width: ${$maxWidth};`}
`;

/** `gap` applies only if the part sets none itself. */
const layout = (gap: Steps) => css<Layout>`
  ${look}
  gap: ${({ $gap = gap }) => steps($gap)};
  ${({ $padding }) => $padding !== undefined && `padding: ${steps($padding)};`}
  ${({ $align }) => $align && `align-items: ${$align};`}
  ${({ $justify }) => $justify && `justify-content: ${$justify};`}
`;

interface TextLook extends Look {
  $isBlock?: boolean;
  /** One line, ending in "…" if it is too long. */
  $isClipped?: boolean;
  /** Grid steps between it and what is above it. */
  $above?: number;
}

const text = css<TextLook>`
  ${look}
  ${({ $isBlock }) => $isBlock && 'display: block;'}
  ${({ $isClipped }) => $isClipped && 'overflow: hidden; text-overflow: ellipsis; white-space: nowrap;'}
  ${({ $above }) => $above && `margin-top: ${space($above)};`}
`;

/** A paragraph; `as` makes this and every other part another element. */
export const Text = styled.p<TextLook>`
  ${text}
`;

export const Span = styled.span<TextLook>`
  ${text}
`;

/** Less important words inside a text. */
export const Muted = styled.span<TextLook>`
  color: ${color.muted};
  ${text}
`;

/** A paragraph that explains what is next to it. */
export const Hint = styled.p<TextLook>`
  color: ${color.muted};
  font-size: ${font.size.small};
  ${text}
`;

/** A paragraph that says what is wrong. */
export const Problem = styled.p<TextLook>`
  color: ${color.danger};
  ${text}
`;

/** Marks the label of a required field. */
export const Star = styled.span.attrs({ 'aria-hidden': true, children: ' *' })`
  color: ${color.danger};
`;

/** For screen readers only. */
export const Hidden = styled.span`
  ${visuallyHidden}
`;

/** Stacks its children, on the grid. */
export const Stack = styled.div<Layout>`
  display: flex;
  flex-direction: column;
  min-width: 0;
  ${layout(4)}
`;

/** A list without bullets, its entries below each other. */
export const PlainList = styled.ul<Layout>`
  display: flex;
  flex-direction: column;
  padding: 0;
  list-style: none;
  ${layout(0)}
`;

/** A stack inside a hairline. */
export const Frame = styled(Stack)`
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
`;

/** Puts its children side by side, wrapping if necessary. */
export const Inline = styled.div<Layout & { $isNowrap?: boolean }>`
  display: flex;
  flex-wrap: ${({ $isNowrap }) => ($isNowrap ? 'nowrap' : 'wrap')};
  align-items: center;
  ${layout(2)}
`;
