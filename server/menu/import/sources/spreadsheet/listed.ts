const maxListed = 30

/** `3, 5 e 6`, as a sentence in pt-BR has it. */
export function listed(texts: readonly string[]): string {
  if (texts.length > maxListed)
    return `${texts.slice(0, maxListed).join(', ')} e outras ${texts.length - maxListed}`
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} e ${texts.at(-1)}`
}
