/** A shorter word sounds like too many others. */
const minLetters = 5

const sounds = new Map<string, string>()
const maxSounds = 10_000

/** How a folded word sounds, for comparing: "inhoque" and "nhoque", "espresso" and "expresso" are the same. */
export function soundOf(text: string): string {
  const known = sounds.get(text)
  if (known !== undefined) return known
  const sound = text.length < minLetters || /\d/.test(text) ? text : spoken(text)
  if (sounds.size >= maxSounds) sounds.clear()
  sounds.set(text, sound)
  return sound
}

/** The same of a short word, where nothing else explains it: "coka", "gaz". */
export const soundOfShort = (text: string): string => (/\d/.test(text) ? text : spoken(text))

const spoken = (text: string): string =>
  text
    .replace(/^i(?=nh)/, '')
    .replace(/^[ei](?=[sx][^aeiou])/, '')
    .replaceAll('ph', 'f')
    .replaceAll('gn', 'nh')
    .replaceAll(/[cs]h/g, 'x')
    .replaceAll(/qu(?=[eiy])/g, 'k')
    .replaceAll(/sc(?=[ei])|c(?=[ei])/g, 's')
    .replaceAll(/x(?=[^aeiou])/g, 's')
    .replaceAll(/g(?=[ei])/g, 'j')
    .replaceAll('c', 'k')
    .replaceAll('z', 's')
    .replaceAll('y', 'i')
    .replaceAll('w', 'v')
    .replaceAll(/(?<![nlx])h/g, '')
    .replaceAll(/n(?=[pb]|$)/g, 'm')
    .replaceAll(/(.)\1+/g, '$1')
    .replace(/[ei]$/, '')
