import { chosenInForcedColors, color, Hidden, radius, size, type ThemePreference, useThemePreference } from '@portage/ui/base';
import { Monitor, Moon, Sun } from 'lucide-react';
import styled from 'styled-components';

export const themeChoices = [
  { preference: 'system', label: 'As the system', Icon: Monitor },
  { preference: 'light', label: 'Light', Icon: Sun },
  { preference: 'dark', label: 'Dark', Icon: Moon },
] as const satisfies readonly { preference: ThemePreference; label: string; Icon: unknown }[];

const Group = styled.fieldset`
  display: inline-flex;
  margin: 0;
  padding: 2px;
  border: ${size.hairline} solid ${color.line};
  border-radius: ${radius.control};
  background: ${color.sunken};
`;

const Choice = styled.label`
  position: relative;
  display: grid;
  place-items: center;
  width: 28px;
  height: 26px;
  border-radius: 4px;
  color: ${color.muted};
  cursor: pointer;
  &:hover {
    color: ${color.text};
  }
  &:has(input:checked) {
    background: ${color.raised};
    color: ${color.text};
    box-shadow: 0 0 0 ${size.hairline} ${color.lineStrong};
    @media (forced-colors: active) {
      ${chosenInForcedColors}
    }
  }
  &:has(input:focus-visible) {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: 1px;
  }
  input {
    position: absolute;
    inset: 0;
    opacity: 0;
    cursor: pointer;
    margin: 0;
  }
`;

/** Light, dark, or the system's setting. */
export function ThemeSwitch() {
  const [preference, setPreference] = useThemePreference();
  return (
    <Group>
      <Hidden as="legend">Theme</Hidden>
      {themeChoices.map(({ preference: choice, label, Icon }) => (
        <Choice key={choice} title={label}>
          <input
            type="radio"
            name="portage-theme"
            aria-label={label}
            checked={preference === choice}
            onChange={() => setPreference(choice)}
          />
          <Icon size={15} aria-hidden />
        </Choice>
      ))}
    </Group>
  );
}
