import type { ReactNode } from 'react';
import type { TableSort } from './table-sort.ts';

export interface TableColumn<Row> {
  id: string;
  header: ReactNode;
  render: (row: Row) => ReactNode;
  align?: 'left' | 'right' | undefined;
  /** Any CSS width; columns share the remaining width. */
  width?: string | undefined;
  isSortable?: boolean | undefined;
  /** The direction of the first press on its header; default ascending. */
  sortsFirst?: TableSort['direction'] | undefined;
  /** Its text stays on one line. */
  isUnbroken?: boolean | undefined;
  /** Gives up space where many columns share the width: long words break, and dates take two lines. */
  isYielding?: boolean | undefined;
}
