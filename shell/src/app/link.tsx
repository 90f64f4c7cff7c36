import type { AnchorHTMLAttributes, MouseEvent, Ref } from 'react';
import { useServices } from './services-context.tsx';

interface LinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link inside Portage: a plain click stays in the page, everything else (new tab, download) is the browser's. */
export function Link({ href, onClick, ...rest }: LinkProps) {
  const { navigation } = useServices();

  function follow(event: MouseEvent<HTMLAnchorElement>): void {
    onClick?.(event);
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    void navigation.navigate(href);
  }

  return <a {...rest} href={href} onClick={follow} />;
}
