/** The `content-disposition` of a download, with its name in any script (RFC 6266). Clients that can't read `filename*` get ASCII. */
export function attachment(fileName: string): string {
  const name = fileName.toWellFormed().replaceAll(/[\p{C}/\\]+/gu, '_');
  const ascii = name.replaceAll(/[^ -~]|["%]/g, '_');
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"${ascii === name ? '' : `; filename*=UTF-8''${encoded}`}`;
}
