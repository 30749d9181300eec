/** A store's name for the one who recommended it: the first letter of each word; its owner consented to no more. */
export const hiddenName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .slice(0, 4)
    .map((word) => `${Array.from(word)[0] ?? ''}•••`)
    .join(' ')
