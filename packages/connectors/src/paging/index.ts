/** Going through the pages of an operation that returns a list. */
export type { ListResponse } from './declared-list.ts';
export { saysMore } from './more-flag.ts';
export { type AskedPage, type NextPage, nextPage, type PageResponse, withPageSize } from './next-page.ts';
export type { PageTrail } from './page-trail.ts';
export { PageError, PagingError } from './paging-error.ts';
export { type ListReading, type Page, readPage } from './read-page.ts';
export { withItems } from './with-items.ts';
