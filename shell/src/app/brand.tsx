import { color, font } from '@portage/ui/base';
import styled from 'styled-components';

/** The logo: two banks and the path between them, which is a portage. */
export function BrandMark({ sizePx = 28 }: { sizePx?: number }) {
  return (
    <svg width={sizePx} height={sizePx} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill={color.brand} />
      <path
        d="M7 20c4.500 3.600 13.500 3.600 18 0M9 13h9m0 0-3.500-3.500M18 13l-3.500 3.500"
        fill="none"
        stroke={color.onBrand}
        strokeWidth="2.600"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

const Wordmark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  font-size: ${font.size.large};
  font-weight: ${font.weight.bold};
  letter-spacing: -0.02em;
  color: ${color.text};
`;

export function Brand() {
  return (
    <Wordmark>
      <BrandMark />
      Portage
    </Wordmark>
  );
}
