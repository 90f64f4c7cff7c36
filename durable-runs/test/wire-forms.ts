import type { WireForm } from './node/wire-form.ts';

/** JSON as systems write it, with letters beyond ASCII. */
export const readableForms: Readonly<Record<string, WireForm>> = {
  'windows-1252': { charset: 'windows-1252', contentType: 'application/json; charset="Windows-1252"' },
  'ISO-8859-15 in other letters': { charset: 'iso-8859-15', contentType: 'application/json;CHARSET=latin-9' },
  GB18030: { charset: 'gb18030', contentType: 'application/json; charset=gb18030' },
  'UTF-16 without a mark or a label': { charset: 'utf-16le' },
  'UTF-16 with a mark': { charset: 'utf-16' },
  'UTF-8 under another label': { contentType: 'application/json; charset=iso-8859-1' },
  'UTF-8 under a false ASCII label': { contentType: 'application/json; charset=us-ascii' },
  'UTF-8 under a label for text': { contentType: 'text/plain; charset=utf-8' },
  'no media type': { contentType: '' },
  gzip: { packed: ['gzip'], coding: 'gzip' },
  GZIP: { packed: ['gzip'], coding: 'GZIP' },
  'gzip in two pieces': { packed: ['gzip'], pieces: 2, coding: 'gzip' },
  'zstd in three pieces': { packed: ['zstd'], pieces: 3, coding: 'zstd' },
  'x-gzip': { packed: ['gzip'], coding: 'x-gzip' },
  'deflate with and without its header': { packed: ['deflate', 'raw'], coding: 'deflate, deflate' },
  br: { packed: ['br'], coding: 'br' },
  'gzip within br': { packed: ['gzip', 'br'], coding: 'gzip, br' },
  'no coding by name': { coding: 'identity' },
  'a charset as coding': { coding: 'utf-8' },
  'windows-1252 in gzip': { charset: 'windows-1252', contentType: 'application/json; charset=cp1252', packed: ['gzip'], coding: 'gzip' },
};

/** Responses that aren't what they say. */
export const unreadableForms: Readonly<Record<string, WireForm>> = {
  'windows-1252 without a label': { charset: 'windows-1252' },
  'an unknown charset': { charset: 'windows-1252', contentType: 'application/json; charset=klingon' },
  'gzip that breaks off': { packed: ['gzip'], coding: 'gzip', cut: 12 },
  'x-gzip that breaks off': { packed: ['gzip'], coding: 'x-gzip', cut: 12 },
  'plain JSON labelled as gzip': { coding: 'gzip' },
  'an unknown coding': { coding: 'compress' },
};
