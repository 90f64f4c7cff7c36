/** The words of a text as a type: `'id name'` is `'id' | 'name'`. */
type Words<Text extends string, Found extends string = never> = Text extends `${infer First} ${infer Rest}`
  ? Words<Rest, Found | First>
  : Found | Text;

/** Fields without a value: `nullFields('phone email')` is `{ phone: null, email: null }`. */
export function nullFields<Names extends string>(...names: Names[]): Record<Words<Names>, null>;
export function nullFields(...names: string[]): Record<string, null> {
  return Object.fromEntries(names.flatMap((words) => words.split(' ')).map((name) => [name, null]));
}
