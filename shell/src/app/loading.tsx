import { color, layer } from '@portage/ui/base';
import styled, { keyframes } from 'styled-components';

const slide = keyframes`
  from { transform: translateX(-100%); }
  to { transform: translateX(400%); }
`;

const Track = styled.div`
  position: absolute;
  inset: 0 0 auto;
  z-index: ${layer.sticky};
  height: 3px;
  overflow: hidden;
  background: ${color.brandSoft};
  &::after {
    content: '';
    display: block;
    width: 25%;
    height: 100%;
    background: ${color.brand};
    animation: ${slide} 1.1s linear infinite;
  }
`;

/** A thin line at the top of the coming page. */
export function Loading() {
  return <Track role="progressbar" aria-label="Loading" />;
}
