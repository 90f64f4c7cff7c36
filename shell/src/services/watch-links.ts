/** A pointer that only passes over a link doesn't rest on it this long. */
const REST_MS = 60;

/**
 * Reports the links of this origin that a person is about to follow: the pointer rests on one, or the keyboard has reached it.
 *
 * @param onLink gets the link's path, once per stay
 */
export function watchLinks(page: Document, onLink: (path: string) => void): void {
  let reached: HTMLAnchorElement | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  function reach({ target }: Event): void {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    if (link === reached) return;
    reached = link;
    clearTimeout(resting);
    if (link && link.origin === page.location.origin && !link.target) resting = setTimeout(() => onLink(link.pathname), REST_MS);
  }
  page.addEventListener('pointerover', reach, { passive: true });
  page.addEventListener('focusin', reach);
  page.addEventListener('click', () => clearTimeout(resting), { capture: true });
}
