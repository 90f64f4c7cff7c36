import { Ellipsis } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { DropdownMenu, type MenuEntry, SplitButton, type SplitButtonProps } from '../button/menu-button.tsx';
import type { TableColumn } from './table-column.ts';
import { RowActions } from './table-style.ts';

export interface ActionColumnSettings<Row> {
  /** Any CSS width. */
  width?: string | undefined;
  /** Names a row in its menu's label. */
  rowName?: ((row: Row) => string) | undefined;
  /** The frequent actions. */
  buttons?: ((row: Row) => ReactNode) | undefined;
  /** A last button that the menu is attached to; otherwise, the menu has its own. */
  split?: ((row: Row) => Pick<SplitButtonProps, 'label' | 'shortIcon' | 'onPress'>) | undefined;
  /** The rare actions. */
  menu?: ((row: Row) => readonly MenuEntry[]) | undefined;
}

/** The last column of a list: buttons for frequent actions, and a menu for rare ones that also opens by a right click on the row. */
export function actionColumn<Row>({ width, rowName, buttons, split, menu }: ActionColumnSettings<Row>): TableColumn<Row> {
  return {
    id: 'action',
    header: 'Action',
    align: 'right',
    width,
    render: (row) => {
      const entries = menu?.(row) ?? [];
      return (
        <RowActions>
          {buttons?.(row)}
          {split ? (
            <SplitButton {...split(row)} size="dense" entries={entries} />
          ) : entries.length > 0 ? (
            <RowMenu name={rowName?.(row)} entries={entries} />
          ) : null}
        </RowActions>
      );
    },
  };
}

function RowMenu({ name, entries }: { name: string | undefined; entries: readonly MenuEntry[] }) {
  const label = name === undefined ? 'More actions' : `More actions for ${name}`;
  return (
    <DropdownMenu
      label={label}
      entries={entries}
      trigger={
        <Button size="dense" variant="ghost" aria-label={label} isIconOnly>
          <Ellipsis aria-hidden />
        </Button>
      }
    />
  );
}
