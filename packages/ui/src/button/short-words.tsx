import type { ReactNode } from 'react';

/**
 * The words of a button in a table row, with the icon that replaces them if the row is narrow (the table decides: `table-style.ts`). The
 * words stay the button's name, and the icon shows them on hover.
 */
export function ShortWords({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span data-short-icon aria-hidden title={typeof children === 'string' ? children : undefined}>
        {icon}
      </span>
      <span data-words>{children}</span>
    </>
  );
}
