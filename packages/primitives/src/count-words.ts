/** "1 step", "1,200 steps". @param many the plural, if it isn't the singular with an s */
export function countWords(count: number, one: string, many: string = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : many}`;
}
