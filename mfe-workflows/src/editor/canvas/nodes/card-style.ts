import { color, font, motion, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

/** A step's card. Its color is passed as `--step`, so that all cards share one style. */
export const CardBox = styled.div`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  width: 100%;
  height: 100%;
  padding: 0 ${space(3)};
  background: ${color.surface};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.card};
  box-shadow: 0 1px 2px ${color.shadow};
  user-select: none;
  transition: border-color ${motion.quick} ${motion.ease};
  &:hover {
    border-color: color-mix(in srgb, var(--step) 55%, ${color.line});
  }
  &[data-open] {
    border-color: var(--step);
    box-shadow: 0 0 0 1px var(--step);
  }
  /* Another card shows behind it. */
  &[data-folded] {
    box-shadow: 5px 5px 0 -1px ${color.sunken}, 5px 5px 0 0 ${color.lineStrong};
  }
  &[data-selected] {
    border-color: ${color.brand};
    background: ${color.brandSoft};
    box-shadow: 0 0 0 1px ${color.brand};
  }
  &[data-hidden] {
    background: repeating-linear-gradient(-45deg, ${color.surface} 0 10px, ${color.sunken} 10px 20px);
  }
  &[data-cut], &[data-carried] {
    opacity: 0.45;
    border-style: dashed;
  }
  &[data-unreached] {
    border-style: dashed;
    border-color: ${color.lineStrong};
  }
  &[data-off] {
    background: ${color.sunken};
    border-style: dashed;
    box-shadow: none;
  }
  &[data-off] > :is(span:first-of-type) {
    filter: grayscale(1);
  }
  &[data-off] strong {
    color: ${color.muted};
    text-decoration: line-through;
  }
  &[data-idle] {
    opacity: 0.62;
  }
  &[data-status='Succeeded'] { border-color: ${color.success}; }
  &[data-status='Failed'] { border-color: ${color.danger}; box-shadow: 0 0 0 1px ${color.danger}; }
  &[data-status='InProgress'] { border-color: ${color.info}; box-shadow: 0 0 0 1px ${color.info}; }
  &[data-status='Delayed'] { border-color: ${color.warning}; }
  > [data-port] {
    position: absolute;
    width: 9px;
    height: 9px;
    border: 1.5px solid ${color.lineStrong};
    border-radius: 50%;
    background: ${color.surface};
    pointer-events: none;
  }
  > [data-port='input'] { top: -5px; left: calc(50% - 4.5px); }
  > [data-port='output'] { bottom: -5px; left: calc(50% - 4.5px); }
  > [data-port='loopStart'] { right: -5px; top: 15px; border-color: var(--step); }
  > [data-port='loopEnd'] { right: -5px; top: 39px; border-color: var(--step); }
  > [data-menu] { opacity: 0; }
  &:hover > [data-menu], &:focus-within > [data-menu], &[data-open] > [data-menu] { opacity: 1; }
`;

/** The button that opens the card. It covers the card as a layer, so that the menu button isn't inside another button. */
export const CardButton = styled.button`
  position: absolute;
  inset: 0;
  padding: 0;
  border: 0;
  border-radius: ${radius.card};
  background: none;
  cursor: pointer;
  &:focus-visible {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: 3px;
    border-radius: ${radius.card};
  }
`;

export const CardIcon = styled.span`
  display: grid;
  place-items: center;
  flex: none;
  width: ${space(9)};
  height: ${space(9)};
  border-radius: ${radius.control};
  background: color-mix(in srgb, var(--step) 14%, ${color.surface});
  color: var(--step);
`;

export const CardText = styled.span`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  > * {
    overflow: hidden;
    text-overflow: ellipsis;
  }
  /* At the usual zoom of 80 % these are 12 and 11 px. */
  > strong {
    font-size: 0.9375rem;
    font-weight: ${font.weight.bold};
    line-height: 1.3;
    white-space: nowrap;
  }
  > span {
    display: -webkit-box;
    color: ${color.muted};
    font-size: ${font.size.base};
    line-height: 1.2;
    overflow-wrap: anywhere;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
  }
`;

export const CardMark = styled.span`
  display: inline-grid;
  place-items: center;
  flex: none;
  color: ${color.muted};
  &[data-problem] {
    color: ${color.warning};
  }
`;

export const CardMenuButton = styled.button`
  position: absolute;
  top: ${space(1)};
  right: ${space(1)};
  display: grid;
  place-items: center;
  width: ${space(6)};
  height: ${space(6)};
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: ${color.surface};
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
`;

export const CardRun = styled.span`
  position: absolute;
  right: ${space(2)};
  bottom: -10px;
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  height: 20px;
  padding: 0 ${space(2)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.round};
  background: ${color.raised};
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-variant-numeric: tabular-nums;
`;
