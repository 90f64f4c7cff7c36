import { formatNumber } from '../text/format.ts';

/** Number of pages, at least 1 (spec SHELL-43). */
export function countPages(totalCount: number, pageSize: number): number {
  return Math.max(1, Math.ceil(totalCount / pageSize));
}

/** The zero-based `pageIndex` of a call for a one-based page number; invalid input becomes the first page. */
export function toPageIndex(page: number): number {
  return Number.isInteger(page) && page > 1 ? page - 1 : 0;
}

/** The page in a query text such as `?page=3`; invalid input becomes 1. */
export function parsePage(text: string | null | undefined): number {
  const page = Number(text);
  return Number.isInteger(page) && page >= 1 && page <= 1_000_000 ? page : 1;
}

export type PageMark = number | 'gap';

/** The numbers in the pager: first, last, the current page and its neighbours. A gap replaces two or more pages. */
export function pageMarks(page: number, pageCount: number): PageMark[] {
  const wanted = new Set([1, pageCount, page - 1, page, page + 1]);
  const pages = [...wanted].filter((one) => one >= 1 && one <= pageCount).sort((a, b) => a - b);
  const marks: PageMark[] = [];
  let previous = 0;
  for (const one of pages) {
    if (one - previous === 2) marks.push(one - 1);
    else if (one - previous > 2) marks.push('gap');
    marks.push(one);
    previous = one;
  }
  return marks;
}

/** "11–20 of 43". */
export function rangeText(page: number, pageSize: number, totalCount: number): string {
  if (totalCount === 0) return '0 of 0';
  const first = (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, totalCount);
  const range = first > totalCount ? '0' : `${formatNumber(first)}–${formatNumber(last)}`;
  return `${range} of ${formatNumber(totalCount)}`;
}
