/** Text for comparison: lower case, without accents and punctuation. Line breaks stay. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\n]+/gu, ' ')
    .trim()
