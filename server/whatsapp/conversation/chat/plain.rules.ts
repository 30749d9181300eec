import { folded } from '../../../../contract/shared/folded.ts'

/** For comparing what was said: folded, line by line, and without signs. */
export const plain = (text: string): string =>
  text
    .split('\n')
    .map((line) => folded(line).replaceAll(/[^\p{L}\p{N}]+/gu, ' '))
    .join('\n')
    .trim()
