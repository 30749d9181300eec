import { folded } from '../../../difference/candidate.ts'

const words =
  'pp|p|m|g|gg|xg|xxg|mini|broto|brotinho|individual|pequen[ao]|medi[ao]|grande|extra grande|gigante|familia|super familia|maxi|mega|big|casal|mei[ao]|inteir[ao]|simples|dupl[ao]|tripl[ao]'
const measures =
  'ml|l|lt|lts|litros?|g|gr|gramas|kg|quilos?|cm|fatias?|pedacos?|pessoas?|sabores?|unidades?|un|und|unid|bolas?|pecas?'
const size = new RegExp(`^(?:tamanho |tam )?(?:${words}|\\d+(?:[.,]\\d+)? ?(?:${measures}))$`)
const prefix = /^\s*(?:pre[cç]o|valor|vlr?\.?|r\$)(?:\s+(?:d[aeo]|por|un\.?))?[\s:_-]*/i

/** `Preço G (R$)` is the price of the size `G`; null for a title that names none. */
export function sizeName(title: string): string | null {
  const name = title
    .replaceAll(/\([^)]*\)|R\$/gi, ' ')
    .replace(prefix, '')
    .replaceAll(/[\s_]+/g, ' ')
    .trim()
  return size.test(folded(name).replaceAll(/[.:*]+$/g, '')) ? name : null
}
