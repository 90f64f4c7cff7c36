import type { ReactNode } from 'react';

/**
 * The words of a button in a row of a table, with the icon that stands for them where the row has little width (the table
 * decides: `table-style.ts`). The words stay the button's name, and the icon says them on hover.
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
