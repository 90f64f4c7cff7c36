import styled, { keyframes } from 'styled-components';
import { visuallyHidden } from '../theme/hidden.ts';
import { color, font, motion, radius, size, space } from '../theme/tokens.ts';

export const Scroller = styled.div<{ $isFaded: boolean }>`
  position: relative;
  min-width: 0;
  overflow-x: auto;
  container-type: inline-size;
  transition: opacity ${motion.quick};
  opacity: ${({ $isFaded }) => ($isFaded ? 0.55 : 1)};
`;

export const Grid = styled.table`
  width: 100%;
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  th,
  td {
    padding: ${space(1.5)} ${space(3)};
    text-align: left;
    vertical-align: middle;
    &:first-child {
      padding-left: ${space(4)};
      &:not([data-sized]) {
        min-width: ${size.firstColumn};
      }
    }
    &:last-child {
      padding-right: ${space(4)};
    }
    &[data-align='right'] {
      text-align: right;
    }
  }
  th {
    color: ${color.muted};
    font-size: ${font.size.tiny};
    font-weight: ${font.weight.medium};
    white-space: nowrap;
    border-bottom: ${size.hairline} solid ${color.line};
  }
  td {
    height: ${size.touch};
    max-width: ${size.field};
    overflow-wrap: break-word;
  }
  td[data-unbroken] {
    white-space: nowrap;
  }
  td[data-yielding] {
    overflow-wrap: anywhere;
    time {
      white-space: normal;
    }
  }
  tr[data-plain] td {
    max-width: none;
  }
  /* Touch has no hover, and a card has room. */
  @media (hover: hover) {
    @container (min-width: ${size.cards}) {
      tbody tr:not(:hover, :focus-within) [data-rare] {
        opacity: 0;
      }
    }
  }
  td[data-align='right'] > [data-bone] {
    margin-left: auto;
  }
  tbody tr + tr td {
    border-top: ${size.hairline} solid ${color.line};
  }
  tbody tr:hover {
    background: ${color.hover};
  }
  tbody tr[data-selected] {
    background: ${color.brandSoft};
  }
  tbody tr[data-plain]:hover {
    background: none;
  }
  [data-short-icon] {
    display: none;
  }
  @container (max-width: ${size.shortActions}) {
    [data-row-actions] {
      flex-wrap: nowrap;
      :has(> [data-short-icon]) > svg {
        display: none;
      }
      [data-short-icon] {
        display: inline-flex;
      }
      [data-short-icon] + [data-words] {
        ${visuallyHidden}
      }
    }
    /* The fixed widths are for tables with room. */
    th {
      width: auto !important;
    }
    /* No stronger than the rules of a card, which has no padding. */
    th:not(:where(:first-child, :last-child)),
    td:not(:where(:first-child, :last-child)) {
      padding-inline: ${space(1.5)};
    }
  }
  @container (max-width: ${size.cards}) {
    &,
    tbody {
      display: block;
    }
    thead {
      ${visuallyHidden}
      button {
        display: none;
      }
    }
    tbody tr {
      display: grid;
      gap: ${space(1)};
      padding: ${space(2.5)} ${space(4)};
    }
    tbody tr + tr {
      border-top: ${size.hairline} solid ${color.line};
    }
    tbody tr + tr td {
      border-top: 0;
    }
    tbody td {
      display: grid;
      grid-template-columns: minmax(${size.cardLabel}, max-content) minmax(0, 1fr);
      align-items: baseline;
      column-gap: ${space(3)};
      max-width: none;
      height: auto;
      padding: 0;
      overflow-wrap: anywhere;
      &:first-child,
      &:last-child {
        padding: 0;
      }
      &[data-align='right'] {
        text-align: left;
      }
      /* The row's main cell is the heading of its card. */
      &:first-child {
        display: block;
        font-weight: ${font.weight.medium};
      }
    }
    /* A label says nothing without its value. */
    tbody td:not(:first-child):has(> [data-card-value]:empty) {
      display: none;
    }
    tbody td:has([data-row-actions]) {
      display: block;
      padding-top: ${space(1)};
    }
    tr[data-plain] td {
      display: block;
    }
    /* What stands in place of rows is no heading. */
    tr[data-plain] td:first-child {
      font-weight: ${font.weight.regular};
    }
    /* A card has room for words. */
    [data-row-actions] [data-short-icon] {
      display: none;
    }
    [data-row-actions] :has(> [data-short-icon]) > svg {
      display: block;
    }
    [data-row-actions] [data-short-icon] + [data-words] {
      position: static;
      width: auto;
      height: auto;
      clip-path: none;
    }
    [data-row-actions] {
      flex-wrap: wrap;
      justify-content: flex-start;
      white-space: normal;
    }
    td:not(:first-child):not(:has([data-row-actions])) > [data-card-label],
    [data-card-value] {
      display: block;
    }
  }
  @container (max-width: ${size.narrowCards}) {
    tbody td {
      grid-template-columns: minmax(0, 1fr);
    }
  }
`;

/** The header of a column, repeated before each value of a card. */
export const CardLabel = styled.span.attrs({ 'data-card-label': '' } as object)`
  display: none;
  color: ${color.muted};
  font-size: ${font.size.tiny};
  font-weight: ${font.weight.regular};
`;

/** It has its own box only on a card, next to its label. */
export const CardValue = styled.span.attrs({ 'data-card-value': '' } as object)`
  display: contents;
`;

export const SortButton = styled.button`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  padding: 0;
  border: 0;
  background: none;
  color: inherit;
  font: inherit;
  cursor: pointer;
  min-height: ${size.controlDense};
  svg {
    opacity: 0.45;
  }
  &:hover,
  &[data-is-sorted='true'] {
    color: ${color.text};
    svg {
      opacity: 1;
    }
  }
`;

const breathe = keyframes`50% { opacity: 0.45; }`;

/** A placeholder for text. It occupies its space before it is visible: otherwise cards would grow. */
export const Bone = styled.span<{ $isVisible?: boolean }>`
  display: block;
  visibility: ${({ $isVisible = true }) => ($isVisible ? 'visible' : 'hidden')};
  width: 70%;
  height: ${space(3)};
  border-radius: ${radius.control};
  background: ${color.neutralSoft};
  animation: ${breathe} 1400ms ease-in-out infinite;
`;

/** Around an action that is seldom wanted: a table shows it on the row under the pointer, and on the row with the focus. */
export const RareAction = styled.span.attrs({ 'data-rare': '' } as object)`
  display: inline-flex;
`;

export const RowActions = styled.div.attrs({ 'data-row-actions': '' } as object)`
  display: flex;
  justify-content: flex-end;
  gap: ${space(1.5)};
  white-space: nowrap;
`;
