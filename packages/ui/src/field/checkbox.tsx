import { withoutUndefined } from '@portage/primitives/without-undefined';
import { Check, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Checkbox as AriaCheckbox, Switch as AriaSwitch } from 'react-aria-components';
import styled from 'styled-components';
import { chosenInForcedColors, keepsItsColor } from '../theme/forced-colors.ts';
import { color, motion, radius, size, space } from '../theme/tokens.ts';
import { errorStyle } from './field-style.ts';

const Ticked = styled(AriaCheckbox)`
  display: inline-flex;
  align-items: flex-start;
  gap: ${space(2)};
  cursor: pointer;
  &[data-disabled] {
    color: ${color.muted};
    cursor: not-allowed;
  }
  &[data-selected] [data-box],
  &[data-indeterminate] [data-box] {
    background: ${color.brand};
    border-color: ${color.brand};
    svg {
      visibility: visible;
    }
  }
  &[data-invalid] [data-box] {
    border-color: ${color.danger};
  }
  &[data-focus-visible] [data-box] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.focusRing};
  }
`;
const Box = styled.span`
  flex: none;
  display: grid;
  place-items: center;
  width: ${size.icon};
  height: ${size.icon};
  margin-top: ${space(0.5)};
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${space(1)};
  background: ${color.surface};
  color: ${color.onBrand};
  /* Not a transparent mark: a palette that the system forces would show it. */
  svg {
    visibility: hidden;
  }
`;
const Problem = styled.p`
  ${errorStyle}
`;
const Switched = styled(AriaSwitch)`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  cursor: pointer;
  &[data-disabled] {
    color: ${color.muted};
    cursor: not-allowed;
  }
  &[data-selected] [data-track] {
    background: ${color.brand};
    border-color: ${color.brand};
  }
  &[data-selected] [data-thumb] {
    background: ${color.onBrand};
    transform: translateX(${space(3.5)});
  }
  @media (forced-colors: active) {
    &[data-selected] [data-track] {
      ${chosenInForcedColors}
    }
    &[data-selected] [data-thumb] {
      background: HighlightText;
    }
  }
  &[data-focus-visible] [data-track] {
    outline: ${size.focusRing} solid ${color.focus};
    outline-offset: ${size.focusRing};
  }
`;
const Track = styled.span`
  flex: none;
  width: ${space(8.5)};
  height: ${space(5)};
  padding: ${size.focusRing};
  border: ${size.hairline} solid ${color.lineStrong};
  border-radius: ${radius.round};
  background: ${color.surface};
  transition: background-color ${motion.quick} ${motion.ease};
`;
const Thumb = styled.span`
  display: block;
  width: ${space(3.5)};
  height: ${space(3.5)};
  border-radius: ${radius.round};
  background: ${color.lineStrong};
  transition: transform ${motion.quick} ${motion.ease};
  @media (forced-colors: active) {
    ${keepsItsColor}
    background: ButtonText;
  }
`;

export interface ToggleProps {
  name?: string | undefined;
  value: boolean;
  onChange: (value: boolean) => void;
  onBlur?: (() => void) | undefined;
  isDisabled?: boolean | undefined;
  isRequired?: boolean | undefined;
  errorMessage?: string | undefined;
  /** Only for a toggle without visible words. */
  'aria-label'?: string | undefined;
  children?: ReactNode;
}

export function Checkbox({
  value,
  onChange,
  errorMessage,
  children,
  isIndeterminate = false,
  ...rest
}: ToggleProps & { isIndeterminate?: boolean }) {
  return (
    <div>
      <Ticked
        {...withoutUndefined(rest)}
        isSelected={value}
        isIndeterminate={isIndeterminate}
        onChange={onChange}
        isInvalid={errorMessage !== undefined}
        validationBehavior="aria"
      >
        <Box data-box>{isIndeterminate ? <Minus size={size.iconSmall} aria-hidden /> : <Check size={size.iconSmall} aria-hidden />}</Box>
        {children ? <span>{children}</span> : null}
      </Ticked>
      {errorMessage ? <Problem role="alert">{errorMessage}</Problem> : null}
    </div>
  );
}

/** Switches something on or off at once, without a Save button. */
export function Switch({ value, onChange, children, name, onBlur, isDisabled }: ToggleProps) {
  return (
    <Switched {...withoutUndefined({ name, onBlur, isDisabled })} isSelected={value} onChange={onChange}>
      <Track data-track>
        <Thumb data-thumb />
      </Track>
      <span>{children}</span>
    </Switched>
  );
}
