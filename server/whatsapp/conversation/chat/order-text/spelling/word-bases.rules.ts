/** Words of their own that only look like a small or large form of another. */
const ownWords = new Set(
  (
    'caipirinha coxinha galinha farinha bolinho bolinha sardinha tortinha quentinha rainha cozinha ' +
    'cebolinha salsinha maminha fraldinha costelinha canjiquinha casquinha beijinho docinho andorinha azeitona mamona carona cantona maratona'
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
  // "suquinho" comes from "suco", "pudinzinho" from "pudim".
  const stems = [stem, stem.replace(/qu$/, 'c').replace(/n$/, 'm')]
  return stems.flatMap((one) => [one, ...endings.map((ending) => one + ending)])
}

const endings = ['a', 'o', 'e']
