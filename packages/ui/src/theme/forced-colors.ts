import { css } from 'styled-components';

/** For what only its own colour shows, such as a bar or a swatch: a palette that the system forces paints no grounds. */
export const keepsItsColor = css`
  forced-color-adjust: none;
`;

/** For what only its ground marks as the chosen one, where the system forces a palette. */
export const chosenInForcedColors = css`
  forced-color-adjust: none;
  background: Highlight;
  color: HighlightText;
  *,
  svg {
    color: inherit;
  }
`;
