export { charsetNamed } from './charsets.ts';
export { ContentCodingError, contentCodings, type Decompressors, unpack } from './content-coding.ts';
export { type DecodedText, declaredCharset, decodeAs, decodeText } from './decode-text.ts';
export { type EncodedText, encodeText } from './encode-text.ts';
export { decodeForm, decodeQuery } from './form.ts';
export { isJsonType, type MediaKind, type MediaType, mediaKind, parseMediaType } from './media-type.ts';
export { MultipartError } from './multipart.ts';
export { type FormDataFile, readFormData } from './read-form-data.ts';
export { type MultipartPart, writeMultipart } from './write-multipart.ts';
