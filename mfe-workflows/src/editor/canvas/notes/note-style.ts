import { color, font, motion, radius, shadow, size, space } from '@portage/ui';
import type { NoteColor } from '@portage/workflow';
import styled from 'styled-components';

export const noteLooks: Record<NoteColor, { paper: string; edge: string }> = {
  Yellow: { paper: color.warningSoft, edge: color.warning },
  Blue: { paper: color.infoSoft, edge: color.info },
  Green: { paper: color.successSoft, edge: color.success },
  Red: { paper: color.dangerSoft, edge: color.danger },
  Grey: { paper: color.neutralSoft, edge: color.muted },
};

export const Paper = styled.div`
  position: relative;
  width: 100%;
  height: 100%;
  border: ${size.hairline} solid color-mix(in srgb, var(--edge) 35%, transparent);
  border-radius: ${radius.control};
  background: var(--paper);
  color: ${color.text};
  font-size: ${font.size.base};
  pointer-events: all;
  &[data-editable] {
    cursor: grab;
  }
  &[data-dragged] {
    cursor: grabbing;
    box-shadow: ${shadow.floating};
  }
  &:focus-visible {
    border-radius: ${radius.control};
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: 2px;
  }
  > p, > textarea {
    width: 100%;
    height: 100%;
    margin: 0;
    padding: ${space(2)} ${space(3)};
    overflow: auto;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
    line-height: ${font.lineHeight};
    white-space: pre-wrap;
    overflow-wrap: anywhere;
    resize: none;
  }
  > p:empty::before {
    content: 'Empty note';
    color: ${color.muted};
  }
  > textarea {
    outline: none;
    cursor: text;
  }
  > [data-tools], > [data-grip] {
    opacity: 0;
    transition: opacity ${motion.quick} ${motion.ease};
  }
  &:hover > [data-tools], &:focus-within > [data-tools], &:hover > [data-grip], &:focus-within > [data-grip] {
    opacity: 1;
  }
`;

export const Tools = styled.div`
  position: absolute;
  right: 0;
  bottom: 100%;
  display: flex;
  align-items: center;
  gap: ${space(1)};
  /* Reaches down to the paper, so that the pointer finds a way there. */
  padding: ${space(1)} ${space(1.5)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.raised};
  cursor: default;
`;

export const Tool = styled.button`
  display: grid;
  place-items: center;
  /* At the usual zoom of 80 % these are 24 px. */
  width: 30px;
  height: 30px;
  padding: 0;
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    background: ${color.hover};
    color: ${color.text};
  }
  > i {
    width: 14px;
    height: 14px;
    border: ${size.focusRing} solid var(--edge);
    border-radius: ${radius.round};
    background: var(--paper);
  }
  &[aria-pressed='true'] > i {
    background: var(--edge);
  }
`;

export const Grip = styled.span`
  position: absolute;
  right: 0;
  bottom: 0;
  width: 16px;
  height: 16px;
  border-right: ${size.focusRing} solid var(--edge);
  border-bottom: ${size.focusRing} solid var(--edge);
  border-bottom-right-radius: ${radius.control};
  cursor: nwse-resize;
`;
