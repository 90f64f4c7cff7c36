import { color, font, keepsItsColor, radius, size, space, visuallyHidden } from '@portage/ui';
import styled from 'styled-components';

const NAMES = 'minmax(96px, 240px)';
const TIMES = '112px';

export const Scroll = styled.div`
  max-height: ${size.listHeight};
  overflow: hidden auto;
`;
export const List = styled.ul`
  margin: 0;
  padding: 0 ${space(1)};
  list-style: none;
`;
const columns = `
  display: grid;
  grid-template-columns: ${NAMES} minmax(0, 1fr) ${TIMES};
  align-items: center;
  gap: ${space(3)};
  padding: 0 ${space(2)};
  @media (max-width: ${size.narrow}) {
    grid-template-columns: minmax(0, 1fr) max-content;
    gap: ${space(0.5)} ${space(2)};
  }
`;
export const Axis = styled.div`
  ${columns}
  position: sticky;
  z-index: 1;
  top: 0;
  height: ${space(6)};
  margin: 0 ${space(1)};
  background: ${color.surface};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
export const Ticks = styled.span`
  position: relative;
  grid-column: 2;
  height: 100%;
  @media (max-width: ${size.narrow}) {
    grid-column: 1 / -1;
  }
`;
export const Tick = styled.span`
  position: absolute;
  top: ${space(1)};
  white-space: nowrap;
  transform: translateX(-50%);
  &:first-child {
    transform: none;
  }
  &[data-last] {
    transform: translateX(-100%);
  }
  @media (max-width: ${size.narrow}) {
    &:nth-child(even) {
      display: none;
    }
  }
`;
export const Row = styled.button<{ $isChosen: boolean }>`
  ${columns}
  width: 100%;
  min-height: ${space(7)};
  border: 0;
  border-radius: ${radius.control};
  background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : 'transparent')};
  color: ${color.text};
  font: inherit;
  font-size: ${font.size.small};
  text-align: left;
  cursor: pointer;
  content-visibility: auto;
  contain-intrinsic-size: auto ${space(7)};
  &:hover {
    background: ${({ $isChosen }) => ($isChosen ? color.brandSoft : color.hover)};
  }
`;
export const Name = styled.span<{ $depth: number }>`
  display: flex;
  align-items: center;
  gap: ${space(1.5)};
  min-width: 0;
  padding-left: ${({ $depth }) => space(Math.min($depth, 4) * 3)};
  > span:last-child {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  > span:first-child:not(:last-child) {
    width: ${space(5)};
    height: ${space(5)};
  }
`;
export const Track = styled.span`
  position: relative;
  align-self: stretch;
  [data-bad] {
    z-index: 1;
  }
  @media (max-width: ${size.narrow}) {
    grid-row: 2;
    grid-column: 1 / -1;
    height: ${space(5)};
  }
  background-image: linear-gradient(${color.line}, ${color.line});
  background-position: 0 50%;
  background-size: 100% ${size.hairline};
  background-repeat: no-repeat;
`;
export const Bar = styled.span<{ $color: string; $isWaiting: boolean }>`
  position: absolute;
  top: ${space(1.5)};
  bottom: ${space(1.5)};
  min-width: 3px;
  border-radius: ${space(0.75)};
  ${({ $color, $isWaiting }) =>
    $isWaiting
      ? `background: repeating-linear-gradient(135deg, ${$color} 0 2px, ${color.surface} 2px 6px); border: ${size.hairline} solid ${$color};`
      : `background: ${$color};`}
  &:hover {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.hairline};
  }
  ${keepsItsColor}
`;
export const Time = styled.span`
  overflow: hidden;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
  text-align: right;
  white-space: nowrap;
`;
export const ReadOut = styled.span`
  ${visuallyHidden}
`;
export const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${space(1)} ${space(4)};
  min-height: ${space(7)};
  padding: ${space(1)} ${space(4)} ${space(2)};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
export const Key = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  &::before {
    content: '';
    width: ${space(4)};
    height: ${space(2.5)};
    border: ${size.hairline} solid ${color.muted};
    border-radius: ${space(0.5)};
    background: repeating-linear-gradient(135deg, ${color.muted} 0 2px, ${color.surface} 2px 6px);
  }
`;
