import { color, font, radius, size, space } from '@portage/ui';
import styled from 'styled-components';

const Frame = styled.div`
  display: inline-flex;
  padding: ${space(0.5)};
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
`;
const Choice = styled.button`
  min-height: ${size.controlDense};
  padding: 0 ${space(3)};
  border: 0;
  border-radius: ${radius.control};
  background: none;
  color: ${color.muted};
  font: inherit;
  font-weight: ${font.weight.medium};
  cursor: pointer;
  &[aria-pressed='true'] {
    background: ${color.surface};
    color: ${color.text};
  }
`;

const VIEWS = [
  { value: 'log', label: 'Change Log' },
  { value: 'designer', label: 'In Designer' },
] as const;
export type VersionView = (typeof VIEWS)[number]['value'];

/** Switches between the list of changes and the canvas of a version (spec EDIT-24). */
export function ViewSwitch({ value, onChange }: { value: VersionView; onChange: (view: VersionView) => void }) {
  return (
    <Frame role="group" aria-label="Show the version as">
      {VIEWS.map((view) => (
        <Choice key={view.value} type="button" aria-pressed={view.value === value} onClick={() => onChange(view.value)}>
          {view.label}
        </Choice>
      ))}
    </Frame>
  );
}
