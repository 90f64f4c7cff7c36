import { css } from 'styled-components';

/** For elements that only their own colour shows, such as a bar or a swatch: a forced palette removes backgrounds. */
export const keepsItsColor = css`
  forced-color-adjust: none;
`;

/** Marks the chosen element, otherwise shown only by its background, in a forced palette. */
export const chosenInForcedColors = css`
  forced-color-adjust: none;
  background: Highlight;
  color: HighlightText;
  *,
  svg {
    color: inherit;
  }
`;
