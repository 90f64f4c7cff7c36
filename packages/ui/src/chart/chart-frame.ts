import styled from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';
import { color, font } from '../theme/tokens.ts';

/** A drawing with its axis and labels; the table with the same figures is for screen readers. */
export const ChartFrame = styled.figure`
  min-width: 0;
  margin: 0;
  svg {
    display: block;
    width: 100%;
    overflow: visible;
  }
  text {
    fill: ${color.muted};
    font: ${font.weight.regular} ${font.size.tiny} ${font.interface};
    font-variant-numeric: tabular-nums;
  }
  line {
    stroke: ${color.line};
  }
  table {
    ${visuallyHidden}
  }
`;
