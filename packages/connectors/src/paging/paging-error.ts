/** A list can't be read any further. */
export class PagingError extends Error {
  override name = 'PagingError';
  readonly code: string = 'paging-invalid';
}

/** A response doesn't have the list that its document declares. */
export class PageError extends PagingError {
  override name = 'PageError';
  override readonly code = 'page-invalid';
}
