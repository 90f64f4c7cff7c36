/** The beginning of a text, without half a surrogate pair (PostgreSQL can't store one). @param most UTF-16 units, as in `length` */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}
