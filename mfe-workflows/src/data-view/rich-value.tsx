import { briefValue, color, DateTime, font, Link, radius, size, space, TextView } from '@portage/ui';
import styled from 'styled-components';
import { getTextKind } from './value-kind.ts';

const LONG_TEXT = 200;

const Picture = styled.img`
  max-width: 100%;
  max-height: ${size.jsonBox};
  object-fit: contain;
  border-radius: ${radius.control};
`;
const Page = styled.iframe`
  width: 100%;
  height: ${size.jsonBox};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  /* Pages expect a light background unless they set one. */
  background: Canvas;
  color-scheme: light;
`;
const Plain = styled.span`
  font-family: ${font.data};
  font-size: ${font.size.small};
  line-height: ${space(5)};
  overflow-wrap: anywhere;
`;

/** One value as a person reads it: a date, a link, a picture, an HTML page in a frame that runs no scripts, or text. */
export function RichValue({ value, label }: { value: unknown; label: string }) {
  if (typeof value !== 'string') return <Plain>{briefValue(value, LONG_TEXT)}</Plain>;
  const kind = getTextKind(value);
  switch (kind) {
    case 'date':
      return (
        <Plain>
          <DateTime value={value} />
        </Plain>
      );
    case 'link':
      return (
        <Plain>
          <Link href={value} target="_blank">
            {value}
          </Link>
        </Plain>
      );
    case 'image':
      return <Picture src={value} alt={label} />;
    case 'html':
      return <Page title={label} sandbox="" srcDoc={value} />;
    case 'text':
      return value.length > LONG_TEXT || value.includes('\n') ? <TextView label={label} text={value} /> : <Plain>{value}</Plain>;
    default:
      return kind satisfies never;
  }
}
