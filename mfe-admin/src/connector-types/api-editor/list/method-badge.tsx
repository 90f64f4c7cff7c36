import { color, font, radius, space } from '@portage/ui';
import styled from 'styled-components';

const colors: Readonly<Record<string, string>> = {
  GET: color.info,
  POST: color.success,
  PUT: color.warning,
  PATCH: color.warning,
  DELETE: color.danger,
};

const Box = styled.span`
  flex: none;
  min-width: ${space(11)};
  padding: 0 ${space(1)};
  border-radius: ${radius.control};
  font-family: ${font.data};
  font-size: 0.6875rem;
  font-weight: ${font.weight.bold};
`;

export function MethodBadge({ method }: { method: string }) {
  return <Box style={{ color: colors[method] ?? color.muted }}>{method === 'DELETE' ? 'DEL' : method}</Box>;
}
