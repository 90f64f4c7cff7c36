const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/**
 * How deep a JSON text nests lists and objects, found without parsing it, so that no stack grows with the input.
 * For a text that isn't JSON the result means nothing.
 */
export function computeNestingDepth(json: string): number {
  let depth = 0;
  let deepest = 0;
  for (let index = 0; index < json.length; index += 1) {
    switch (json.charCodeAt(index)) {
      case QUOTE:
        index = endOfText(json, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > deepest) deepest = depth;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        depth -= 1;
        break;
    }
  }
  return deepest;
}

/** Index of the quote that closes the string opened at `start`. */
function endOfText(json: string, start: number): number {
  let index = start + 1;
  for (;;) {
    const quote = json.indexOf('"', index);
    if (quote < 0) return json.length;
    let backslashes = 0;
    while (json.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return quote;
    index = quote + 1;
  }
}
