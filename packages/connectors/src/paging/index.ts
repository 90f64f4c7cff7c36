/** Page after page of an operation that gives a list. */
export { type AskedPage, itemsOfPage, type NextPage, nextPage, type PageAnswer, PagingError, withPageSize } from './next-page.ts';
export { withItems } from './with-items.ts';
