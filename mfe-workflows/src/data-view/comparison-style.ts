import { color, font, size, space } from '@portage/ui';
import styled from 'styled-components';

export const ComparisonScroller = styled.div`
  overflow-x: auto;
`;

/** Values side by side: of two versions, or of two runs. */
export const ComparisonTable = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-size: ${font.size.small};
  th,
  td {
    padding: ${space(2)} ${space(3)};
    border-bottom: ${size.hairline} solid ${color.line};
    text-align: left;
    vertical-align: top;
  }
  thead th {
    color: ${color.muted};
    font-weight: ${font.weight.medium};
  }
`;

export const ComparedValue = styled.pre`
  margin: 0;
  color: ${color.text};
  font: ${font.weight.regular} ${font.size.tiny}/1.5 ${font.data};
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;
