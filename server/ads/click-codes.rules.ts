export const codeLetters = 6

const code = /\(código ([2-9A-HJ-NP-Z]{6})\)/giu

/** The words that carry a click's code into the store's chat. */
export const withClickCode = (words: string, clickCode: string | null): string =>
  clickCode ? `${words} (código ${clickCode})` : words

/** The codes in what a customer wrote, in its order; of one text the last comes first. */
export const clickCodesIn = (texts: readonly string[]): readonly string[] => [
  ...new Set(
    texts.flatMap((text) =>
      [...text.matchAll(code)].map(([, found = '']) => found.toUpperCase()).toReversed(),
    ),
  ),
]
