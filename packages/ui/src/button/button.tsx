import { withoutUndefined } from '@portage/primitives/without-undefined';
import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import styled from 'styled-components';
import { useServices } from '../services/services.ts';
import { type ButtonLook, type ButtonVariant, buttonStyle, type ControlSize } from './button-style.ts';
import { ShortWords } from './short-words.tsx';
import { Spinner } from './spinner.tsx';

const Pressable = styled(AriaButton)<ButtonLook>`
  ${buttonStyle}
  &[aria-disabled='true'] {
    position: relative;
    cursor: progress;
  }
`;
/** Covers the words, so that a button keeps its width and its neighbours don't move. */
const Over = styled.span`
  position: absolute;
  inset: 0;
  display: grid;
  place-items: center;
`;
const Faded = styled.span`
  opacity: 0;
`;

export interface ButtonProps {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  type?: 'button' | 'submit' | 'reset' | undefined;
  /** Id of the form that this button submits from outside, such as from a dialog's footer. */
  form?: string | undefined;
  icon?: ReactNode;
  /** Replaces the words in a narrow table row. */
  shortIcon?: ReactNode;
  /** A promise makes the button show progress until it settles; a failure becomes an error toast (spec ERR-11). */
  onPress?: ((event: PressEvent) => unknown) | undefined;
  isPending?: boolean | undefined;
  isDisabled?: boolean | undefined;
  autoFocus?: boolean | undefined;
  /** For React Aria's slots, e.g. `close` inside a dialog. */
  slot?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-expanded'?: boolean | undefined;
  'aria-controls'?: string | undefined;
  ref?: Ref<HTMLButtonElement> | undefined;
  isIconOnly?: boolean | undefined;
  children?: ReactNode;
}

/** Performs an action. Its label is a verb. */
export function Button({
  variant = 'secondary',
  size = 'regular',
  icon,
  shortIcon,
  onPress,
  isPending = false,
  isIconOnly = false,
  children,
  ...rest
}: ButtonProps) {
  const [press, isBusy] = useAsyncPress(onPress);
  const isWaiting = isPending || isBusy;
  const hasWordsOnly = !icon && !shortIcon && !isIconOnly;
  return (
    <Pressable
      {...withoutUndefined(rest)}
      {...(onPress && !isWaiting ? { onPress: press } : {})}
      // React Aria's own `isPending` would leave a reference to the removed button in its live region.
      {...(isWaiting ? { 'aria-disabled': true, type: 'button' } : {})}
      $variant={variant}
      $size={size}
      $isIconOnly={isIconOnly}
    >
      {isWaiting && hasWordsOnly ? (
        <>
          <Faded>{children}</Faded>
          <Over>
            <Spinner />
          </Over>
        </>
      ) : (
        <>
          {isWaiting ? <Spinner /> : icon}
          {isIconOnly && isWaiting ? null : shortIcon ? <ShortWords icon={isWaiting ? null : shortIcon}>{children}</ShortWords> : children}
        </>
      )}
    </Pressable>
  );
}

/** Runs a press that may take a while: returns whether it is in progress and reports its failure. */
function useAsyncPress(onPress: ((event: PressEvent) => unknown) | undefined): [(event: PressEvent) => void, boolean] {
  const host = useServices();
  const [isBusy, setIsBusy] = useState(false);
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);

  function report(error: unknown): void {
    if (host) host.notify.error(error);
    else console.error(error);
  }

  function press(event: PressEvent): void {
    let result: unknown;
    try {
      result = onPress?.(event);
    } catch (error) {
      report(error);
      return;
    }
    if (!(result instanceof Promise)) return;
    setIsBusy(true);
    result.catch(report).finally(() => {
      if (isMounted.current) setIsBusy(false);
    });
  }

  return [press, isBusy];
}
