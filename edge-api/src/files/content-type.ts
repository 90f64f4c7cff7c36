const BY_EXTENSION: Record<string, string> = {
  json: 'application/json',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  txt: 'text/plain; charset=utf-8',
};

/** By the file's name only: what an uploader claims isn't trusted (HOSTILE 31). */
export function getContentType(fileName: string): string {
  const extension = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return (Object.hasOwn(BY_EXTENSION, extension) && BY_EXTENSION[extension]) || 'application/octet-stream';
}

export function isImage(contentType: string): boolean {
  return contentType.startsWith('image/');
}
