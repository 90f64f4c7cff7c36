/** Documents as they are stored between import and use. */
export { DocumentCache, documentFileKey, type LoadText } from './document-cache.ts';
export { openDocument, StoredFormatError } from './open-document.ts';
export { STORED_FORMAT, type StoredDocument, type StoredIndex, storeDocument } from './store-document.ts';
