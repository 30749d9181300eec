/** For comparing: lower case, without accents and signs. */
export const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\n]+/gu, ' ')
    .trim()
