import { type ReactNode, type Ref, useEffect, useRef, useState } from 'react';
import { Button as AriaButton, type PressEvent } from 'react-aria-components';
import styled from 'styled-components';
import { Spinner } from '../feedback/spinner.tsx';
import { defined } from '../field/defined.ts';
import { useOptionalHost } from '../host/host.ts';
import { type ButtonLook, type ButtonVariant, buttonStyle, type ControlSize } from './button-style.ts';
import { ShortWords } from './short-words.tsx';

const Pressable = styled(AriaButton)<ButtonLook>`
  ${buttonStyle}
`;

export interface ButtonProps {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  type?: 'button' | 'submit' | 'reset' | undefined;
  /** Id of the form that a submit button outside of it belongs to, e.g. in a dialog's footer. */
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

/** Does something. Its words are a verb. */
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
  return (
    <Pressable
      {...defined(rest)}
      {...(onPress ? { onPress: press } : {})}
      isPending={isWaiting}
      $variant={variant}
      $size={size}
      $isIconOnly={isIconOnly}
    >
      {isWaiting ? <Spinner /> : icon}
      {isIconOnly && isWaiting ? null : shortIcon ? <ShortWords icon={isWaiting ? null : shortIcon}>{children}</ShortWords> : children}
    </Pressable>
  );
}

/** Runs a press that may take a while: tells whether it is under way and reports its failure. */
function useAsyncPress(onPress: ((event: PressEvent) => unknown) | undefined): [(event: PressEvent) => void, boolean] {
  const host = useOptionalHost();
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
