import { css } from 'styled-components';
import { size } from './tokens.ts';

/** For screen readers only. */
export const visuallyHidden = css`
  position: absolute;
  width: ${size.hairline};
  height: ${size.hairline};
  overflow: hidden;
  clip-path: inset(50%);
  white-space: nowrap;
`;
