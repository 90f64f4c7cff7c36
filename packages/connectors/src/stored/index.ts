/** Documents as they are kept between their import and their use. */
export { DocumentCache, documentFileKey, type LoadText } from './document-cache.ts';
export { openDocument, StoredFormatError } from './open-document.ts';
export { STORED_FORMAT, type StoredDocument, type StoredIndex, storeDocument } from './store-document.ts';
