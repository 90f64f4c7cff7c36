import { color, font, motion, radius, size, space } from '@portage/ui';
import styled, { css } from 'styled-components';

export const ROW_PX = 52;
/** Width between the two lists, where the lines are. */
export const GUTTER_PX = 88;
const SOCKET_PX = 10;

export const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 5fr) ${GUTTER_PX}px minmax(0, 7fr);
`;
export const ColumnHead = styled.div`
  display: flex;
  flex-direction: column;
  gap: ${space(2)};
  padding-bottom: ${space(2)};
  min-width: 0;
`;
export const Rows = styled.div`
  position: relative;
  overflow: auto;
  min-width: 0;
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  /* Rows are placed by number. */
  overflow-anchor: none;
`;
export const Sizer = styled.div`
  position: relative;
  contain: strict;
`;

export type RowLook = 'plain' | 'linked' | 'picked' | 'over' | 'missing' | 'doubt';

const socketColors: Record<RowLook, string> = {
  plain: color.line,
  linked: color.brand,
  picked: color.brand,
  over: color.brand,
  missing: color.danger,
  doubt: color.warning,
};

export const Row = styled.div<{ $look: RowLook }>`
  position: absolute;
  right: 0;
  left: 0;
  display: flex;
  align-items: stretch;
  height: ${ROW_PX}px;
  border-bottom: ${size.hairline} solid ${color.line};
  background: ${({ $look }) => ($look === 'picked' || $look === 'over' ? color.brandSoft : $look === 'missing' ? color.dangerSoft : 'transparent')};
  &:hover {
    background: ${({ $look }) => ($look === 'picked' || $look === 'over' ? color.brandSoft : color.hover)};
  }
`;
export const RowButton = styled.button<{ $isSource: boolean }>`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space(2)};
  min-width: 0;
  padding: 0 ${space(3)};
  border: 0;
  background: none;
  color: ${color.text};
  font: inherit;
  text-align: left;
  cursor: pointer;
  ${({ $isSource }) =>
    $isSource &&
    css`
      padding-right: ${space(2)};
      touch-action: pan-y;
      user-select: none;
    `}
  &:focus-visible {
    outline-offset: -${size.focusRing};
  }
`;
export const Socket = styled.span<{ $look: RowLook }>`
  flex: none;
  width: ${SOCKET_PX}px;
  height: ${SOCKET_PX}px;
  border: 2px solid ${({ $look }) => socketColors[$look]};
  border-radius: ${radius.round};
  background: ${({ $look }) => ($look === 'plain' || $look === 'missing' ? 'transparent' : socketColors[$look])};
  transition: background ${motion.quick} ${motion.ease};
`;
export const Name = styled.span`
  display: flex;
  flex: 1 1 0;
  flex-direction: column;
  min-width: 0;
`;
const line = css`
  overflow: hidden;
  text-overflow: ellipsis;
  white-space: nowrap;
`;
export const NameLine = styled.span`
  ${line}
  font-size: ${font.size.small};
  font-weight: ${font.weight.medium};
`;
export const Detail = styled.span`
  ${line}
  color: ${color.muted};
  font-size: ${font.size.tiny};
`;
export const Value = styled.span<{ $isError?: boolean }>`
  ${line}
  flex: none;
  max-width: 45%;
  color: ${({ $isError }) => ($isError ? color.danger : color.muted)};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
  text-align: right;
`;
export const Given = styled.span`
  display: flex;
  flex: 1 1 0;
  flex-direction: column;
  gap: ${space(0.5)};
  min-width: 0;
`;
export const Chip = styled.span<{ $isFormula: boolean }>`
  ${line}
  align-self: flex-start;
  max-width: 100%;
  padding: 0 ${space(1.5)};
  border-radius: ${radius.control};
  background: ${({ $isFormula }) => ($isFormula ? color.neutralSoft : color.brandSoft)};
  color: ${({ $isFormula }) => ($isFormula ? color.text : color.brand)};
  font-family: ${({ $isFormula }) => ($isFormula ? font.data : font.interface)};
  font-size: ${font.size.tiny};
  line-height: 1.5;
  /* Of "Variants › Price", the end says more than the beginning. */
  ${({ $isFormula }) =>
    !$isFormula &&
    css`
      direction: rtl;
      > bdi {
        direction: ltr;
        unicode-bidi: isolate;
      }
    `}
`;
export const GivenValue = styled.span<{ $isError: boolean }>`
  ${line}
  color: ${({ $isError }) => ($isError ? color.danger : color.muted)};
  font-family: ${font.data};
  font-size: ${font.size.tiny};
`;
export const RowTools = styled.span`
  display: flex;
  flex: none;
  align-items: center;
  padding-right: ${space(1)};
`;
export const Missing = styled.span<{ $isDoubt?: boolean }>`
  ${line}
  color: ${({ $isDoubt }) => ($isDoubt ? color.warning : color.danger)};
  font-size: ${font.size.tiny};
`;
export const OpenEditor = styled.div`
  position: absolute;
  right: 0;
  left: 0;
  display: flex;
  flex-direction: column;
  gap: ${space(3)};
  padding: ${space(3)};
  background: ${color.sunken};
  border-bottom: ${size.hairline} solid ${color.line};
`;
