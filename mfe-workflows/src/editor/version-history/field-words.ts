/**
 * The place of a change inside a step in words: `branchConditionGroups[0].nextStepId` is "branch condition groups 1 › next step".
 *
 * @param path of a `VersionChange`; names written by people, such as keys of a sample, may come out with other letters.
 */
export function fieldWords(path: string): string {
  return path
    .split('.')
    .map((part) => {
      const [name = '', ...places] = part.split('[');
      const words = name.replace(/(?<=[a-z])Id$/, '').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
      return [words.toLowerCase(), ...places.map((place) => Number.parseInt(place, 10) + 1)].filter((word) => word !== '').join(' ');
    })
    .join(' › ');
}
