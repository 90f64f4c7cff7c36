import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';
import styled from 'styled-components';
import { type ButtonLook, type ButtonVariant, buttonStyle, type ControlSize } from '../button/button-style.ts';
import { ShortWords } from '../button/short-words.tsx';
import { useServices } from '../services/services.ts';

/** Any other click needs the browser's own behaviour: a new tab, a download. */
function isPlainClick(event: MouseEvent<HTMLAnchorElement>): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** An `onClick` that goes to a path of Portage without reloading the page. */
export function useLinkClick(href: string, target?: string): (event: MouseEvent<HTMLAnchorElement>) => void {
  const host = useServices();
  return (event) => {
    if (event.defaultPrevented || !host || (target && target !== '_self') || !href.startsWith('/') || !isPlainClick(event)) return;
    event.preventDefault();
    host.navigate(href);
  };
}

export interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  /** A path of Portage (`/workflows`) or an external address. */
  href: string;
  children: ReactNode;
}

/** A link; inside Portage it navigates through the shell. */
export function Link({ href, target, onClick, children, ...rest }: LinkProps) {
  const follow = useLinkClick(href, target);
  return (
    <a
      {...rest}
      href={href}
      target={target}
      rel={target === '_blank' ? 'noopener noreferrer' : rest.rel}
      onClick={(event) => {
        onClick?.(event);
        follow(event);
      }}
    >
      {children}
    </a>
  );
}

const ButtonAnchor = styled(Link)<ButtonLook>`
  ${buttonStyle}
`;

export interface LinkButtonProps extends LinkProps {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  /** Replaces the words in a narrow table row. */
  shortIcon?: ReactNode;
  /** Its words are an `aria-label`. */
  isIconOnly?: boolean | undefined;
}

/** A link that looks like a button: it navigates, so it can be opened in a new tab. */
export function LinkButton({ variant = 'secondary', size = 'regular', shortIcon, isIconOnly = false, children, ...rest }: LinkButtonProps) {
  return (
    <ButtonAnchor {...rest} $variant={variant} $size={size} $isIconOnly={isIconOnly}>
      {shortIcon ? <ShortWords icon={shortIcon}>{children}</ShortWords> : children}
    </ButtonAnchor>
  );
}
