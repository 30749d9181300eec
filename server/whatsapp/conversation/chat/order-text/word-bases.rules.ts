/** Words of their own that only look like a small or large form of another. */
const ownWords = new Set(
  (
    'caipirinha coxinha galinha farinha bolinho bolinha sardinha tortinha quentinha fatinha rainha vinho linha cozinha ' +
    'campainha andorinha azeitona mamona carona cantona maratona'
  ).split(' '),
)

/**
 * The words that a diminutive or an augmentative can come from: "aguinha" from "agua", "cocona" from "coca". Empty: it is
 * neither. Folded words in the singular.
 */
export function basesOf(text: string): readonly string[] {
  if (ownWords.has(text)) return []
  const [, stem] = /^(.{2,}?)(?:z?inh[oa]|z?ona|zao)$/.exec(text) ?? []
  if (stem === undefined) return []
  // "suquinho" comes from "suco".
  const stems = [stem, ...(stem.endsWith('qu') ? [`${stem.slice(0, -2)}c`] : [])]
  return stems.flatMap((one) => [one, ...endings.map((ending) => one + ending)])
}

const endings = ['a', 'o', 'e']
