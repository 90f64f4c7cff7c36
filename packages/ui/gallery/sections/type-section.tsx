import styled from 'styled-components';
import { color, font, Inline, Link, radius, Stack, size, space } from '../../src/index.ts';

const Swatch = styled.div<{ $color: string }>`
  display: flex;
  align-items: center;
  gap: ${space(2)};
  width: ${size.label};
  font-size: ${font.size.tiny};
  &::before {
    content: '';
    flex: none;
    width: ${space(8)};
    height: ${space(8)};
    border: ${size.hairline} solid ${color.line};
    border-radius: ${radius.control};
    background: ${({ $color }) => $color};
  }
`;
const Sample = styled.p<{ $size: string; $isData?: boolean }>`
  font-size: ${({ $size }) => $size};
  font-family: ${({ $isData }) => ($isData ? font.data : font.interface)};
`;

export function TypeSection() {
  return (
    <Stack>
      <div>
        {Object.entries(font.size).map(([name, value]) => (
          <Sample key={name} $size={value}>
            Carries data between systems ({name})
          </Sample>
        ))}
        <Sample $size={font.size.small} $isData>
          {'{ "orderId": 10482, "ok": true } 0O1lI'}
        </Sample>
        <p>
          A <Link href="/workflows">link inside</Link> and{' '}
          <Link href="https://example.com" target="_blank">
            one elsewhere
          </Link>
          .
        </p>
      </div>
      <Inline $gap={2}>
        {Object.entries(color).map(([name, value]) => (
          <Swatch key={name} $color={value}>
            {name}
          </Swatch>
        ))}
      </Inline>
    </Stack>
  );
}
